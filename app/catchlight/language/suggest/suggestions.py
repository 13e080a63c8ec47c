"""Nearest phrases to a sentence that is not understood: by what they rank as, and by letters."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from catchlight.language.text import tokens

_MOST = 3
_LETTERS = 0.5
"""Weight of the likeness in letters beside that of the scores."""


def nearest(sentence: str, scores: np.ndarray, known: Mapping[str, np.ndarray]) -> tuple[str, ...]:
    """The three most alike of the known phrases, the nearest first. scores: of the sentence, labels; known: of each phrase."""
    wanted = _features(sentence)

    def likeness(phrase: str) -> float:
        weights = known[phrase]
        return float(scores @ weights) / max(float(np.abs(weights).sum()), 1e-9) + _LETTERS * _overlap(
            wanted, _features(phrase)
        )

    return tuple(sorted(known, key=lambda phrase: -likeness(phrase))[:_MOST])


@lru_cache(maxsize=1024)
def _features(text: str) -> frozenset[str]:
    """Words and letter triples; for Chinese characters and their pairs. Kept, as the phrases are always the same few."""
    texts = [token.text for token in tokens(text)]
    joined = f" {' '.join(texts)} "
    triples = {joined[i : i + 3] for i in range(len(joined) - 2)}
    pairs = {a + b for a, b in itertools.pairwise(texts)}
    return frozenset({f"={text}" for text in texts if len(text) > 2 or not text.isascii()} | triples | pairs)


def _overlap(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0
