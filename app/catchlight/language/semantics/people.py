"""Persons in a sentence: those who stand in the way, and what somebody is to look like."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.row_types import Asides
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.adjuncts import FILLER, words_of
from catchlight.language.parse.lexing import Lexeme

_STANDING = (
    "behind", "next to", "beside", "near", "at the back", "in the back", "in the corner", "at the edge", "in the distance",
    "on the left", "on the right", "in the background", "over there", "left", "right",
)  # fmt: skip
_LINKS = frozenset(
    {
        "who",
        "that",
        "is",
        "are",
        "was",
        "were",
        "standing",
        "sitting",
        "walking",
        "who's",
        "in",
        "just",
        "right",
        "the",
        "a",
    }
)
_HAIR = frozenset({"blonde", "ginger", "auburn", "platinum"})
"""Colours that people are by their hair."""
_PASSER_BY = Sense("thing", "passer_by")


def with_people(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A part between two joints, with strangers as things and judgements of a person as foreign words."""
    words = vocabulary.asides
    judged = _judged(segment, words)
    if vocabulary.domain != "edit" or segment[0].has("make"):
        return judged
    return _strangers(judged, words)


def _strangers(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "Remove the lady behind us": whoever stands somewhere, where something is to be removed or is disliked."""
    if any(lexeme.has("act", "colour", "noun", "fault", "keep", "touch", "except") for lexeme in segment):
        return segment
    for at, lexeme in enumerate(segment):
        if words_of(lexeme) not in words.crowd or not lexeme.has("filler", "region", "unknown", "foreign"):
            continue
        place = at + 1
        while place < len(segment) and words_of(segment[place]) in _LINKS and not _stands(segment, place):
            place += 1
        if place < len(segment) and _stands(segment, place):
            end = place + 1
            while end < len(segment) and segment[end].has("article", "pronoun", "region", "filler") and end < place + 3:
                if words_of(segment[end]) in ("should not", "shouldn't", "is", "are", "please"):
                    break
                end += 1
            gone = [one.only(FILLER) for one in segment[at + 1 : end]]
            return [*segment[:at], lexeme.only(_PASSER_BY), *gone, *segment[end:]]
    return segment


def _stands(segment: Sequence[Lexeme], at: int) -> bool:
    said = " ".join(words_of(one) for one in segment[at : at + 3]) + " "
    return any(said.startswith(f"{place} ") for place in _STANDING)


def _judged(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "Make me look rich" asks for another person, "make me look tanned" for a tan."""
    for at, lexeme in enumerate(segment[:-1]):
        if not lexeme.has("make", "give") or words_of(segment[at + 1]) not in words.patients:
            continue
        last = [one for one in segment[at + 2 :] if not one.has("filler", "article", "degree")]
        if lexeme.has("make") and len(last) == 1 and (colour := last[0].sense("colour")) and not last[0].has("act"):
            hair = Sense("region", "hair") if colour.value in _HAIR else Sense("foreign")
            return [one.only(hair) if one is segment[at + 1] else one for one in segment]
        return [
            one.only(Sense("foreign"))
            if place > at + 1 and (words_of(one) in words.judgements or (place == at + 2 and one.text.isdecimal()))
            else one
            for place, one in enumerate(segment)
        ]
    return segment
