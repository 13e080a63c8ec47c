"""Words of degree: the strengths they stand for, and the word that a strength is shown with."""

from __future__ import annotations

SLIGHT, USUAL, FULL = 0.25, 0.5, 1.0
_NAMES = ((0.2, "trace"), (0.4, "slight"), (0.6, "moderate"), (0.9, "strong"), (2.0, "full"))


def degree_name(value: float) -> str:
    """trace, slight, moderate, strong or full, for a strength of 0..1."""
    return next(name for limit, name in _NAMES if value < limit)
