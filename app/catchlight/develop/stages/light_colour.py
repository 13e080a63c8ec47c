"""The colour of the light, and film that sees no colour: what a matrix on linear light can do."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catchlight.develop.development import Development, Filter
from catchlight.develop.space import RGB_TO_XYZ
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import LUMINANCE

NEUTRAL_KELVIN = 6504.0
MIREDS_OF_FULL = 75.0
"""Shift of the white point, in mireds, at temperature 100."""
DUV_OF_FULL = 0.018
"""Shift across the daylight line, in u'v' of CIE 1976, at tint 100."""
_BRADFORD: Doubles = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
_FILTERS: Mapping[Filter, tuple[float, float, float]] = {
    "none": (0.27, 0.61, 0.12),
    "yellow": (0.40, 0.53, 0.07),
    "orange": (0.56, 0.40, 0.04),
    "red": (0.74, 0.23, 0.03),
    "green": (0.17, 0.75, 0.08),
    "blue": (0.16, 0.34, 0.50),
}
"""Share of red, green and blue light in the grey of panchromatic film behind a filter; each sums to 1."""


def matrix(settings: Development) -> Doubles:
    """3x3 for linear sRGB: white balance, then black and white. Neutral settings give the identity."""
    balance = white_balance(settings.temperature, settings.tint)
    if not settings.monochrome:
        return balance
    share = settings.monochrome / 100
    grey = np.tile(np.array(_FILTERS[settings.filter]), (3, 1))
    return np.asarray(((1 - share) * np.eye(3) + share * grey) @ balance, np.float64)


def white_balance(temperature: float, tint: float) -> Doubles:
    """3x3 for linear sRGB, keeping the luminance of neutral; Bradford adaptation between two points near daylight."""
    if not temperature and not tint:
        return np.eye(3)
    mired = 1e6 / NEUTRAL_KELVIN + MIREDS_OF_FULL * temperature / 100
    start, end = _white(1e6 / NEUTRAL_KELVIN, 0.0), _white(mired, tint / 100 * DUV_OF_FULL)
    gains = (_BRADFORD @ end) / (_BRADFORD @ start)
    adapted = np.linalg.inv(_BRADFORD) @ np.diag(gains) @ _BRADFORD
    made = np.linalg.inv(RGB_TO_XYZ) @ adapted @ RGB_TO_XYZ
    return np.asarray(made / float(LUMINANCE @ made.sum(axis=1)), np.float64)


def _white(mired: float, towards_magenta: float) -> Doubles:
    """XYZ of a black body with the luminance 1, moved at right angles to the line of black bodies.

    Approximation of Krystek 1985 (u, v of CIE 1960), good from 1000 to 15000 K.
    """
    u, v = _locus(mired)
    ahead, behind = np.array(_locus(mired + 5)), np.array(_locus(mired - 5))
    along = (ahead - behind) / np.linalg.norm(ahead - behind)
    # In u, v the line runs to the right and up towards red; below it lies magenta.
    u, v = u + towards_magenta * along[1], v - towards_magenta * along[0] / 1.5
    x, y = 3 * u / (2 * u - 8 * v + 4), 2 * v / (2 * u - 8 * v + 4)
    return np.array([x / y, 1.0, (1 - x - y) / y])


def _locus(mired: float) -> tuple[float, float]:
    kelvin = 1e6 / mired
    u = (0.860117757 + 1.54118254e-4 * kelvin + 1.28641212e-7 * kelvin**2) / (
        1 + 8.42420235e-4 * kelvin + 7.08145163e-7 * kelvin**2
    )
    v = (0.317398726 + 4.22806245e-5 * kelvin + 4.20481691e-8 * kelvin**2) / (
        1 - 2.89741816e-5 * kelvin + 1.61456053e-7 * kelvin**2
    )
    return u, v
