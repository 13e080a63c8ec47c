"""Smoothing the person's own hair: it is laid along its own direction.

References:
    B. Cabral, L. Leedom, "Imaging vector fields using line integral convolution", SIGGRAPH 1993,
    doi:10.1145/166117.166151.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.hair import orientation
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import FloatImage, FloatPlane

_STEP_CM, _DETAIL = 0.035, 0.9
"""A sixteenth of the way along which hair is laid, and how much stays of what is finer than a pixel, the photo's grain above all:
without it hair is paint."""
_FINE_CM, _CONTRAST, _STEEPEST = 0.05, 0.8, 1.7
"""Width of strands, how much of their contrast laid hair keeps, and how far that is raised for it: a mean has little."""
_ALIKE_CM, _ALIKE = 0.4, (0.35, 0.6)
"""Width over which strands must agree in direction, 0 (as many each way) to 1 (all one way), to be laid along it: in coils and
tight curls there is no such direction, and their mean is a smear. In a quarter of short coils below 0.28, of straight hair below
0.5 to 0.7."""
_UNLIKE, _THROUGH, _OVER_CM, _FEWEST = 60.0, (0.3, 0.6), 3.0, 500
"""How far (of 0..255 each) cloth must be from the hair's colour to be told from it, between which shares of the way it is seen
through the hair, how far over the cloth's outline hair lies on it, and the fewest pixels that show a colour."""


def smooth_strands(scene: HairScene, picture: FloatImage, amount: float, skin: FloatPlane) -> FloatImage:
    """``picture`` (HxWx3 in 0..255) with frizz averaged away along its strands, their lines kept.

    amount: 0..1. skin: HxW in 0..1, where the person shows between strands. The picture is convolved along its own lines (Cabral
    and Leedom 1993).
    """
    import cv2

    grey = cv2.cvtColor(scene.rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / np.float32(255)
    rows, columns = np.nonzero((scene.hair > 0.3).any(axis=1))[0], np.nonzero((scene.hair > 0.3).any(axis=0))[0]
    if not len(rows):
        return picture
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    lines = orientation.direction(grey[part], scene.hair[part], scene.cm)
    laid = _along(picture[part], lines, max(0.8, _STEP_CM * scene.cm))
    vec3.shift(laid, _lost_contrast(picture[part], laid, scene.hair[part] > 0.95, scene.cm))
    share = np.clip((scene.hair[part] - 0.5) / 0.4, 0, 1) * amount * (1 - skin[part] * (scene.hair[part] < 0.98))
    share *= _alike(grey[part], scene.hair[part], scene.cm)
    share = (share * (1 - _cloth_through(scene, part)))[..., None]
    detail = picture[part] - cv2.GaussianBlur(picture[part], (0, 0), 1.0)
    result = picture.copy()
    result[part] = picture[part] * (1 - share) + (laid + np.float32(_DETAIL) * detail) * share
    return result


def _alike(grey: FloatPlane, hair: FloatPlane, cm: float) -> FloatPlane:
    """How far strands lie the same way, hxw in 0..1. grey: hxw in 0..1."""
    agreed = orientation.agreement(grey, hair, cm, _ALIKE_CM)
    return np.asarray(np.clip((agreed - _ALIKE[0]) / (_ALIKE[1] - _ALIKE[0]), 0, 1), np.float32)


def _cloth_through(scene: HairScene, part: tuple[slice, slice]) -> FloatPlane:
    """How far cloth of another colour is seen through hair that lies on it, hxw in 0..1: drawn out along strands, it smears."""
    solid, worn = scene.hair > 0.9, (scene.hair < 0.05) & (scene.alpha > 0.95) & (scene.cloth > 0.5)
    found = np.zeros(scene.hair[part].shape, np.float32)
    if solid.sum() < _FEWEST or worn.sum() < _FEWEST:
        return found
    tint, cloth = (np.median(scene.rgb[where], axis=0).astype(np.float32) for where in (solid, worn))
    way = cloth - tint
    apart = float(np.linalg.norm(way))
    if apart < _UNLIKE:
        return found
    seen = blur_plane(as_float(scene.rgb[part]), _FINE_CM * scene.cm) - tint
    for channel in range(3):
        found += seen[..., channel] * np.float32(way[channel] / apart**2)
    beside = blur_plane(dilate_mask(scene.cloth[part] > 0.5, _OVER_CM * scene.cm), 0.5 * scene.cm)
    return np.asarray(np.clip((found - _THROUGH[0]) / (_THROUGH[1] - _THROUGH[0]), 0, 1) * beside, np.float32)


def _lost_contrast(before: FloatImage, laid: FloatImage, solid: Mask, cm: float) -> FloatPlane:
    """What to add to ``laid`` (hxwx3) for its strands to stand apart nearly as they did in ``before``, hxw."""
    fine, own = (light - blur_plane(light, max(1.0, _FINE_CM * cm)) for light in map(vec3.mean, (laid, before)))
    if not solid.any():
        return np.zeros_like(fine)
    ratio = float(own[solid].std()) / max(float(fine[solid].std()), 1e-3)
    return np.asarray(fine * np.float32(np.clip(_CONTRAST * ratio, 1, _STEEPEST) - 1), np.float32)


def _along(image: FloatImage, lines: npt.NDArray[np.float32], step: float) -> FloatImage:
    """Mean of the picture along each pixel's streamline."""
    import cv2

    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    total: Any = image.copy()
    count = 1.0
    for sign in (1.0, -1.0):
        at_x, at_y = x.copy(), y.copy()
        last_x, last_y = lines[..., 0] * np.float32(sign), lines[..., 1] * np.float32(sign)
        for _ in range(8):
            at_x += np.float32(step) * last_x
            at_y += np.float32(step) * last_y
            here: Any = cv2.remap(lines, at_x, at_y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
            turn = np.where(here[..., 0] * last_x + here[..., 1] * last_y < 0, np.float32(-1), np.float32(1))
            last_x, last_y = here[..., 0] * turn, here[..., 1] * turn
            total += cv2.remap(image, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            count += 1
    return np.asarray(total / np.float32(count), np.float32)
