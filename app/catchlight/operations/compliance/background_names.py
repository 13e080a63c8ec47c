"""Names of background colours as authorities write them, and whether a colour is meant by one."""

from __future__ import annotations

import numpy as np

_Box = tuple[float, float, float, float, float, float]
_ANY_HUE = (0.0, 360.0)

_NAMES: dict[str, _Box] = {
    "white": (94, 101, 0, 4, *_ANY_HUE),
    "off-white": (86, 101, 0, 10, *_ANY_HUE),
    "cream": (80, 98, 4, 28, 60, 115),
    "beige": (65, 93, 5, 32, 45, 110),
    "light brown": (55, 82, 8, 40, 40, 95),
    "light grey": (68, 94, 0, 7, *_ANY_HUE),
    "grey": (40, 92, 0, 8, *_ANY_HUE),
    "neutral grey": (40, 92, 0, 8, *_ANY_HUE),
    "dark grey": (15, 45, 0, 8, *_ANY_HUE),
    "light blue": (65, 93, 5, 40, 195, 290),
    "blue": (25, 80, 15, 90, 200, 300),
    "royal blue": (20, 55, 35, 100, 240, 305),
    "red": (25, 60, 40, 110, 5, 50),
    "near white": (90, 101, 0, 6, *_ANY_HUE),
    "very light": (85, 101, 0, 10, *_ANY_HUE),
    "mid grey": (45, 80, 0, 8, *_ANY_HUE),
    "brown": (20, 60, 10, 60, 30, 95),
    "dark": (0, 45, 0, 150, *_ANY_HUE),
    "coloured": (0, 101, 15, 150, *_ANY_HUE),
    "black": (0, 15, 0, 10, *_ANY_HUE),
}
"""Least and greatest L*, chroma and hue in degrees of CIELAB (D65): our reading, the authorities give no numbers."""


def name_matches(name: str, seen: tuple[float, float, float]) -> bool | None:
    """Whether a colour (sRGB, 0..255) is what a name means; None for a name that is not known (plain, light, neutral)."""
    box = _NAMES.get(name.strip().lower())
    if box is None:
        return None
    import cv2

    lightness, a, b = cv2.cvtColor(np.array([[seen]], np.float32) / 255, cv2.COLOR_RGB2LAB)[0, 0].astype(float)
    chroma, hue = float(np.hypot(a, b)), float(np.degrees(np.arctan2(b, a)) % 360)
    low, high, least, most, first, last = box
    return bool(low <= lightness <= high and least <= chroma <= most and (first <= hue <= last or chroma < 3))
