"""Grain in hair: told along its strands, which are smooth, and given to drawn hair as there is in the photo's."""

from __future__ import annotations

import numpy as np

from catchlight.hair.synthesis.texture import contrast
from catchlight.hair.synthesis.texture.flow import StrandFlow
from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane

_WAYS, _ALIGNED, _AGREED = ((1, 0), (0, 1), (1, 1), (-1, 1)), 0.985, 0.6
"""Steps to a pixel's neighbour, across and down, the cosine of the angle to a strand from which one goes along it, and how far
strands agree there at least."""
_AROUND, _TOLD, _SMOOTHEST = 11, 0.4, 10
"""Pixels over which grain is told, share of them in which it must be, and the percentile of such places that show nothing else:
elsewhere strands cross."""
_FEWEST = 64
_WHITE = 1.5
"""Variance of the difference of a pixel from the mean of two neighbours, in variances of white noise."""
_MOST, _IN_THE_DARK = 1.3, 0.4
"""How much of the grain on the skin there is in hair at most, and what is left of it in the darkest."""


def grain_along_strands(light: FloatPlane, flow: StrandFlow, where: Mask) -> float:
    """Deviation of a plane (HxW) from pixel to pixel along strands where these are smoothest; 0 where too little of that can be
    told. where: HxW, what is hair; flow: how that lies."""
    import cv2

    part = contrast.sample_window(where)
    if part is None:
        return 0.0
    ways, sure = (
        np.asarray(cv2.resize(cells, where.shape[::-1], interpolation=cv2.INTER_NEAREST))[part]
        for cells in (flow.along, flow.sure)
    )
    plane, inside = light[part], where[part] & (sure > _AGREED)
    square, told = np.zeros(plane.shape, np.float32), np.zeros(plane.shape, np.float32)
    for across, down in _WAYS:
        aligned = np.abs(ways[..., 0] * across + ways[..., 1] * down) > np.float32(_ALIGNED * np.hypot(across, down))
        aligned &= inside
        kernel = np.zeros((3, 3), np.float32)
        kernel[1, 1] = 1
        kernel[1 + down, 1 + across] = kernel[1 - down, 1 - across] = -0.5
        square[aligned] = np.square(cv2.filter2D(plane, cv2.CV_32F, kernel)[aligned])
        told[aligned] = 1
    around = cv2.boxFilter(told, -1, (_AROUND, _AROUND))
    enough = around > _TOLD
    if enough.sum() < _FEWEST:
        return 0.0
    local = cv2.boxFilter(square, -1, (_AROUND, _AROUND))[enough] / around[enough]
    return float(np.sqrt(np.percentile(local, _SMOOTHEST) / _WHITE))


def grain_to_add(
    change: FloatPlane, light: FloatPlane, grain: FloatPlane, flow: StrandFlow, worn: Mask, wanted: float
) -> FloatPlane:
    """What is to be added to ``change``, differences of the logarithm of ``light``, so that hair ``worn`` (all HxW) has as much
    grain as ``wanted``. grain: HxW, 0..255, the photo's as it is on skin."""
    there, own = grain_along_strands(change * light, flow, worn), grain_along_strands(grain, flow, worn)
    share = min(np.sqrt(max(wanted**2 - there**2, 0)) / max(own, 1e-4), _MOST)
    dark = np.clip(light / np.float32(np.median(light[worn])), _IN_THE_DARK, 1)
    return np.asarray(grain * np.float32(share) * dark / light, np.float32)
