"""Nearest phrases to a sentence that is not understood: by shared meanings, by letters, by a sentence embedding."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from catchlight.language.intents import Span
from catchlight.language.text import tokens

Sense = Callable[[str, Sequence[str]], Sequence[float]]
"""How near each phrase is to a sentence in sense, 1 for the same: what a sentence embedding gives. To suggest, never to apply."""

_MOST = 3
_WEIGHTS: Mapping[str, float] = {"verb": 1.0, "region": 1.0, "look": 1.0, "thing": 0.6, "colour": 0.5, "direction": 0.2}
"""What it counts that a phrase names the same, by the kind of span."""
_LETTERS, _SENSE = 1.0, 1.5


def meanings(spans: Iterable[Span]) -> frozenset[tuple[str, str]]:
    """What spans were taken for, by kind, as far as it tells phrases apart."""
    return frozenset((span.kind, span.meaning.lstrip("-")) for span in spans if span.kind in _WEIGHTS)


def nearest(
    sentence: str,
    spans: Iterable[Span],
    phrases: Mapping[str, frozenset[tuple[str, str]]],
    sense: Sense | None = None,
) -> tuple[str, ...]:
    """The three most alike of ``phrases``, each with its meanings, the nearest first."""
    known, wanted = meanings(spans), _features(sentence)
    near = list(sense(sentence, tuple(phrases))) if sense is not None else [0.0] * len(phrases)

    def score(place: int, phrase: str) -> float:
        shared = sum(_WEIGHTS[kind] for kind, _ in known & phrases[phrase])
        return shared + _LETTERS * _likeness(wanted, _features(phrase)) + _SENSE * near[place]

    ranked = sorted(enumerate(phrases), key=lambda entry: -score(*entry))
    return tuple(phrase for _, phrase in ranked[:_MOST])


@lru_cache(maxsize=1024)
def _features(text: str) -> frozenset[str]:
    """Words and letter triples; for Chinese characters and their pairs. Kept, as the phrases are always the same few."""
    texts = [token.text for token in tokens(text)]
    joined = f" {' '.join(texts)} "
    triples = {joined[i : i + 3] for i in range(len(joined) - 2)}
    pairs = {a + b for a, b in itertools.pairwise(texts)}
    return frozenset({f"={text}" for text in texts if len(text) > 2 or not text.isascii()} | triples | pairs)


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0
