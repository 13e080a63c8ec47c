"""White balance of a raw file: from the light's temperature and tint to the sensor's multipliers, and back."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.io.formats.raw.settings import RawSettings

Multipliers = tuple[float, float, float, float]
"""What red, green, blue and the second green are multiplied by; the first green by 1."""

_TINT_OF_DUV = 3000.0
"""Steps of tint for a distance of 1 from the Planckian locus in CIE 1960 u, v, as raw converters count (DNG SDK)."""
_XYZ_TO_SRGB = np.array(
    [[3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252]]
)
"""At D65, as LibRaw's matrices of cameras are (IEC 61966-2-1)."""
_MIREDS = np.linspace(1e6 / 15_000, 1e6 / 1500, 4001)
_STEP = 1e-3
_LEAST = 1e-3
"""Of a neutral's channel, that no multiplier is beyond all bounds."""


class CameraColours:
    """A camera's colours, as LibRaw knows them.

    daylight: multipliers for D65. matrix: 3x3, balanced colours of the camera to linear sRGB; where it is none (unknown cameras)
    the camera is taken to see sRGB.
    """

    def __init__(self, daylight: Multipliers, matrix: Doubles) -> None:
        self._daylight = np.asarray(daylight[:3], np.float64)
        usable = matrix.shape == (3, 3) and bool(np.isfinite(matrix).all()) and abs(np.linalg.det(matrix)) > 1e-6
        self.matrix = np.asarray(matrix, np.float64) if usable else np.eye(3)

    def multipliers(self, temperature: float, tint: float) -> Multipliers:
        """What makes a light of so many kelvin, and so much off the Planckian locus, white."""
        x, y = _chromaticity(temperature, tint)
        light = _XYZ_TO_SRGB @ np.array([x / y, 1.0, (1 - x - y) / y])
        neutral = np.maximum(np.linalg.solve(self.matrix, light), _LEAST) / self._daylight
        red, green, blue = neutral
        return green / red, 1.0, green / blue, 1.0

    def balance(self, shot: Multipliers, settings: RawSettings) -> Multipliers:
        """The white balance that is wished for; what is not said of it is as in ``shot``."""
        if settings.temperature is None and settings.tint is None:
            return shot
        temperature, tint = self.temperature_and_tint(shot)
        return self.multipliers(
            temperature if settings.temperature is None else settings.temperature,
            tint if settings.tint is None else settings.tint,
        )

    def temperature_and_tint(self, multipliers: Multipliers) -> tuple[float, float]:
        """Kelvin and tint of the light that the multipliers make white."""
        neutral = self._daylight / np.asarray(multipliers[:3], np.float64)
        xyz = np.linalg.solve(_XYZ_TO_SRGB, self.matrix @ neutral)
        x, y, z = (float(value) for value in xyz)
        below = x + 15 * y + 3 * z
        u, v = 4 * x / below, 6 * y / below
        us, vs = _locus(1e6 / _MIREDS)
        nearest = int(np.argmin((us - u) ** 2 + (vs - v) ** 2))
        kelvin = float(1e6 / _MIREDS[nearest])
        across_u, across_v = _across(kelvin)
        duv = (u - us[nearest]) * across_u + (v - vs[nearest]) * across_v
        return kelvin, float(duv) * _TINT_OF_DUV


def _locus(kelvin: Doubles) -> tuple[Doubles, Doubles]:
    """CIE 1960 u, v of a black body (Krystek 1985, Color Research and Application 10; within 8e-5 from 1000 to 15,000 K)."""
    t = np.asarray(kelvin, np.float64)
    u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t**2) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t**2)
    v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t**2) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t**2)
    return u, v


def _across(kelvin: float) -> tuple[float, float]:
    """The direction away from the locus, towards green, of length 1."""
    us, vs = _locus(1e6 / (1e6 / kelvin + np.array([-_STEP, _STEP])))
    along = np.array([us[1] - us[0], vs[1] - vs[0]])
    along /= np.hypot(*along)
    across = (-along[1], along[0]) if along[0] > 0 else (along[1], -along[0])
    return float(across[0]), float(across[1])


def _chromaticity(kelvin: float, tint: float) -> tuple[float, float]:
    """CIE 1931 x, y."""
    us, vs = _locus(np.array([kelvin]))
    across_u, across_v = _across(kelvin)
    u = float(us[0]) + across_u * tint / _TINT_OF_DUV
    v = float(vs[0]) + across_v * tint / _TINT_OF_DUV
    below = 2 * u - 8 * v + 4
    return 3 * u / below, 2 * v / below
