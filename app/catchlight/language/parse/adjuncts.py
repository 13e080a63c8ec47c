"""Adjuncts and attributes with unknown words, which are ignored: "for my album", "the woollen jacket", "cautiously"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.row_types import Asides
from catchlight.language.parse.lexing import Lexeme

FOREIGN_ROLES = ("unknown", "foreign")
_ADVERB = 5
"""Letters of an unknown adverb in -ly at least."""
_ATTRIBUTES = ("act", "colour", "modifier", "degree", "number")
_ADJECTIVES = 3
"""Known words between an article and an unknown noun at most."""
_HEADS = ("region", "thing", "noun", "fault")
FILLER = Sense("filler")
TOLD = Sense("filler", "told")
"""A word of a part that only tells: as if it had not been said."""


def words_of(lexeme: Lexeme) -> str:
    """A lexeme's words in small letters, one blank between them."""
    return _fold(lexeme.corrected or lexeme.text)


@lru_cache(maxsize=4096)
def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def has_foreign_words(segment: Sequence[Lexeme]) -> bool:
    """Whether a part holds words that the domain does not know."""
    return any(lexeme.has(*FOREIGN_ROLES) for lexeme in segment)


def without_adverbs(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """Unknown words in -ly say how, never what."""
    return [
        lexeme.only(FILLER)
        if lexeme.has("unknown")
        and (said := words_of(lexeme)).endswith("ly")
        and len(said) >= _ADVERB
        and said not in words.adjectives
        else lexeme
        for lexeme in segment
    ]


def without_attributes(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """The part with unknown words as fillers that describe something known: "the woollen jacket"."""
    describing = {*_participles(segment), *_relative_clause(segment), *_unknown_adjectives(segment, words)}
    return [lexeme.only(FILLER) if at in describing else lexeme for at, lexeme in enumerate(segment)]


def _participles(segment: Sequence[Lexeme]) -> Iterator[int]:
    """ "The cable running across the wall"."""
    for at, (before, lexeme) in enumerate(pairwise(segment), 1):
        if lexeme.has("unknown") and words_of(lexeme).endswith("ing") and before.has("region", "thing"):
            yield at


def _relative_clause(segment: Sequence[Lexeme]) -> range:
    """ "The lamp that grows out of my head": from the pronoun on, where nothing is asked for there."""
    for at in range(1, len(segment) - 1):
        if words_of(segment[at]) not in ("that", "which", "who") or not segment[at - 1].has("region", "thing"):
            continue
        asked = any(other.has("act", "colour", "fault", "make", "remove") for other in segment[at:])
        if not asked and has_foreign_words(segment[at : at + 3]):
            return range(at, len(segment))
    return range(0)


def _unknown_adjectives(segment: Sequence[Lexeme], words: Asides) -> Iterator[int]:
    """ "The woollen jacket": between an owner or a "the" and something known."""
    for at, lexeme in enumerate(segment):
        if words_of(lexeme) not in words.owners:
            continue
        head = at + 1
        while head < len(segment) and _describes(segment[head], words):
            head += 1
        if head < len(segment) and segment[head].has(*_HEADS):
            yield from (place for place in range(at + 1, head) if segment[place].has(*FOREIGN_ROLES))


def _describes(lexeme: Lexeme, words: Asides) -> bool:
    if lexeme.has("filler") and words_of(lexeme) in (*words.places, *words.likenesses):
        return False
    return lexeme.has(*FOREIGN_ROLES, "degree", "modifier", "colour", "filler") and not lexeme.has(*_HEADS)


def without_adjuncts(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "For my album", "in a dark church": from the preposition to the unknown noun.

    Not where the place belongs to the wish: put me in a castle, swap it for a beach.
    """
    if any(words_of(lexeme) in words.moving for lexeme in segment if not lexeme.has("unknown")):
        return _without_purposes(segment, words)
    likened = (at for at, lexeme in enumerate(segment) if words_of(lexeme) in words.likenesses)
    last = next(likened, len(segment))  # "bronzed like after a holiday" is a likeness
    kept = list(segment)
    at = 0
    while at < len(segment):
        end = _end_of_noun(segment, at, words) if at < last and words_of(segment[at]) in words.places else 0
        if not end:
            at += 1
            continue
        kept[at:end] = [other.only(FILLER) for other in segment[at:end]]
        at = end
    return kept


_EXCHANGING = ("swap", "replace", "exchange", "trade", "switch", "change")


def _without_purposes(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """With "put" and "swap" only a purpose of one's own is passed over: for my album."""
    kept = list(segment)
    wished = not any(words_of(lexeme) in ("put", "place", "insert", "change", "turn") for lexeme in segment)
    for at, lexeme in enumerate(segment):
        said = words_of(lexeme)
        owned = at + 1 < len(segment) and words_of(segment[at + 1]) in ("my", "our", "the")
        purpose = said in ("for my", "for our") or (said == "for" and (owned or wished))
        exchanged = any(words_of(other) in _EXCHANGING for other in segment[:at])
        end = _end_of_noun(segment, at, words) if purpose and not exchanged else 0
        if end:
            kept[at:end] = [other.only(FILLER) for other in segment[at:end]]
    return kept


def _end_of_noun(segment: Sequence[Lexeme], at: int, words: Asides) -> int:
    """One past the unknown noun that a preposition at ``at`` belongs to; 0 where it is followed by something known.

    Only after "the", "my" or "a" may known adjectives stand before the noun: "in a dark church", never "in white velvet".
    """
    place = at + 1
    owned = words_of(segment[at]).split()[-1] in words.owners
    while place < len(segment) and words_of(segment[place]) in (*words.owners, "a", "an", "some"):
        place, owned = place + 1, True
    if owned:
        known = takewhile(lambda lexeme: not lexeme.has(*FOREIGN_ROLES), segment[place : place + _ADJECTIVES])
        adjectives = list(known)
        if not all(_is_adjective(lexeme, words) for lexeme in adjectives):
            return 0
        place += len(adjectives)
    end = place
    while end < len(segment) and segment[end].has(*FOREIGN_ROLES):
        end += 1
    return end if end > place else 0


def _is_adjective(lexeme: Lexeme, words: Asides) -> bool:
    """Whether a known word can describe an unknown noun after it: "in a dark church"."""
    if words_of(lexeme) in (*words.places, *words.likenesses) or lexeme.has(*_HEADS):
        return False
    verb = any(sense.role == "act" and not sense.base for sense in lexeme.senses)
    return not verb and lexeme.has("filler", *_ATTRIBUTES)
