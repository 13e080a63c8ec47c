"""What every rendering of a face needs of the picture alone: made once, at the size at which smooth fields are computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catchlight.engine.face.drawing import Array
from catchlight.engine.picture import FloatImage, FloatPlane

if TYPE_CHECKING:
    from catchlight.engine.face.reading import FaceReading

_WIDTH = 400
"""Pixels of a face's width at which smooth fields (displacement, shading) are computed; larger faces enlarge them."""
_FACE_CM = 15.5
_HELD_CM = 0.12


@dataclass(frozen=True, eq=False)
class Ground:
    """scale: from pixels of the crop to those of the field (x, y). before: fine vertices in pixels of the crop.

    shading: brightness of the fine vertices under the picture's light. free: share of its way that each pixel of the field goes,
    0 under hair, hats and frames. pixels, skin, nose: the reading's at the field's size.
    """

    scale: Array
    before: Array
    shading: Array
    free: FloatPlane
    pixels: FloatImage
    skin: FloatPlane
    nose: FloatPlane

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the field."""
        return int(self.free.shape[0]), int(self.free.shape[1])


def of(reading: FaceReading) -> Ground:
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

    before = reading.mesh.positions(reading.points)
    held = cv2.GaussianBlur(small(reading.covers.rigid), (0, 0), _HELD_CM * reading.cm * float(scales[0]) + 0.5)
    return Ground(
        scale=scales,
        before=before,
        shading=reading.light[0] + reading.mesh.normals(before) @ reading.light[1:],
        free=np.clip(1.15 - 1.3 * np.asarray(held, np.float32), 0, 1),
        pixels=small(reading.pixels),
        skin=small(reading.covers.skin),
        nose=small(reading.covers.nose),
    )
