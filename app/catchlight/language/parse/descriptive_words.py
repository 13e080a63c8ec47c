"""Descriptive words: words that describe, place or hedge and ask for nothing: "a uniform grey", "in 1958"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.parse.adjuncts import FILLER, words_of
from catchlight.language.parse.lexing import Lexeme

_PLAIN = frozenset({"uniform", "even", "flat", "smooth", "neutral", "simple", "seamless", "clean", "bare"})
_SLANG = frozenset({"lowkey", "highkey"})
_SHOWN = frozenset(
    {
        *("look", "style", "portrait", "lighting", "photo", "picture", "shot", "image"),
        *("effect", "please", "feel", "vibe", "glow", "light"),
    }
)
_HEDGES = frozenset({"kinda", "kind of", "sort of", "sorta"})
_WHERE = frozenset({"for", "from", "in", "on", "of", "in this", "within", "across"})
_SINCE = frozenset({"in", "from", "since", "of", "during", "around", "at"})
_YEARS = range(1850, 2101)
_THIS = frozenset({"this", "that", "my", "our", "the", "these"})
SIZE = "size"
"""Value of a word that asks for another size."""
_SIZES = frozenset({"small", "big", "large", "huge", "tiny", "little", "long", "short"})


def plain_words(segment: Sequence[Lexeme]) -> list[Lexeme]:
    """A part between two joints, each word by the first rule that knows it in its place."""
    return [
        lexeme.only(sense) if (sense := next((s for rule in _RULES if (s := rule(segment, at))), None)) else lexeme
        for at, lexeme in enumerate(segment)
    ]


def _follows(segment: Sequence[Lexeme], at: int, *roles: str) -> bool:
    return at > 0 and segment[at - 1].has(*roles)


def _precedes(segment: Sequence[Lexeme], at: int, *roles: str) -> bool:
    return at + 1 < len(segment) and segment[at + 1].has(*roles)


def _shade(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "A uniform grey", "a soft sepia"."""
    said = words_of(segment[at])
    described = said in _PLAIN and _precedes(segment, at, "colour", "modifier")
    described = described and (_precedes(segment, at, "colour") or not _precedes(segment, at, "act"))
    return FILLER if described or (said == "soft" and _precedes(segment, at, "look")) else None


def _slang(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Lowkey too dark" is no look, "a low-key portrait" is."""
    alone = at + 1 < len(segment) and words_of(segment[at + 1]) not in _SHOWN
    return FILLER if words_of(segment[at]) in _SLANG and alone else None


def _hedge(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Kinda yellow" complains."""
    asked = any(other.has("make", "give", "is", "add", "more") for other in segment[:at])
    return Sense("is") if words_of(segment[at]) in _HEDGES and _precedes(segment, at, "colour") and not asked else None


def _misspelt_too(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Its way to dark": too."""
    if words_of(segment[at]) != "to" or not at or at + 1 == len(segment) or not _is_adjective(segment[at + 1]):
        return None
    stated = any(other.has("is") or words_of(other) == "its" for other in segment[:at])
    named = _follows(segment, at, "region", "noun", "whole") and all(one.has("filler") for one in segment[: at - 1])
    return Sense("too") if (stated and _follows(segment, at, "degree", "is")) or named else None


def _denial(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Photo not clear": it lacks that."""
    if words_of(segment[at]) != "not" or not at or at + 1 == len(segment) or not _is_adjective(segment[at + 1]):
        return None
    named = ("region", "thing", "noun", "whole")
    said = segment[:at]
    bare = any(one.has(*named) for one in said) and all(one.has(*named, "article", "filler") for one in said)
    return Sense("lacking") if bare else None


def _old_picture(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Lighten this old picture": no look."""
    if not segment[at].has("look") or not words_of(segment[at]).startswith("old ") or not at:
        return None
    done = any(one.has("act") for one in segment[:at]) or any(one.has("is") for one in segment[at + 1 : at + 3])
    return Sense("whole") if words_of(segment[at - 1]) in _THIS and done else None


def _size(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Teeth white and nose small": no size can be given."""
    last = at + 1 == len(segment) or _precedes(segment, at, "filler")
    stated = _follows(segment, at, "is", "too") and any(one.has("region", "thing") for one in segment[:at])
    named = stated or _follows(segment, at, "region", "thing")
    return Sense("foreign", SIZE) if words_of(segment[at]) in _SIZES and named and last else None


def _repetition(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Change the background colour", "a golden hour glow", "two shades darker": the word says nothing more."""
    said = words_of(segment[at])
    backs = said in ("colour", "color") and _follows(segment, at, "act")
    backs = backs and words_of(segment[at - 1]).endswith(("background", "backdrop", "bg"))
    shown = said in _SHOWN and _follows(segment, at, "look")
    steps = said in ("shades", "shade", "notches", "tones") and _follows(segment, at, "number", "degree")
    return FILLER if backs or shown or steps else None


def _instead(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Black instead white"."""
    return Sense("instead") if words_of(segment[at]) == "instead" and _precedes(segment, at, "colour") else None


def _frame(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "A polaroid frame" would have to be added."""
    said = words_of(segment[at]) in ("frame", "border") and _follows(segment, at, "look", "colour")
    return Sense("foreign") if said else None


def _garment(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "The uniform must be green": the thing, not the adjective."""
    both = segment[at].has("act") and _follows(segment, at, "article") and _precedes(segment, at, "make", "is", "give")
    return segment[at].sense("region") if both else None


def _abundance(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """噪点多: there is much of it."""
    last = at + 1 == len(segment) and _follows(segment, at, "fault")
    return Sense("is") if words_of(segment[at]) in ("多", "大", "重") and last else None


def _likeness(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """像夕阳: a look may be likened to; "not as strong as"."""
    looks = any(other.has("look") for other in segment[at + 1 : at + 3])
    short = any(other.has("lacking", "not") for other in segment[:at])
    said = words_of(segment[at])
    return FILLER if (said in ("像", "如") and looks) or (said == "as" and short) else None


def _number(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """A year, or the ISO number of an exposure."""
    before = words_of(segment[at - 1]) if at else ""
    if not segment[at].has("number") or not segment[at].text.isdecimal():
        return None
    return FILLER if before == "iso" or (before in _SINCE and int(segment[at].text) in _YEARS) else None


def _whole_as_place(segment: Sequence[Lexeme], at: int) -> Sense | None:
    """ "Remove it from the picture", "for my visa photo"."""
    if not segment[at].has("whole"):
        return None
    before = [words_of(other) for other in segment[:at] if words_of(other) not in ("the", "my", "this", "our")]
    named = any(one.has("region", "thing", "fault", "act") and not one.has("whole") for one in segment[:at])
    where = bool(before) and (before[-1] in _WHERE or before[-1].startswith("for "))
    return FILLER if named and where else None


def _is_adjective(lexeme: Lexeme) -> bool:
    return any(sense.role == "act" and sense.base and not sense.verbal for sense in lexeme.senses)


_RULES: tuple[Callable[[Sequence[Lexeme], int], Sense | None], ...] = (
    _frame, _shade, _slang, _hedge, _misspelt_too, _denial, _old_picture, _size, _repetition, _instead, _garment, _abundance,
    _likeness, _number, _whole_as_place,
)  # fmt: skip
"""Each says what a word at a place is, or None where it does not know it."""
