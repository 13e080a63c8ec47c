"""Composition by scores that are given, instead of those of the bank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from catchlight.language.composing.compose import compose
from catchlight.language.composing.composition import Composition
from catchlight.language.intents import Domain

from tests.language.sentences import interpreter, parse, written

Scores = Mapping[str, float]
"""Scores by label; those of other labels are 0."""


def row(labels: Sequence[str], scores: Scores) -> np.ndarray:
    return np.array([scores.get(label, 0.0) for label in labels], np.float32)


def labels_of(*scores: Scores) -> tuple[str, ...]:
    return tuple(sorted({label for one in scores for label in one}))


def composed(domain: Domain, sentence: str, each: Sequence[Scores], whole: Scores, place: str | None = None) -> str:
    """The intents of a sentence in the notation. each: scores of its clauses. Raises Refusal."""
    labels = labels_of(*each, whole)
    rows = np.stack([row(labels, one) for one in each])
    vocabulary = interpreter(domain).vocabulary
    found = compose(parse(domain, sentence), rows, row(labels, whole), labels, vocabulary, place)
    return "; ".join(written(intent) for intent in found)


def composition(domain: Domain, whole: Scores, clauses: int = 1, place: str | None = None) -> Composition:
    """A composition that nothing was added to yet."""
    labels = labels_of(whole)
    return Composition(interpreter(domain).vocabulary, labels, row(labels, whole), place, clauses)
