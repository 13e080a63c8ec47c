"""Colour bands: colours that stand for what has them: "turn yellow into orange", "the orange saturation"."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.lexing import Lexeme

_MEASURED = ("saturation", "luminance", "hue", "vibrance", "brightness", "lightness", "intensity")
_BARE = ("article", "filler")


def with_bands(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A colour that is to become another one, or whose saturation, hue or lightness is named, as a region of the picture."""
    if not vocabulary.grammar.bands:
        return segment
    segment = _resolve_own_colour(segment, vocabulary)
    if any(lexeme.role == "region" and len(lexeme.senses) == 1 for lexeme in segment):
        return segment
    kept = list(segment)
    for at, lexeme in enumerate(segment):
        colour = lexeme.sense("colour")
        band = vocabulary.grammar.bands.get(vocabulary.families.get(colour.value, "")) if colour else None
        if band is None or (colour and colour.base):
            continue
        if _becomes(segment, at) or _has_measure(segment, at) or _is_strengthened(segment, at):
            kept[at] = lexeme.only(Sense("region", band))
            break
    return kept


def _resolve_own_colour(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """ "Make the greens less green", 绿色不要那么绿: how strong they are."""
    named = [one for one in segment if (band := one.sense("region")) and vocabulary.kinds.get(band.value) == "band"]
    if len(named) != 1 or not any(one.has("less", "more", "too", "degree") for one in segment):
        return segment
    band = named[0].sense("region")
    own = {family for family, name in vocabulary.grammar.bands.items() if band and name == band.value}
    return [
        one.only(Sense("act", "saturation", 1, base=True))
        if one.start > named[0].start
        and (colour := one.sense("colour"))
        and vocabulary.families.get(colour.value) in own
        else one
        for one in segment
    ]


def _becomes(segment: Sequence[Lexeme], at: int) -> bool:
    """Whether "into" and another colour follow; with "to" something must say that it changes."""
    rest = [lexeme for lexeme in segment[at + 1 :] if lexeme.role != "article" or lexeme.has("to")]
    changed = any(lexeme.has("make", "from", "act") for lexeme in segment[:at])
    return len(rest) > 1 and changed and rest[0].has("to") and any(one.has("colour") for one in rest[1:3])


def _is_strengthened(segment: Sequence[Lexeme], at: int) -> bool:
    """ "Make the blue more intense": not a colour to be had, but those that are there."""
    made = any(one.has("make") for one in segment[:at])
    before = segment[at - 1].text.casefold() if at else ""
    rest = segment[at + 1 :]
    last = rest[-1:] and any(s.role == "act" and not s.verbal for s in rest[-1].senses)
    return bool(
        made and before == "the" and last and all(o.has("more", "less", "degree", "act", "filler") for o in rest)
    )


def _has_measure(segment: Sequence[Lexeme], at: int) -> bool:
    following = segment[at + 1] if at + 1 < len(segment) else None
    return following is not None and following.has("noun") and following.text.casefold().endswith(_MEASURED)
