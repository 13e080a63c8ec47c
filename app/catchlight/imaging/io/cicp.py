"""Colours named by number (ITU-T H.273): primaries, transfer curves, and what becomes of pictures for HDR screens."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.io.source import Cicp

SRGB: Cicp = (1, 13)
NOTE_HDR = "The picture was made for HDR screens ({kind}); what is brighter than white paper was compressed."
NOTE_UNKNOWN = "The colours are named in a way that is not known here; they were read as sRGB."

PQ, _CINEMA, HLG = 16, 17, 18
_D65, _DCI_WHITE = (0.3127, 0.3290), (0.314, 0.351)
PRIMARIES: dict[int, tuple[float, ...]] = {
    1: (*_D65, 0.640, 0.330, 0.300, 0.600, 0.150, 0.060),
    4: (0.310, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08),
    5: (*_D65, 0.640, 0.330, 0.290, 0.600, 0.150, 0.060),
    6: (*_D65, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070),
    7: (*_D65, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070),
    9: (*_D65, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046),
    11: (*_DCI_WHITE, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
    12: (*_D65, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
}
"""x, y of white, red, green, blue (H.273, table 2)."""
ADOBE_RGB = (*_D65, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
ADOBE_GAMMA = 563 / 256
"""Adobe RGB (1998) Color Image Encoding, 4.3.1.2."""
_CAMERA_CURVES = (1, 6, 14, 15)
"""Video's camera curve. With video's primaries stills are made for screens like sRGB's, and read so; with wider primaries the
curve is inverted as H.273 states it."""
_LIKE_SRGB = (1, 5, 6, 7)
_PAPER_WHITE = 203.0
"""Candelas per square metre of white paper in HDR pictures (ITU-R BT.2408, table 1)."""
_PEAK = 1000.0
"""Brightest that is told apart; what is brighter becomes white."""
_KNEE = 0.75
"""Light relative to paper white above which highlights are compressed."""


def light(named: Cicp, values: Doubles) -> Doubles | None:
    """Light of encoded values 0..1 by H.273's table 3; 1 is paper white, more for HDR. None where the transfer is not known."""
    primaries, curve = named
    if curve in (2, 13) or (curve in _CAMERA_CURVES and primaries in _LIKE_SRGB):
        return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    if curve in _CAMERA_CURVES:
        return np.where(values < 0.081243, values / 4.5, ((values + 0.099297) / 1.099297) ** (1 / 0.45))
    if curve in (4, 5):
        return np.asarray(values ** (2.2 if curve == 4 else 2.8))
    if curve == 8:
        return values
    if curve == PQ:
        return _pq(values) / _PAPER_WHITE
    if curve == HLG:
        return _hlg(values) / _PAPER_WHITE
    if curve == _CINEMA:
        return np.minimum(values**2.6 * (52.37 / 48), 1)
    return None


def is_hdr(cicp: Cicp) -> bool:
    """Whether the transfer is PQ or HLG."""
    return cicp[1] in (PQ, HLG)


def _pq(values: Doubles) -> Doubles:
    """Candelas per square metre (SMPTE ST 2084, 5.1)."""
    m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 4096 * 128, 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    power = values ** (1 / m2)
    return np.asarray(10000 * (np.maximum(power - c1, 0) / (c2 - c3 * power)) ** (1 / m1))


def _hlg(values: Doubles) -> Doubles:
    """Candelas per square metre of a screen of 1000 (ITU-R BT.2100, table 5), its system gamma taken for each channel."""
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    scene = np.where(values <= 0.5, values**2 / 3, (np.exp((values - c) / a) + b) / 12)
    return np.asarray(1000 * scene**1.2)


def compress_highlights(light: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.floating[Any]]:
    """HxWx3 light relative to paper white into 0..1: nothing changes below the knee, the peak becomes 1, colours keep their hue.

    The curve is ITU-R BT.2390's idea of a roll-off, as a rational function that joins with the same slope.
    """
    brightest = np.maximum(light.max(axis=-1, keepdims=True), 1e-6)
    room, excess, most = 1 - _KNEE, brightest - _KNEE, _PEAK / _PAPER_WHITE - _KNEE
    bend = (most - room) / (most * room)
    rolled = _KNEE + excess / (1 + bend * excess)
    return np.asarray(light * np.where(excess > 0, np.minimum(rolled, 1) / brightest, 1))


def to_xyz(primaries: tuple[float, ...]) -> Doubles | None:
    """RGB to XYZ (white at Y 1) adapted to D50 by Bradford; None where the primaries make no colour space."""
    points = np.asarray(primaries, np.float64).reshape(4, 2)
    if not np.isfinite(points).all() or (points[:, 1] <= 0).any():
        return None
    full = np.column_stack([points[:, 0] / points[:, 1], np.ones(4), (1 - points.sum(axis=1)) / points[:, 1]])
    columns = full[1:].T
    if abs(np.linalg.det(columns)) < 1e-6:
        return None
    matrix = columns * np.linalg.solve(columns, full[0])
    bradford = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
    d50 = np.array([0.96422, 1.0, 0.82521])
    scale = np.diag((bradford @ d50) / (bradford @ full[0]))
    return np.asarray(np.linalg.inv(bradford) @ scale @ bradford @ matrix)


_MADE = to_xyz(PRIMARIES[1])
assert _MADE is not None
SRGB_TO_XYZ: Doubles = _MADE
"""Linear sRGB to XYZ at D50."""
