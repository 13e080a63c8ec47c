"""Spelling correction by edit distance: one wrong letter, two in long words."""

from __future__ import annotations

from collections.abc import Container, Iterable

from rapidfuzz.distance import OSA

_ONE, _TWO = 4, 8
"""Letters of a word from which one wrong letter, and two, are corrected."""


def nearest(word: str, known: Iterable[str], whole: Container[str] = ()) -> str | None:
    """The known word that a misspelt one stands for, or None. word: one that is not known itself.

    Of four letters only two that changed places are corrected: too many short words are one letter apart.
    whole: words that mean something by themselves. Of several equally near the one with the same letters is taken, then
    one that begins and ends alike, then one that means something by itself, then the first in alphabetical order.
    """
    allowed = 2 if len(word) >= _TWO else 1 if len(word) >= _ONE else 0
    if not allowed:
        return None
    best: tuple[int, int, int, bool, str] | None = None
    for candidate in known:
        if candidate[0] != word[0] and candidate[:2] != word[1::-1]:
            continue  # the first letter is seldom wrong: dimples are no pimples
        if abs(len(candidate) - len(word)) > allowed or len(candidate) < _ONE:
            continue
        edits = OSA.distance(word, candidate, score_cutoff=allowed)
        if edits > allowed or (len(word) == _ONE and sorted(word) != sorted(candidate)):
            continue
        unlike = (word[0] != candidate[0]) + (word[-1] != candidate[-1])
        rank = (edits, len(set(word) ^ set(candidate)), unlike, candidate not in whole, candidate)
        best = min(best or rank, rank)
    return best[-1] if best else None
