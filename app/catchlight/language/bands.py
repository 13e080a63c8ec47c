"""Colours that stand for the parts of a picture which have them: "turn yellow into orange", "the orange saturation"."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.language.lexing import Lexeme
from catchlight.language.vocabulary import Sense, Vocabulary

_MEASURED = ("saturation", "luminance", "hue", "vibrance", "brightness", "lightness", "intensity")
_BARE = ("article", "filler")


def with_bands(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A colour that is to become another one, or whose saturation, hue or lightness is named, as a region of the picture."""
    if not vocabulary.grammar.bands or any(lexeme.role == "region" and len(lexeme.senses) == 1 for lexeme in segment):
        return segment
    kept = list(segment)
    for at, lexeme in enumerate(segment):
        colour = lexeme.sense("colour")
        band = vocabulary.grammar.bands.get(vocabulary.families.get(colour.value, "")) if colour else None
        if band is None or (colour and colour.base):
            continue
        if _becomes(segment, at) or _measured(segment, at):
            kept[at] = lexeme.only(Sense("region", band))
            break
    return kept


def _becomes(segment: Sequence[Lexeme], at: int) -> bool:
    """Whether "into" and another colour follow; with "to" something must say that it changes."""
    rest = [lexeme for lexeme in segment[at + 1 :] if lexeme.role != "article" or lexeme.has("to")]
    changed = any(lexeme.has("make", "from", "act") for lexeme in segment[:at])
    return len(rest) > 1 and changed and rest[0].has("to") and any(one.has("colour") for one in rest[1:3])


def _measured(segment: Sequence[Lexeme], at: int) -> bool:
    following = segment[at + 1] if at + 1 < len(segment) else None
    return following is not None and following.has("noun") and following.text.casefold().endswith(_MEASURED)
