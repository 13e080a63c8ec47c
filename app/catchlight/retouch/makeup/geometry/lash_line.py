"""The upper lash line: where landmarks put it, moved to the dark line that the photo has there."""

from __future__ import annotations

from itertools import product

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import Pixels

_LEAST, _MOST = -0.01, 0.06
"""How far from the landmarks the lash line is looked for, in widths of the eye: into the opening and up the lid."""
_TILT = (-0.02, -0.01, 0.0, 0.01, 0.02)
_DARKER = 0.03
"""OKLab lightness by which a line must be darker than the landmarks' own to be believed."""
_COST = 0.6
"""Lightness that a move of one eye's width costs: without evidence the landmarks stay."""


def find_lash_line(pixels: Pixels, rough: Doubles, up: Doubles, width: float) -> Doubles:
    """Nx2: ``rough`` moved along ``up`` (unit vector) by a smooth curve on which the photo is darkest.

    pixels: HxWx3 or x4. rough: Nx2 from corner to corner; its ends stay. width: of the eye in pixels.
    """
    along = np.linspace(0, 1, len(rough))
    held = np.sin(np.pi * along) ** 0.5
    offsets = np.arange(_LEAST, _MOST + 0.005, 0.005)
    light = _lightness(pixels, rough[None] + (offsets * width)[:, None, None] * up, width)

    def darkness(moves: Doubles) -> float:
        at = (moves - offsets[0]) / (offsets[1] - offsets[0])
        low = np.clip(at.astype(int), 0, len(offsets) - 2)
        part = np.clip(at - low, 0, 1)
        columns = np.arange(len(along))
        values = light[low, columns] * (1 - part) + light[low + 1, columns] * part
        return -float(values[4:-4].mean())

    best, most = np.zeros_like(along), darkness(np.zeros_like(along)) + _DARKER
    for middle, tilt, bend in product(offsets, _TILT, _TILT):
        moves = held * np.clip(
            middle + tilt * (2 * along - 1) + bend * ((2 * along - 1) ** 2 - 0.33), offsets[0], offsets[-1]
        )
        found = darkness(moves) - _COST * float(np.abs(moves).mean())
        if found > most:
            best, most = moves, found
    return np.asarray(rough + (best * width)[:, None] * up)


def _lightness(pixels: Pixels, points: Doubles, width: float) -> Doubles:
    """OKLab lightness at points KxNx2 of the picture, over a hundredth of the eye's width."""
    import cv2

    low = np.floor(points.reshape(-1, 2).min(axis=0)).astype(int) - 8
    high = np.ceil(points.reshape(-1, 2).max(axis=0)).astype(int) + 9
    height, across = pixels.shape[:2]
    x0, y0 = np.clip(low, 0, [across - 1, height - 1])
    x1, y1 = np.clip(high, [x0 + 1, y0 + 1], [across, height])
    part = pixels[y0:y1, x0:x1, :3].astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)
    light = cv2.GaussianBlur(oklab.lightness(oklab.linear(part)), (0, 0), max(0.5, 0.01 * width))
    places = (points - [x0, y0]).astype(np.float32)
    found = cv2.remap(light, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float64)
