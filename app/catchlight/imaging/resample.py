"""Pictures and planes much smaller: halved first, for halves cost a fraction of a mean over areas of any other size."""

from __future__ import annotations

from typing import Any

_MUCH = 4.0
"""Pixels for one of the result from which they are halved: what is then left to do is still a mean over areas."""


def downsample(array: Any, size: tuple[int, int]) -> Any:
    """Means over areas: HxW or HxWxC at a smaller ``size`` (width, height), same type.

    What OpenCV's ``INTER_AREA`` gives, but for what lies on borders of areas: 8 bits are rounded with every halving, and an odd
    last row or column is left out.
    """
    import cv2

    across, down = array.shape[1] / size[0], array.shape[0] / size[1]
    while min(across, down) >= _MUCH:
        half = array.shape[1] // 2, array.shape[0] // 2
        array = cv2.resize(array[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA)
        across, down = across / 2, down / 2
    # By scale, not by size: what is left keeps its place in the picture.
    return cv2.resize(array, None, fx=1 / across, fy=1 / down, interpolation=cv2.INTER_AREA)
