"""Single strands, finer than any that is drawn, told apart as those of the photo's own hair are: by lightness and by hue."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.hair.synthesis.texture import contrast
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

_FINE_PX, _HUE_PX = 1.1, 1.4
"""Pixels of blur over which strands differ by lightness, and of that which their hues are seen with: a camera tells colours
less finely."""
_LOCK_CM, _LOCKS, _LEAST_LOCK = 0.12, 0.6, (0.2, 2.0)
"""Width over which strands of a lock differ as much, deviation of how much, and bounds of it."""
_MOST, _BEYOND = 0.3, (-2.5, 1.7)
"""Deviation of brightness at most, as a logarithm, and deviations beyond which no strand differs: bright ones are wires."""
_SOLID = 0.95


def strand_lightness(single: Floats, cm: float) -> FloatPlane:
    """Chances of strands (HxWx2) as deviations from those beside them, HxW: most differ little, a few stand out, here more of
    them and there fewer. cm: pixels for a centimetre."""
    import cv2

    chance = np.ascontiguousarray(single[..., 0])
    apart: Any = chance - cv2.GaussianBlur(chance, (0, 0), _FINE_PX)
    apart *= np.sqrt(np.abs(apart))
    lock = blur_plane(single[..., 1], _LOCK_CM * cm)
    lock *= np.float32(_LOCKS * np.sqrt(cv2.countNonZero(lock)) / max(cv2.norm(lock), 1e-6))
    lock += 1
    apart *= np.clip(lock, *_LEAST_LOCK)
    return _even(apart)


def strand_hue(single: FloatPlane) -> FloatPlane:
    """Chances of strands (HxW) as deviations of their hue."""
    import cv2

    return _even(cv2.GaussianBlur(single, (0, 0), _HUE_PX))


def _even(plane: Any) -> FloatPlane:
    import cv2

    seen = cv2.countNonZero(plane)
    plane *= np.float32(np.sqrt(seen) / max(cv2.norm(plane), 1e-6))
    return np.asarray(np.clip(plane, *_BEYOND, out=plane), np.float32)


def vary_strands(
    colours: FloatImage, cover: FloatPlane, chances: FloatPlane, wanted: float, blur: float, grain: FloatPlane
) -> FloatImage:
    """``colours`` (HxWx3, 0..255) with strands that differ so far that, blurred by ``blur`` pixels and with the ``grain``
    (HxW), fine contrast is as ``wanted`` (``texture.fine``); changes and returns them. chances: HxW, of ``strand_lightness``."""
    import cv2

    solid = cover > _SOLID
    part = contrast.sample_window(solid)
    if part is None:
        return colours
    seen = np.asarray(cv2.GaussianBlur(colours[part], (0, 0), blur), np.float32)
    vec3.shift(seen, grain[part])
    there, _ = contrast.fine_contrast(seen, solid[part])
    of_one = contrast.fine_deviation(np.asarray(cv2.GaussianBlur(chances[part], (0, 0), blur), np.float32), solid[part])
    share = min(np.sqrt(max(wanted**2 - there**2, 0.0)) / max(of_one, 1e-6), _MOST)
    colours += np.float32(contrast.DARK_OFFSET)
    vec3.scale(colours, np.exp(np.float32(share) * chances))
    colours -= np.float32(contrast.DARK_OFFSET)
    return np.maximum(colours, 0, out=colours)
