"""Phrase bank: what people say with what they mean, as the ranker needs it, and how it is learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from catchlight.language.ranking.features import BINS, vector

EMBEDDING_SCALE = 512.0
"""Embeddings are stored as int8 at this scale; components of unit vectors of 512 dimensions stay below a quarter."""
_SHARPNESS = 2.0
"""Inverse width of both kernels; best of 1, 2, 3, 4 on phrases not learned from."""
_WORDS = 2.0
"""Weight of the kernel over words beside the one over embeddings."""
_RIDGE = 0.2
"""Regularisation of the regression."""


@dataclass(frozen=True)
class Bank:
    """The phrases of a domain as the ranker needs them."""

    labels: tuple[str, ...]
    words: frozenset[str]
    """English words that are said in several phrases, and so are no misspellings."""
    digest: str
    """SHA-256 of the text that it was learned from."""
    idf: np.ndarray
    """float32, BINS."""
    embeddings: np.ndarray
    """int8, phrases x 512."""
    starts: np.ndarray
    """int32, phrases + 1: where the sparse words of a phrase begin."""
    bins: np.ndarray
    """int16: bins of all phrases, one after the other."""
    values: np.ndarray
    """float16: their values."""
    weights: np.ndarray
    """float16, phrases x labels: dual weights of the regression."""

    @staticmethod
    def read(file: Path) -> Bank:
        """Raises OSError or ValueError for a file that is missing or damaged."""
        try:
            with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
                names = tuple(str(name) for name in stored["labels"])
                words = frozenset(str(word) for word in stored["words"])
                return Bank(names, words, str(stored["digest"]), *(stored[name] for name in _ARRAYS))
        except (KeyError, EOFError, BadZipFile, ValueError) as fault:
            raise ValueError(f"{file.name} is no phrase bank: {fault}") from fault

    def write(self, file: Path) -> None:
        """Raises OSError."""
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        words = np.array(sorted(self.words))
        np.savez_compressed(file, labels=np.array(self.labels), words=words, digest=np.array(self.digest), **arrays)


_ARRAYS = ("idf", "embeddings", "starts", "bins", "values", "weights")


def kernel(meanings: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Likeness of clauses from the cosines of their embeddings and of their words."""
    return np.asarray(np.exp(_SHARPNESS * (meanings - 1)) + _WORDS * np.exp(_SHARPNESS * (words - 1)))


def learn(
    labels: Sequence[frozenset[str]],
    bins_of: Sequence[Mapping[str, Sequence[int]]],
    embeddings: np.ndarray,
    words: frozenset[str],
    digest: str,
) -> Bank:
    """The bank of phrases: what each asks for, the bins of its words (``features.hashed``), its embedding."""
    names = tuple(sorted(frozenset[str]().union(*labels)))
    counts = np.zeros(BINS)
    for said in bins_of:
        counts[sorted({at for group in said.values() for at in group})] += 1
    idf = np.log((len(bins_of) + 1) / (counts + 1)).astype(np.float32)
    found = [vector(said, idf) for said in bins_of]
    dense = np.zeros((len(bins_of), BINS), np.float32)
    for row, (bins, values) in zip(dense, found, strict=True):
        row[bins] = values
    stored = np.clip(np.rint(embeddings * EMBEDDING_SCALE), -128, 127).astype(np.int8)
    plain = stored.astype(np.float32) / EMBEDDING_SCALE
    near = kernel(plain @ plain.T, dense @ dense.T)
    wanted = np.array([[name in asked for name in names] for asked in labels], np.float32)
    near[np.diag_indices_from(near)] += _RIDGE
    weights = np.linalg.solve(near, wanted)
    return Bank(
        names,
        words,
        digest,
        idf,
        stored,
        np.cumsum([0, *(len(bins) for bins, _ in found)]).astype(np.int32),
        np.concatenate([bins for bins, _ in found]).astype(np.int16),
        np.concatenate([values for _, values in found]).astype(np.float16),
        weights.astype(np.float16),
    )
