"""Tone: from the lightness of the source to that of the result, as tables over I (the root of linear light)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.develop.development import Development
from catchlight.develop.stages import curves
from catchlight.imaging.arrays import Singles
from catchlight.imaging.colour import srgb as colour
from catchlight.imaging.picture import FloatPlane

TABLE = 65536
REACH = 2.0
"""The tables cover I in 0..REACH: local brightening may lift a pixel above white before the curve."""
_FILM = 0.45
"""How far colour follows the curve's slope, as in film (1), rather than its height, as in a pure change of light (0)."""

KNOTS = np.unique(np.round(np.linspace(0, 1, 4097) ** 1.5 * (TABLE - 1)).astype(np.int64))
"""Entries of a table that are worked out, denser towards black; the rest lies on straight lines between them."""


@dataclass(frozen=True)
class Tables:
    """Over I / REACH in 0..1, TABLE entries: I becomes I times ``lightness`` plus ``black``, P and T times ``colour``."""

    lightness: Singles
    colour: Singles
    black: float


def tables(settings: Development, pivot: float, kept: npt.NDArray[np.float64] | None = None) -> Tables | None:
    """The tone curve's factors; None where tone stays as it is.

    pivot: I that contrast turns about. kept: over I / REACH, 1 where tones are to stay as they are.
    """
    if not any((settings.exposure, settings.contrast, settings.midtones, settings.whites, settings.blacks)) and not (
        settings.curve
    ):
        return None
    if kept is not None:
        return _tables(settings, pivot, kept)
    # Only what they depend on: the same tables serve while other sliders move.
    names = ("exposure", "contrast", "midtones", "whites", "blacks", "curve")
    return _kept_tables(Development(**{name: getattr(settings, name) for name in names}), pivot)


@lru_cache(maxsize=4)
def _kept_tables(settings: Development, pivot: float) -> Tables:
    return _tables(settings, pivot, None)


def _tables(settings: Development, pivot: float, kept: npt.NDArray[np.float64] | None) -> Tables:
    # Half a step up, so that black has a slope too.
    x = np.asarray((KNOTS + 0.5) * (REACH / TABLE), np.float64)
    y = curve(settings, pivot, x)
    if kept is not None:
        y = np.maximum.accumulate(y + kept[KNOTS] * (np.minimum(x, 1) - y))
    black = float(y[0])
    ratio = (y - black) / x
    slope = np.gradient(y, x)
    film = np.power(np.maximum(ratio, 1e-4), 1 - _FILM) * np.power(np.clip(slope, 1e-4, 4), _FILM)
    # Near black the ratio of two tiny numbers says little, and colour there is noise.
    dark = int(np.searchsorted(x, 0.04))
    film[:dark] = np.minimum(film[:dark], film[dark])
    return Tables(table_from_knots(ratio), table_from_knots(film), black)


def table_from_knots(values: npt.NDArray[np.float64]) -> Singles:
    """A table of TABLE entries through the values at ``KNOTS``."""
    return np.interp(np.arange(TABLE, dtype=np.float64), KNOTS, values).astype(np.float32)


def curve(settings: Development, pivot: float, x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """I of the result for I of the source in 0..REACH; rises everywhere, 0..1."""
    y = _exposed(x, settings.exposure)
    y = y + _bump(y, settings.midtones / 100)
    y = _contrasted(y, settings.contrast / 100, pivot)
    y = _ended(y, settings.whites / 100, settings.blacks / 100)
    if settings.curve:
        y = _drawn(settings, y)
    return np.asarray(np.clip(np.maximum.accumulate(y), 0, 1), np.float64)


def _exposed(x: npt.NDArray[np.float64], stops: float) -> npt.NDArray[np.float64]:
    """Light times 2^stops with a filmic shoulder: linear below the knee, then smoothly up to white.

    The shoulder is Reinhard's extended operator (Reinhard et al. 2002) above the knee: slope 1 there, white where white was.
    """
    lit = x * 2 ** (stops / 2)
    if stops <= 0:
        # Less light: the very white end is held a little, so that lamps and sky do not turn grey.
        held = np.clip((x - 0.75) / 0.25, 0, 1)
        lit = lit + (1 - 2 ** (stops / 2)) * 0.45 * held**2 * (3 - 2 * held) * np.clip(x, 0, 1)
        return _shoulder(lit, 0.9) if x[-1] > 1 else lit
    knee = max(0.45, 0.85 - 0.25 * stops)
    return _shoulder(lit, knee, 2 ** (stops / 2))


def _shoulder(lit: npt.NDArray[np.float64], knee: float, white: float = 1.0) -> npt.NDArray[np.float64]:
    """Linear up to the knee; source white (``white``) comes to 1, or stays what it is where it is no brighter."""
    room = 1 - knee
    s = np.maximum(lit - knee, 0) / room
    end = max(1.0, (white - knee) / room)
    rolled = np.minimum(s * (1 + s / end**2) / (1 + s), 1)
    return np.asarray(np.where(lit <= knee, lit, knee + room * rolled), np.float64)


def _bump(x: npt.NDArray[np.float64], amount: float) -> npt.NDArray[np.float64]:
    inside = np.clip(x, 0, 1)
    return np.asarray(amount * 0.5 * inside * (1 - inside) ** 1.2, np.float64)


def _contrasted(x: npt.NDArray[np.float64], amount: float, pivot: float) -> npt.NDArray[np.float64]:
    """Two power curves that meet in the pivot with the same slope; less contrast is the way back from them."""
    if not amount:
        return x
    power = 2 ** (0.75 * abs(amount))
    inside = np.clip(x, 0, 1)
    below = pivot * np.power(inside / pivot, power)
    above = 1 - (1 - pivot) * np.power((1 - inside) / (1 - pivot), power)
    curved = np.where(inside < pivot, below, above)
    change = curved - inside
    return np.asarray(x + change * (1 if amount > 0 else -0.8), np.float64)


def _ended(x: npt.NDArray[np.float64], whites: float, blacks: float) -> npt.NDArray[np.float64]:
    """White and black point: the ends move, the middle hardly."""
    inside = np.clip(x, 0, 1)
    y = x + 0.16 * whites * inside**3 if whites <= 0 else x + 0.3 * whites * inside**3 * (1 - 0.55 * inside)
    y = y + 0.11 * blacks * (1 - inside) ** 5
    if blacks < 0:
        soft = 0.012 * -blacks
        y = 0.5 * (y + np.sqrt(y * y + soft * soft)) - 0.5 * soft * np.maximum(1 - y / 0.3, 0)
    return np.asarray(y, np.float64)


def _drawn(settings: Development, x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The curve that was drawn over sRGB values."""
    inside = np.clip(x, 0, 1)
    srgb = colour.to_srgb((inside**2).astype(np.float32)).astype(np.float64)
    bent = curves.evaluate_curve(settings.curve, srgb)
    return np.asarray(np.sqrt(colour.to_linear(bent.astype(np.float32)).astype(np.float64)), np.float64)


def encoding(settings: Development, channel: int, top: int) -> npt.NDArray[np.uint16]:
    """Roots of linear light (TABLE steps, 0..1) to sRGB times ``top``, with the channel's own curve and the fade."""
    linear = np.square(np.arange(TABLE, dtype=np.float64) / (TABLE - 1))
    srgb = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.power(linear, 1 / 2.4) - 0.055)
    points = (settings.red_curve, settings.green_curve, settings.blue_curve)[channel]
    srgb = curves.evaluate_curve(points, srgb)
    if settings.fade:
        f = settings.fade / 100
        srgb = srgb + f * (0.16 * (1 - srgb) ** 2.5 - 0.05 * srgb**4)
    return np.round(np.clip(srgb, 0, 1) * top).astype(np.uint16)


def index(plane: FloatPlane, reach: float) -> npt.NDArray[np.uint16]:
    """Place in a table of TABLE entries over 0..``reach``; what lies beyond takes the end."""
    import cv2

    # One pass: scaled, rounded and clipped. Half a step back where entries begin at black instead of lying around it.
    back = 0.0 if reach == 1.0 else -0.5
    return np.asarray(cv2.addWeighted(plane, (TABLE - 1) / reach, plane, 0, back, dtype=cv2.CV_16U), np.uint16)


def look_up(table: npt.NDArray[Any], places: npt.NDArray[np.uint16]) -> Any:
    """Entries of a table of TABLE of them; OpenCV's is twice as fast as ``take``, and that several times as fast as indexing."""
    import cv2

    return cv2.LUT(places, table)


def pivot_of(median: float) -> float:
    """Where contrast turns, for a picture of that median I: near its middle, never at an end."""
    return float(np.clip(0.5 * (median + 0.45), 0.33, 0.58))
