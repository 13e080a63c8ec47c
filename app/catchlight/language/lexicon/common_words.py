"""Common English words: one that is spelt right is never taken for a misspelling of another."""

from __future__ import annotations

from functools import lru_cache

_COMMON = 200
"""Occurrences of a word in the list at least; a rarer one (shaper) is more often a misspelling (sharper)."""


def is_common(word: str) -> bool:
    """Whether a word in small letters is one of some 38 000 of pyspellchecker's English list (film subtitles, cleaned)."""
    return word in _english()


@lru_cache(maxsize=1)
def _english() -> frozenset[str]:
    """Read once, when the first unknown word is met: about 0.15 s."""
    from spellchecker import SpellChecker

    counted = SpellChecker(language="en", distance=1).word_frequency.dictionary
    return frozenset(word for word, times in counted.items() if times >= _COMMON)
