"""Ranker: how much each intent speaks from a clause, by kernel ridge regression over the phrases of the bank.

The kernel is a sum of two Gaussian ones (Schölkopf and Smola 2002): over sentence embeddings, which know what words mean, and
over hashed words and senses, which know what exactly was said. What the bank's phrases ask for are the targets; a phrase
that asks for several things has several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catchlight.language.parse.lexing import Lexeme
from catchlight.language.ranking.bank import EMBEDDING_SCALE, Bank, kernel
from catchlight.language.ranking.features import BINS, feature_groups, hashed, vector

Encoder = Callable[[Sequence[str]], np.ndarray]
"""Sentences to unit vectors, float32, one row each."""


@dataclass(frozen=True)
class Heard:
    """A clause to be ranked."""

    text: str
    lexemes: Sequence[Lexeme]
    place: str | None = None
    """Region under the hotspot, where it is known."""


class Ranker:
    """Ranks the intents of one domain. Reading the bank takes some tenths of a second; keep it."""

    def __init__(self, bank: Bank, encode: Encoder) -> None:
        self.labels = bank.labels
        self._bank = bank
        self._encode = encode

    @cached_property
    def _embeddings(self) -> np.ndarray:
        return self._bank.embeddings.astype(np.float32) / EMBEDDING_SCALE

    @cached_property
    def _weights(self) -> np.ndarray:
        return self._bank.weights.astype(np.float32)

    @cached_property
    def _values(self) -> np.ndarray:
        return self._bank.values.astype(np.float32)

    def rank(self, heard: Sequence[Heard]) -> np.ndarray:
        """Scores, float32, clauses x labels: about 1 where a clause surely means a label, about 0 where it does not."""
        embedded = np.asarray(self._encode([one.text for one in heard]), np.float32)
        near = kernel(embedded @ self._embeddings.T, np.stack([self._word_cosines(one) for one in heard]))
        return np.asarray(near @ self._weights)

    def _word_cosines(self, one: Heard) -> np.ndarray:
        found, values = vector(hashed(feature_groups(one.lexemes, one.place)), self._bank.idf)
        dense = np.zeros(BINS, np.float32)
        dense[found] = values
        return np.add.reduceat(dense[self._bank.bins] * self._values, self._bank.starts[:-1])
