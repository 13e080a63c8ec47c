"""Shadows, highlights and clarity: light that depends on the surroundings, so that detail keeps its contrast."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.develop.development import Development
from catchlight.develop.stages.tone_curve import KNOTS, REACH, TABLE, table_from_knots
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import FloatPlane

_SHADOW_STOPS = 1.7
_HIGHLIGHT_STOPS = 1.0
_CLARITY = 0.85


def factors(settings: Development, kept: npt.NDArray[np.float64] | None = None) -> Singles | None:
    """Over the base's I / REACH: factor for I of what lies there; None where neither shadows nor highlights move.

    kept: over the same, 1 where tones are to stay as they are.
    """
    if not settings.shadows and not settings.highlights:
        return None
    if kept is not None:
        return _factors(settings.exposure, settings.shadows, settings.highlights, kept)
    return _kept_factors(settings.exposure, settings.shadows, settings.highlights)


@lru_cache(maxsize=4)
def _kept_factors(exposure: float, shadows: float, highlights: float) -> Singles:
    return _factors(exposure, shadows, highlights, None)


def _factors(exposure: float, shadows: float, highlights: float, kept: npt.NDArray[np.float64] | None) -> Singles:
    base = KNOTS * (REACH / TABLE)
    seen = np.asarray(base * 2 ** (exposure / 2), np.float64)  # zones are those of the exposed picture
    stops: Any = _shadow_stops(shadows / 100, seen)
    stops = stops + _highlight_stops(highlights / 100, seen)
    if kept is not None:
        stops = stops * (1 - kept[KNOTS])
    return table_from_knots(2 ** (stops / 2))


def _shadow_stops(amount: float, base: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    dark = 1 - _smooth(base / 0.66)
    if amount > 0:
        dark = dark * (0.35 + 0.65 * _smooth(base / 0.14))  # black stays black, and its noise dark
    return np.asarray(amount * _SHADOW_STOPS * dark, np.float64)


def _highlight_stops(amount: float, base: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    bright = _smooth((base - 0.40) / 0.5)
    if amount < 0:
        # What is blown stays white instead of turning grey.
        bright = bright * (1 - 0.75 * _smooth((base - 0.70) / 0.28))
        return np.asarray(amount * _HIGHLIGHT_STOPS * bright, np.float64)
    return np.asarray(amount * 0.55 * _HIGHLIGHT_STOPS * bright, np.float64)


def apply_clarity(lightness: FloatPlane, base: FloatPlane, amount: float) -> FloatPlane:
    """I with its difference from the base made larger (amount above 0) or smaller, most in the middle tones."""
    detail = np.subtract(lightness, base)
    weight: Any = np.clip(base, 0, 1)
    weight *= 1 - weight
    weight *= np.float32(4 * _CLARITY * amount)
    if amount > 0:
        # Strong steps gain less: that is where halos come from.
        weight /= 1 + np.square(detail * np.float32(5.0))
    np.multiply(detail, weight, out=detail)
    return np.asarray(np.maximum(np.add(detail, lightness, out=detail), 0, out=detail), np.float32)


def _smooth(x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    inside = np.clip(x, 0, 1)
    return np.asarray(inside * inside * (3 - 2 * inside), np.float64)
