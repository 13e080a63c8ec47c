"""Colour: tables over chromaticity (P / I, T / I) for saturation, vibrance and hue bands, and over I for split toning."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from catchlight.develop import space
from catchlight.develop.development import BANDS, ZONES, Bands, Development, Toning
from catchlight.develop.stages.tone_curve import KNOTS, TABLE, table_from_knots
from catchlight.imaging.arrays import Doubles, Singles
from catchlight.imaging.colour import srgb
from catchlight.imaging.picture import FloatPlane

SIDE = 257
REACH = 2.4
"""The chromaticity table covers -REACH..REACH on both axes; pure sRGB blue lies at 2.0."""
_BAND_HUES = (355.0, 28.0, 55.0, 120.0, 178.0, 220.0, 270.0, 315.0)
"""Centres of the bands on the colour wheel of sRGB, degrees."""
_SKIN = ((0.86, 0.66, 0.56), (0.55, 0.38, 0.29), (0.93, 0.76, 0.66))
"""sRGB of lit skin, light, dark and pale: all lie on nearly one hue."""
_SKIN_WIDTH = 22.0
_TURN_OF_FULL = 32.0
"""Degrees in P, T that a band's hue turns at 100."""


def table(settings: Development) -> npt.NDArray[np.float32] | None:
    """SIDE x SIDE over (T / I, P / I): factor for P and T; None where colour stays as it is.

    Where bands are moved SIDE x SIDE x 3: real and imaginary factor for P + iT, and a factor for all three.
    """
    if settings.bands == Bands() and not settings.saturation and not settings.vibrance:
        return None
    # Only what it depends on: the same table serves while other sliders move.
    return _table(settings.saturation, settings.vibrance, settings.bands)


@lru_cache(maxsize=4)
def _table(saturation: float, vibrance: float, every: Bands) -> npt.NDArray[np.float32]:
    import cv2

    bands = [getattr(every, name) for name in BANDS]
    moved = every != Bands()
    disc = _disc()
    gain = _saturated(saturation / 100, disc) * _vibrant(vibrance / 100, disc)
    turn, light = np.zeros_like(gain), np.zeros_like(gain)
    for band, weight in zip(bands, disc.weights, strict=True) if moved else ():
        gain *= 1 + band.saturation / 100 * weight * (1.0 if band.saturation < 0 else 0.9)
        turn += band.hue / 100 * _TURN_OF_FULL * weight * disc.coloured
        light += band.luminance / 100 * weight * disc.coloured
    if not moved:
        return gain
    real, imaginary = cv2.polarToCart(gain, turn, angleInDegrees=True)
    return np.asarray(cv2.merge([real, imaginary, np.exp2(0.6 * light)]), np.float32)


@dataclass(frozen=True)
class _Disc:
    """All chromaticities of a table, SIDE x SIDE each: what of them no setting changes.

    skin: likeness to skin. pale, coloured: 0..1. room: for more saturation. weights: shares of the bands.
    """

    skin: FloatPlane
    pale: FloatPlane
    coloured: FloatPlane
    room: FloatPlane
    weights: tuple[FloatPlane, ...]


@lru_cache(maxsize=1)
def _disc() -> _Disc:
    axis = np.linspace(-REACH, REACH, SIDE)
    p, t = np.meshgrid(axis, axis)
    chroma, angle = np.hypot(p, t), np.degrees(np.arctan2(t, p))
    return _Disc(
        skin=skin_likeness(chroma, angle).astype(np.float32),
        pale=(np.clip(1 - chroma / 1.3, 0, 1) ** 1.3).astype(np.float32),
        coloured=_smooth((chroma - 0.04) / 0.22).astype(np.float32),
        room=(1 / (1 + (chroma / 1.1) ** 2)).astype(np.float32),
        weights=tuple(weight.astype(np.float32) for weight in band_weights(angle)),
    )


def _saturated(amount: float, disc: _Disc) -> FloatPlane:
    """Plain for less; for more, strong colours gain less, and skin two thirds."""
    if amount <= 0:
        return np.full_like(disc.room, 1 + amount)
    return np.asarray(1 + amount * (0.35 + 0.65 * disc.room) * (1 - 0.33 * disc.skin), np.float32)


def _vibrant(amount: float, disc: _Disc) -> FloatPlane:
    """Pale colours most, skin hardly."""
    if amount < 0:
        return np.asarray(1 + amount * (0.45 + 0.4 * disc.pale) * (1 - 0.4 * disc.skin), np.float32)
    return np.asarray(1 + 1.1 * amount * disc.pale * (1 - 0.85 * disc.skin), np.float32)


def skin_likeness(chroma: Doubles, angle: Doubles) -> Doubles:
    """1 for the hue and strength of lit skin, 0 far from them."""
    away = np.abs((angle - _skin_angle() + 180) % 360 - 180)
    likely = _smooth(1.6 - away / _SKIN_WIDTH)
    return np.asarray(likely * _smooth((chroma - 0.05) / 0.1) * _smooth((1.35 - chroma) / 0.4), np.float64)


def band_weights(angle: Doubles) -> list[Doubles]:
    """For each band its share in a hue (degrees in P, T); the shares of a hue sum to 1."""
    centres = _band_angles()
    order = np.argsort(centres)
    rising = centres[order]
    weights: list[Doubles] = [np.zeros_like(angle) for _ in BANDS]
    at = (angle - rising[0]) % 360 + rising[0]
    for number in range(len(BANDS)):
        low, high = rising[number], rising[number + 1] if number + 1 < len(BANDS) else rising[0] + 360
        inside = (at >= low) & (at < high)
        share = _smooth((at - low) / (high - low))
        weights[order[number]] += np.where(inside, 1 - share, 0)
        weights[order[(number + 1) % len(BANDS)]] += np.where(inside, share, 0)
    return weights


def toning(settings: Development) -> tuple[Singles, Singles] | None:
    """What is added to P and to T, over I in 0..1 (TABLE entries); None where nothing is toned."""
    return _toning(settings.toning)


@lru_cache(maxsize=4)
def _toning(toned: Toning) -> tuple[Singles, Singles] | None:
    zones = [getattr(toned, name) for name in ZONES]
    if not any(zone.amount for zone in zones):
        return None
    light = KNOTS / (TABLE - 1)
    dark = 1 - _smooth(light / 0.62)
    bright = _smooth((light - 0.42) / 0.58)
    weights = (dark, np.clip(1 - dark - bright, 0, 1) + 0.25 * (dark + bright), bright)
    # Black and white themselves take less colour, the rest as much as its lightness can hold.
    hold = np.minimum(light / 0.22, 1) ** 0.7 * (0.30 + 0.70 * np.clip((1.0 - light) / 0.35, 0, 1) ** 0.8)
    p, t = np.zeros_like(light), np.zeros_like(light)
    for zone, weight in zip(zones, weights, strict=True):
        direction = _direction(zone.hue)
        p += direction[0] * zone.amount / 100 * weight * hold
        t += direction[1] * zone.amount / 100 * weight * hold
    return table_from_knots(p), table_from_knots(t)


def _direction(hue: float) -> npt.NDArray[np.float64]:
    """P and T of a muted colour of that hue; full toning adds them."""
    rgb = np.array(colorsys.hls_to_rgb(hue / 360, 0.5, 0.62))
    ipt = space.ipt_of(srgb.to_linear(rgb.astype(np.float32)))
    return np.asarray(ipt[1:] / np.hypot(*ipt[1:]) * 0.30, np.float64)


@lru_cache(maxsize=1)
def _band_angles() -> npt.NDArray[np.float64]:
    rgb = np.array([colorsys.hls_to_rgb(hue / 360, 0.5, 0.8) for hue in _BAND_HUES])
    _, p, t = space.ipt_of(srgb.to_linear(rgb.astype(np.float32))).T
    return np.asarray(np.degrees(np.arctan2(t, p)), np.float64)


@lru_cache(maxsize=1)
def _skin_angle() -> float:
    """Degrees of skin in P, T."""
    _, p, t = space.ipt_of(srgb.to_linear(np.array(_SKIN, np.float32))).mean(axis=0)
    return float(np.degrees(np.arctan2(t, p)))


def _smooth(x: Doubles) -> Doubles:
    inside = np.clip(x, 0, 1)
    return np.asarray(inside * inside * (3 - 2 * inside), np.float64)
