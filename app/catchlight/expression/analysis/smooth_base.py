"""What every rendering of a face needs of the picture alone: made once, at the size at which smooth fields are computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catchlight.expression.soft_shapes import median_colours
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.picture import FloatImage, FloatPlane

if TYPE_CHECKING:
    from catchlight.expression.analysis.face_reading import FaceReading

_WIDTH = 400
"""Pixels of a face's width at which smooth fields (displacement, shading) are computed; larger faces enlarge them."""
_FACE_CM = 15.5
_HELD_CM = 0.12
_BESIDE_RIM_CM = 0.1
"""Skin that stays still beside a rim."""
_OVER_LIP, _DARK_HAIR = (92, 322, 165, 391), 0.66
"""Vertices between nose and upper lip, and brightness in that of skin below which a moustache grows there."""


@dataclass(frozen=True, eq=False)
class RenderInputs:
    """scale: from pixels of the crop to those of the field (x, y). before: fine vertices in pixels of the crop.

    shading: brightness of the fine vertices under the picture's light. free: share of its way that each pixel of the field goes,
    0 under hair, hats and frames. pixels, skin, nose: the reading's at the field's size. moustache: 0..1, whether dark hair grows
    over the lip.
    """

    scale: Doubles
    before: Doubles
    shading: Doubles
    free: FloatPlane
    pixels: FloatImage
    skin: FloatPlane
    nose: FloatPlane
    moustache: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the field."""
        return int(self.free.shape[0]), int(self.free.shape[1])


def of(reading: FaceReading) -> RenderInputs:
    """Read once and kept by ``FaceReading.ground``."""
    import cv2

    height, width = reading.shape
    scale = min(1.0, _WIDTH / (_FACE_CM * reading.cm))
    size = max(8, int(np.ceil(width * scale))), max(8, int(np.ceil(height * scale)))
    scales = np.array([size[0] / width, size[1] / height])

    def small(plane: FloatImage) -> FloatImage:
        if size == (width, height):
            return plane
        return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)

    pixels, skin = small(reading.pixels), small(reading.covers.skin)
    points = (reading.points[:, :2] + 0.5) * scales - 0.5
    before = reading.mesh.positions(reading.points)
    cm = reading.cm * float(scales[0])
    held = cv2.GaussianBlur(small(reading.covers.rigid), (0, 0), _HELD_CM * cm + 0.5)
    # A rim is so thin that a blur alone would let it bend.
    side = 2 * max(1, round(_BESIDE_RIM_CM * cm)) + 1
    rims = cv2.GaussianBlur(cv2.dilate(small(reading.covers.rims), np.ones((side, side), np.uint8)), (0, 0), 0.7)
    return RenderInputs(
        scale=scales,
        before=before,
        shading=reading.light[0] + reading.mesh.normals(before) @ reading.light[1:],
        free=np.clip(1.15 - 1.3 * np.maximum(np.asarray(held, np.float32), rims), 0, 1),
        pixels=pixels,
        skin=skin,
        nose=small(reading.covers.nose),
        moustache=_moustache(pixels, skin, points, cm),
    )


def _moustache(pixels: FloatImage, skin: FloatPlane, points: Doubles, cm: float) -> float:
    sure = skin > 0.8
    if not sure.any():
        return 1.0
    level = max(1.0, float(np.median(luma(pixels[sure]))))
    over = luma(median_colours(pixels, points[list(_OVER_LIP)], 0.15 * cm)) / level
    return float(np.clip((_DARK_HAIR - np.median(over)) / 0.08, 0, 1))
