"""Phrase table: phrases of one or more words with their senses, looked up by longest match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from catchlight.language.text import token_texts

Phrase = tuple[str, ...]
"""The texts of a phrase's tokens."""


class VocabularyFault(ValueError):
    """A vocabulary file that does not fit its type; the message names file and field."""


@dataclass(frozen=True)
class Sense:
    """One thing a phrase can mean."""

    role: str
    """A role of the common words, or act, noun, fault, region, thing, look, style, colour,
    modifier, degree, number, unit, foreign."""
    value: str = ""
    sign: int = 1
    base: bool = False
    """An adjective as such (dark), no comparative (darker): "it is dark" complains, "darker" wishes."""
    verbal: bool = False
    """An imperative: brighten."""


class PhraseTable:
    """Senses by phrase. A phrase may be added several times, each time with another sense."""

    def __init__(self, articles: Iterable[str]) -> None:
        """articles: words that may be others, or left out, inside a phrase."""
        self._articles = frozenset(articles)
        self._senses: dict[Phrase, tuple[Sense, ...]] = {}

    @property
    def senses(self) -> Mapping[Phrase, tuple[Sense, ...]]:
        """All phrases, in the order in which they were added."""
        return self._senses

    def add(self, phrases: Iterable[str], sense: Sense) -> None:
        """Gives phrases one more sense. Raises VocabularyFault for a phrase without a token."""
        self.__dict__.pop("_lengths", None)
        alone, articles, senses = (sense,), self._articles, self._senses
        for phrase in phrases:
            key = token_texts(phrase)
            if not key:
                raise VocabularyFault(f"{phrase!r} holds no word")
            senses[key] = _merge(senses[key], sense) if key in senses else alone
            if len(key) > 2 and not articles.isdisjoint(key) and (bare := self._without_articles(key)):
                senses[bare] = _merge(senses[bare], sense) if bare in senses else alone

    def add_new(self, phrases: Iterable[str], sense: Sense) -> None:
        """Adds those phrases alone that have no sense yet."""
        self.add((phrase for phrase in phrases if token_texts(phrase) not in self._senses), sense)

    @cached_property
    def _lengths(self) -> Mapping[str, int]:
        """Tokens of the longest phrase that begins with a token."""
        lengths: dict[str, int] = {}
        for key in self._senses:
            if len(key) > lengths.get(key[0], 0):
                lengths[key[0]] = len(key)
        return lengths

    def longest(self, texts: Sequence[str], start: int) -> tuple[int, tuple[Sense, ...]] | None:
        """Number of tokens of the longest phrase that begins at ``start``, and its senses; None where there is none."""
        for length in range(min(self._lengths.get(texts[start], 0), len(texts) - start), 0, -1):
            if senses := self._senses.get(tuple(texts[start : start + length])):
                return length, senses
        return None

    def is_article(self, text: str) -> bool:
        """Whether a token may be left out inside a phrase."""
        return text in self._articles

    def english_words(self) -> Iterator[str]:
        """The words of all phrases in Latin letters, some of them more than once."""
        return (word for phrase in self._senses for word in phrase if word.isascii() and word.isalpha())

    def single_words(self) -> Iterator[str]:
        """The phrases of one token."""
        return (phrase[0] for phrase in self._senses if len(phrase) == 1)

    def _without_articles(self, key: Phrase) -> Phrase | None:
        """ "Bags under the eyes" is also "bags under eyes": articles between the first and the last word are left out."""
        bare = tuple(text for text in key if text not in self._articles)
        return bare if len(bare) > 1 and (key[0], key[-1]) == (bare[0], bare[-1]) else None


def _merge(known: tuple[Sense, ...], sense: Sense) -> tuple[Sense, ...]:
    """Known senses with one more; an act that is both an imperative and an adjective (warm) is one sense."""
    for at, same in enumerate(known):
        if (same.role, same.value, same.sign) == (sense.role, sense.value, sense.sign):
            both = replace(same, base=same.base or sense.base, verbal=same.verbal or sense.verbal)
            return (*known[:at], both, *known[at + 1 :])
    return (*known, sense)
