"""What each part of a head is: BiSeNet's 19 classes on a tight and a wide crop, kept small and read out on demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face.landmarks import Landmarks

BACKGROUND, SKIN, GLASSES, EARRING, NOSE, MOUTH, UPPER_LIP, LOWER_LIP = 0, 1, 6, 9, 10, 11, 12, 13
RIGHT_BROW, LEFT_BROW, RIGHT_EYE, LEFT_EYE, RIGHT_EAR, LEFT_EAR = 2, 3, 4, 5, 7, 8
NECK, NECKLACE, CLOTH, HAIR, HAT = 14, 15, 16, 17, 18
CLASSES = 19

_SIDE = 512
_FACE = 1.15
"""Landmark height (hairline to chin) to face height."""
_TIGHT, _WIDE = (1.8, 1.0), (3.0, 0.6)
"""Crop side in face heights, and weight where crops overlap."""
_BELOW_TOP = 0.42
_MEAN = np.array([0.485, 0.456, 0.406], np.float32)
_DEVIATION = np.array([0.229, 0.224, 0.225], np.float32)
_TAPER = 24
_CHANNELS = 4
"""Planes that OpenCV turns at once."""
_STRIP = 16
"""Rows whose exponentials are made at once: those of all classes of a whole crop would be 20 MB for a moment."""


@dataclass(frozen=True, eq=False)
class CropLogits:
    """What the network says of a crop. logits: 19x512x512."""

    logits: npt.NDArray[np.float32]

    @cached_property
    def _softmax(self) -> tuple[FloatPlane, FloatPlane]:
        """The largest logit of each place, and the sum of all exponentials below it."""
        most = self.logits.max(axis=0)
        return most, _sum_exponentials(self.logits, most)

    def share(self, classes: Sequence[int]) -> FloatPlane:
        """Summed probability of some classes (softmax), 512x512 in 0..1."""
        most, total = self._softmax
        return np.asarray(_sum_exponentials(self.logits[list(classes)], most) / total, np.float32)


@dataclass(frozen=True)
class Parsing:
    """The network's answer for each crop, its matrix from picture to crop pixels, and its weight."""

    answers: tuple[CropLogits, ...]
    matrices: tuple[geometry.Matrix, ...]
    weights: tuple[float, ...]
    shape: tuple[int, int]

    def joined(self, other: Parsing) -> Parsing:
        """Both readings of the same picture as one."""
        return Parsing(
            self.answers + other.answers, self.matrices + other.matrices, self.weights + other.weights, self.shape
        )

    def through(self, matrix: geometry.Matrix, shape: tuple[int, int]) -> Parsing:
        """The same reading in other pixels. matrix: 2x3, from pixels of the picture to those. shape: their height and width."""
        back = geometry.inverse(matrix)
        return replace(self, matrices=tuple(geometry.compose(one, back) for one in self.matrices), shape=shape)

    def resized(self, size: tuple[int, int]) -> Parsing:
        """The same reading of the picture at another size (width, height)."""
        sx, sy = size[0] / self.shape[1], size[1] / self.shape[0]
        return self.through(np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5]]), (size[1], size[0]))

    def coverage(self) -> FloatPlane:
        """HxW float32: 1 where a crop surely knows, falling to 0 towards where none reaches."""
        import cv2

        height, width = self.shape
        known = np.zeros((height, width), np.float32)
        for matrix in self.matrices:
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            np.maximum(known, cv2.warpAffine(_inner(), matrix, (width, height), flags=flags), out=known)
        return known

    def plane(self, classes: Sequence[int]) -> FloatPlane:
        """Summed probability of some classes, HxW float32 in 0..1; 0 where no crop reaches (1 for the background)."""
        return self.planes([classes])[0]

    def planes(self, groups: Sequence[Sequence[int]]) -> list[FloatPlane]:
        """``plane`` of several groups of classes, which takes less time than one after the other."""
        import cv2

        height, width = self.shape
        totals = [np.zeros((height, width), np.float32) for _ in groups]
        weights = np.full((height, width), 1e-6, np.float32)
        for answer, matrix, weight in zip(self.answers, self.matrices, self.weights, strict=True):
            low, high = _covered(matrix, self.shape)
            (x0, y0), (x1, y1) = low, high
            if x1 <= x0 or y1 <= y0:
                continue
            back = matrix.copy()
            back[:, 2] += matrix[:, :2] @ np.array([x0, y0], float)
            flags, size = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, (x1 - x0, y1 - y0)
            reach = cv2.warpAffine(_tapering() * np.float32(weight), back, size, flags=flags)
            weights[y0:y1, x0:x1] += reach
            for first in range(0, len(groups), _CHANNELS):
                summed = np.dstack([answer.share(classes) for classes in groups[first : first + _CHANNELS]])
                values = cv2.warpAffine(summed, back, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
                values = values.reshape(*reach.shape, -1)
                for channel, total in enumerate(totals[first : first + _CHANNELS]):
                    total[y0:y1, x0:x1] += values[..., channel] * reach
        for classes, total in zip(groups, totals, strict=True):
            total /= weights
            if BACKGROUND in classes:
                total[weights < 1e-4] = 1.0
            np.clip(total, 0, 1, out=total)
        return totals


def _sum_exponentials(logits: npt.NDArray[np.float32], most: FloatPlane) -> FloatPlane:
    """Sum over the classes of exp(logits - most), HxW. logits: CxHxW."""
    total = np.empty_like(most)
    for top in range(0, len(most), _STRIP):
        rows = slice(top, top + _STRIP)
        below = logits[:, rows] - most[rows]
        np.exp(below, out=below).sum(axis=0, out=total[rows])
    return total


def _inner() -> FloatPlane:
    """1 in the middle of a crop, 0 in its outer tenth, where a guided filter already mixes in what lies beyond."""
    line = np.clip((np.minimum(np.arange(_SIDE), np.arange(_SIDE)[::-1]) - _SIDE / 10) / (_SIDE / 20), 0, 1)
    return np.asarray(line[:, None] * line[None], np.float32)


def parse_face(pyramid: Pyramid, landmarks: Landmarks, models: Models) -> Parsing:
    """The tight crop alone: enough for the face and what covers it."""
    return _parse(pyramid, landmarks, models, *_TIGHT)


def parse_wide(pyramid: Pyramid, landmarks: Landmarks, models: Models) -> Parsing:
    """The wide crop alone: long hair, neck and clothes."""
    return _parse(pyramid, landmarks, models, *_WIDE)


def _parse(pyramid: Pyramid, landmarks: Landmarks, models: Models, zoom: float, weight: float) -> Parsing:
    """Run the network on a square crop of ``zoom`` face heights, turned upright."""
    scale = _SIDE / (zoom * _FACE * landmarks.height)
    centre = landmarks.xy[:468].mean(axis=0)
    matrix = geometry.similarity(centre, landmarks.roll, scale, ((_SIDE - 1) / 2, _SIDE * _BELOW_TOP))
    planes = np.ascontiguousarray(pyramid.cut(matrix, (_SIDE, _SIDE)).transpose(2, 0, 1)).astype(np.float32)
    planes *= (1 / (255 * _DEVIATION))[:, None, None]
    planes -= (_MEAN / _DEVIATION)[:, None, None]
    logits = np.asarray(models.run("face_parsing_bisenet19", planes[None])[0][0], np.float32)
    return Parsing((CropLogits(logits),), (matrix,), (weight,), pyramid.shape)


def refine_edges(plane: FloatPlane, rgb: ByteImage, radius: float) -> FloatPlane:
    """A coarse plane drawn to the picture's edges by a guided filter (He et al. 2010); radius in pixels.

    The filter's coefficients are found at a reduced size and applied at full resolution (fast guided filter, He 2015).
    """
    import cv2

    step = max(1, round(radius / 6))
    height, width = plane.shape
    size = (max(1, width // step), max(1, height // step))
    guide = (
        cv2.resize(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    )
    small = cv2.resize(plane, size, interpolation=cv2.INTER_AREA)
    side = (2 * max(1, round(radius / step)) + 1,) * 2
    mean, mean_p = cv2.blur(guide, side), cv2.blur(small, side)
    slope = (cv2.blur(guide * small, side) - mean * mean_p) / (cv2.blur(guide * guide, side) - mean * mean + 6e-4)
    offset = mean_p - slope * mean
    full = (width, height)
    luminance = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    slopes = cv2.resize(cv2.blur(slope, side), full, interpolation=cv2.INTER_LINEAR)
    result = luminance * slopes + cv2.resize(cv2.blur(offset, side), full, interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(result, 0, 1), np.float32)


@cache
def _tapering() -> FloatPlane:
    """Weight that falls to 0 at the border of a crop, so that no seam shows; not to be changed."""
    ramp = np.minimum(np.arange(_SIDE) + 1, _SIDE - np.arange(_SIDE)).astype(np.float32) / _TAPER
    ramp = np.minimum(ramp, 1)
    return np.asarray(ramp[:, None] * ramp[None], np.float32)


def _covered(matrix: geometry.Matrix, shape: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    corners = geometry.apply(geometry.inverse(matrix), [[0, 0], [_SIDE, 0], [0, _SIDE], [_SIDE, _SIDE]])
    low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, [shape[1], shape[0]])
    high = np.clip(np.ceil(corners.max(axis=0)).astype(int), 0, [shape[1], shape[0]])
    return (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))
