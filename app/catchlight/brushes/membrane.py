"""The smoothest surface over a hole that meets what lies around it: Laplace's equation, from coarse to fine.

It is what a seamless clone adds to the pixels that it copies.

Reference: P. Pérez, M. Gangnet, A. Blake, "Poisson image editing", SIGGRAPH 2003, doi:10.1145/882262.882269.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.picture import FloatImage

_SWEEPS, _FEW, _LARGE = 24, 8, 3000
"""Sweeps on each level, and on levels of more pixels: from a coarser solution more change nothing that 8 bits show."""
_NEXT = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.float32) / 4


def spread(values: FloatImage, hole: Any) -> FloatImage:
    """``values`` (HxWxC float32) with the hole (HxW bool) filled by the membrane over it; around it they stay as they are.

    Where the hole meets the border of the array, the membrane ends level.
    """
    import cv2

    height, width = hole.shape
    known = ~hole
    if not known.any():
        return np.zeros_like(values)
    surface = np.where(known[..., None], values, np.float32(0))
    if min(height, width) > 4 and hole.any():
        size = (-(-width // 2), -(-height // 2))
        padded = np.pad(surface, ((0, size[1] * 2 - height), (0, size[0] * 2 - width), (0, 0)))
        weight = np.pad(known.astype(np.float32), ((0, size[1] * 2 - height), (0, size[0] * 2 - width)))
        total = cv2.resize(padded, size, interpolation=cv2.INTER_AREA).reshape(size[1], size[0], -1)
        share = cv2.resize(weight, size, interpolation=cv2.INTER_AREA)
        coarse = spread(np.asarray(total / np.maximum(share, 1e-6)[..., None], np.float32), share <= 0)
        grown = cv2.resize(coarse, (size[0] * 2, size[1] * 2), interpolation=cv2.INTER_LINEAR)
        grown = grown.reshape(size[1] * 2, size[0] * 2, -1)[:height, :width]
        surface = np.where(known[..., None], values, grown)
    else:
        surface[hole] = values[known].mean(axis=0)
    for _ in range(_FEW if hole.size > _LARGE else _SWEEPS):
        mean = cv2.filter2D(surface, -1, _NEXT, borderType=cv2.BORDER_REPLICATE).reshape(surface.shape)
        surface[hole] = mean[hole]
    return np.asarray(surface, np.float32)
