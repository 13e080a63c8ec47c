"""Persons: bystanders that are in the way, and what somebody is to look like."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

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
_PLACE_WORDS = 3
"""Words at most that say where somebody stands."""


def with_people(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A part between two joints, with strangers as things and judgements of a person as foreign words."""
    judged = _mark_judgements(segment, vocabulary.asides)
    if vocabulary.domain != "edit" or segment[0].has("make"):
        return judged
    return _mark_passers_by(judged, vocabulary.asides)


def _mark_passers_by(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "Remove the lady behind us": whoever stands somewhere, where something is to be removed or is disliked."""
    if any(lexeme.has("act", "colour", "noun", "fault", "keep", "touch", "except") for lexeme in segment):
        return segment
    for at, lexeme in enumerate(segment):
        if words_of(lexeme) in words.crowd and lexeme.has("filler", "region", "unknown", "foreign"):
            place = at + 1
            while place < len(segment) and words_of(segment[place]) in _LINKS and not _stands(segment, place):
                place += 1
            if place < len(segment) and _stands(segment, place):
                end = _end_of_place(segment, place)
                gone = [one.only(FILLER) for one in segment[at + 1 : end]]
                return [*segment[:at], lexeme.only(_PASSER_BY), *gone, *segment[end:]]
    return segment


def _end_of_place(segment: Sequence[Lexeme], at: int) -> int:
    """One past the words that say where somebody stands: "behind us", three at most."""
    end = at + 1
    while end < min(len(segment), at + _PLACE_WORDS) and segment[end].has("article", "pronoun", "region", "filler"):
        if words_of(segment[end]) in ("should not", "shouldn't", "is", "are", "please"):
            break
        end += 1
    return end


def _stands(segment: Sequence[Lexeme], at: int) -> bool:
    said = " ".join(words_of(one) for one in segment[at : at + 3]) + " "
    return any(said.startswith(f"{place} ") for place in _STANDING)


def _mark_judgements(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "Make me look rich" asks for another person, "make me look tanned" for a tan."""
    for at, (verb, patient) in enumerate(pairwise(segment)):
        if verb.has("make", "give") and words_of(patient) in words.patients:
            colour = _only_colour(segment[at + 2 :]) if verb.has("make") else None
            if colour is None:
                return [*segment[: at + 2], *_without_judgements(segment[at + 2 :], words)]
            hair = Sense("region", "hair") if colour.value in _HAIR else Sense("foreign")
            return [one.only(hair) if one is patient else one for one in segment]
    return segment


def _only_colour(said: Sequence[Lexeme]) -> Sense | None:
    """The colour that is all what somebody is to be: "blonde"."""
    left = [one for one in said if not one.has("filler", "article", "degree")]
    return left[0].sense("colour") if len(left) == 1 and not left[0].has("act") else None


def _without_judgements(said: Sequence[Lexeme], words: Asides) -> list[Lexeme]:
    """What a person is to be, with judgements and an age as foreign words: "rich", "30"."""
    return [
        one.only(Sense("foreign")) if words_of(one) in words.judgements or (not place and one.text.isdecimal()) else one
        for place, one in enumerate(said)
    ]
