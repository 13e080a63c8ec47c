"""How far apart two colours look: CIEDE2000.

References:
    G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula: Implementation notes, supplementary test data, and
    mathematical observations", Color Research and Application 30(1), 2005, doi:10.1002/col.20070.
"""

from __future__ import annotations

import numpy as np

_OPPOSITE = 1e-9
"""Degrees by which hues that lie opposite to each other may miss 180 by rounding."""
Lab = tuple[float, float, float]
"""CIELAB: L 0..100, a and b about -128..127."""


def delta_e2000(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    """CIEDE2000 between two sRGB colours given in 0..255."""
    import cv2

    pair = np.array([[first, second]], np.float32) / 255
    one, other = cv2.cvtColor(pair, cv2.COLOR_RGB2LAB)[0].astype(float)
    return ciede2000((one[0], one[1], one[2]), (other[0], other[1], other[2]))


def ciede2000(first: Lab, second: Lab) -> float:
    """CIEDE2000 between two CIELAB colours, with all weights 1."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(chroma**7 / (chroma**7 + 25.0**7)))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1 = np.degrees(np.arctan2(b1, a1 * stretch)) % 360 if c1 else 0.0
    h2 = np.degrees(np.arctan2(b2, a2 * stretch)) % 360 if c2 else 0.0
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    if abs(abs(turn) - 180) < _OPPOSITE:
        hue = (
            h1 + h2
        ) / 2  # neither way round is shorter: the paper takes the plain mean, whichever colour comes first
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    light, mean = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.20 * np.cos(np.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * mean, 1 + 0.015 * mean * t
    turning = -2 * np.sqrt(mean**7 / (mean**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    return float(np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + turning * (dc / sc) * (dh / sh)))
