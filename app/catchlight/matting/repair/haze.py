"""Haze along an outline: matte that is neither hair nor nothing, smooth and away from the solid person.

Out-of-focus strands, dark ground behind dark hair and light behind light hair leave the matting network undecided over a wide
band. Laid on white it is a mist, on a dark colour a pale line. Single hairs are as thin in alpha but steep across.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import FloatPlane

_SOLID = 0.95
_NEAR_MM, _FAR_MM = 0.25, 0.75
"""Distance from the solid person at which a soft edge begins to be haze, and from which it is nothing else."""
_SMOOTH, _STEEP = 0.5, 1.1
"""Change of alpha over a millimetre below which it is smooth, and from which it is an edge or a strand."""
_POWER = 2.0


def clear_haze(alpha: FloatPlane, px_per_mm: float) -> FloatPlane:
    """The matte of a finished photo with its haze thinned; edges, strands and the solid person as they are.

    alpha: HxW, 0..1. px_per_mm: pixels for one millimetre of the photo.
    """
    import cv2

    distance, steepness = _measure(alpha, px_per_mm)
    haze = np.clip((distance - _NEAR_MM) / (_FAR_MM - _NEAR_MM), 0, 1)
    haze *= np.clip((_STEEP - steepness) / (_STEEP - _SMOOTH), 0, 1)
    haze = cv2.GaussianBlur(haze.astype(np.float32), (0, 0), max(0.5, 0.08 * px_per_mm))
    return np.asarray(alpha * np.clip(1 - haze * (1 - alpha), 0, 1) ** _POWER, np.float32)


def haze_area(alpha: FloatPlane, px_per_mm: float) -> float:
    """Square millimetres of haze that is seen: alpha between 0.08 and 0.85, smooth, half a millimetre from the person."""
    distance, steepness = _measure(alpha, px_per_mm)
    seen = (alpha > 0.08) & (alpha < 0.85) & (distance > 0.5) & (steepness < 0.6)
    return float(seen.sum()) / px_per_mm**2


def edge_width(alpha: FloatPlane, px_per_mm: float) -> float:
    """Millimetres over which a person's outline fades, on the mean: between alpha 0.05 and 0.95; 0 where there is no outline.

    Where a lens drew sharply and colours differ, an outline is a pixel or two wide; blur, strands that could not be told from
    what is behind them, and light that shines round hair make it wide.
    """
    import cv2

    solid = (alpha > 0.5).astype(np.uint8)
    # The gradient of a mask is two pixels wide.
    length = float(cv2.morphologyEx(solid, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).sum()) / 2
    soft = float(((alpha > 0.05) & (alpha < 0.95)).sum())
    return soft / length / px_per_mm if length else 0.0


def _measure(alpha: FloatPlane, px_per_mm: float) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Millimetres from the solid person, and change of alpha over a millimetre."""
    import cv2

    solid = cv2.morphologyEx((alpha > _SOLID).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    distance = cv2.distanceTransform(1 - solid, cv2.DIST_L2, 5) / px_per_mm
    smooth = cv2.GaussianBlur(alpha, (0, 0), max(0.5, 0.07 * px_per_mm))
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis, scale=1 / 8) for axis in ((1, 0), (0, 1)))
    steepness = cv2.GaussianBlur(np.hypot(across, down), (0, 0), max(0.5, 0.1 * px_per_mm)) * px_per_mm
    return np.asarray(distance, np.float32), np.asarray(steepness, np.float32)
