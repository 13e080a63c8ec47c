"""A part of a face at one size, turned upright: what is measured there needs no thought of the picture's own size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.portrait.portrait import Portrait


@dataclass(frozen=True)
class AlignedCrop:
    """rgb: HxWx3 uint8, the face upright. matrix: 2x3, pixels of the picture to pixels of the crop."""

    rgb: ByteImage
    matrix: geometry.Matrix

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.rgb.shape[1], self.rgb.shape[0]

    @property
    def scale(self) -> float:
        """Pixels of the crop for one of the picture."""
        return geometry.scale_of(self.matrix)

    def points(self, xy: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Nx2 points of the picture in pixels of the crop."""
        return geometry.apply(self.matrix, xy)

    def filled(self, ring: npt.ArrayLike) -> Mask:
        """The inside of a ring of the picture's points, bool over the crop."""
        return fill_ring(self.points(ring), self.size)

    def lab(self, sigma: float) -> npt.NDArray[np.float32]:
        """CIELAB, HxWx3 float32 (0..100, about -100..100), blurred by ``sigma`` pixels."""
        import cv2

        soft = cv2.GaussianBlur(self.rgb, (0, 0), sigma).astype(np.float32) / 255
        return np.asarray(cv2.cvtColor(soft, cv2.COLOR_RGB2LAB), np.float32)

    def carried(self, plane: FloatPlane, shape: tuple[int, int]) -> FloatPlane:
        """A plane of the crop over the picture of ``shape`` (height, width), 0 outside."""
        import cv2

        height, width = shape
        turned = geometry.inverse(self.matrix)
        if self.scale > 1:
            plane = np.asarray(cv2.GaussianBlur(plane, (0, 0), 0.4 * self.scale), np.float32)
        whole = np.zeros(shape, np.float32)
        corners = np.array([[0, 0], [self.size[0], 0], [0, self.size[1]], self.size], np.float64)
        low, high = np.floor(geometry.apply(turned, corners).min(axis=0)), geometry.apply(turned, corners).max(axis=0)
        x0, y0 = (int(v) for v in np.clip(low, 0, [width, height]))
        x1, y1 = (int(v) for v in np.clip(np.ceil(high) + 1, 0, [width, height]))
        if x1 > x0 and y1 > y0:
            moved = turned.copy()
            moved[:, 2] -= [x0, y0]
            drawn = cv2.warpAffine(plane, moved, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
            whole[y0:y1, x0:x1] = np.clip(drawn, 0, 1)
        return whole


def crop_around(portrait: Portrait, centre: npt.ArrayLike, scale: float, size: tuple[int, int]) -> AlignedCrop:
    """The face turned upright about ``centre`` (x, y of the picture), ``scale`` times as large, ``size`` wide and high."""
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    matrix = geometry.similarity(centre, portrait.landmarks.roll, scale, middle)
    return AlignedCrop(portrait.pyramid.cut(matrix, size), matrix)


def fill_ring(points: npt.NDArray[np.float64], size: tuple[int, int]) -> Mask:
    """The inside of a ring of Nx2 points, bool over ``size`` (width, height)."""
    import cv2

    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(points * 8).astype(np.int32)], 1, shift=3)
    return mask > 0


def signed_distance(mask: Mask) -> FloatPlane:
    """Pixels to the border of a mask, positive inside."""
    import cv2

    inside = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(inside - cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5), np.float32)
