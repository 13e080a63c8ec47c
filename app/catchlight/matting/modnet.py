"""The person's soft alpha: MODNet on the whole picture, and again on a window around the head."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.imaging.pyramid import Pyramid
from catchlight.matting import opaque_colours
from catchlight.models.registry import Models
from catchlight.portrait.face.landmarks import OVAL, Landmarks
from catchlight.portrait.face.pose import Pose

Window = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the picture."""
Reach = tuple[float, float, float]
"""Reach of a window from between the eyes, in cm: to each side, up, and down."""

BUST: Reach = (23.0, 20.0, 32.0)
_HEAD: Reach = (19.0, 18.0, 21.0)
_LONGEST, _BUST_LONGEST = 1280, 1024
"""Longer side of a matte in pixels: above what the network resolves, below what would cost time for nothing."""
_WHOLE_SIDE, _WINDOW_SIDE = 768, 512
"""Short side of the network's input. For a whole picture 768 finds structure that 512 misses."""
_WINDOW_WEIGHT = 0.7
_WORTH = 0.8
"""Share of the picture that the window must stay below: nearer to the whole, a second look finds little more."""
_FADE_CM = 3.0
_STRETCH, _PIVOT = 1.15, 0.38
"""MODNet rarely reaches 0 and 1, and is shy at hair: stretching about a point below the middle mends both. Found on the
composites with exact alpha."""
_PART = 0.35
_INSIDE = 0.5
_SOLID, _HOLES = 0.7, 0.01
"""A face more than a hundredth of which is less solid than this was not understood by the matting network."""


@dataclass(frozen=True)
class Matte:
    """Alpha of a window of the picture.

    rgb: hxwx3 uint8, the window at the matte's own resolution. alpha: hxw float32 in 0..1. matrix: 2x3, pixels of the picture
    to pixels of the matte (centres at integers).
    """

    box: Window
    rgb: ByteImage
    alpha: FloatPlane
    matrix: geometry.Matrix

    @property
    def scale(self) -> float:
        """Pixels of the matte for one of the picture, at most 1."""
        return geometry.scale_of(self.matrix)

    def full(self) -> FloatPlane:
        """The alpha at the picture's resolution, as large as the window."""
        x0, y0, x1, y1 = self.box
        alpha = resize_cubic(self.alpha, (x1 - x0, y1 - y0))
        return np.clip(alpha, 0, 1, out=alpha)


def window(pose: Pose, shape: tuple[int, ...], reach: Reach = BUST) -> Window:
    """A part of the picture around the head, cut at its borders; ``BUST`` is as wide and tall as any document's frame."""
    height, width = shape[:2]
    side, up, down = (length * pose.px_per_cm for length in reach)
    x, y = pose.project([[0.0, 2.66, 0.0]])[0]
    x0, x1 = int(np.clip(x - side, 0, width - 2)), int(np.clip(x + side, 2, width))
    y0, y1 = int(np.clip(y - up, 0, height - 2)), int(np.clip(y + down, 2, height))
    return x0, y0, max(x1, x0 + 2), max(y1, y0 + 2)


def whole_matte(pyramid: Pyramid, pose: Pose | None, models: Models) -> Matte:
    """The matte of the whole picture: of the person whose pose is given, without one of all persons.

    Parts that do not hang together with the face (neighbours, furniture) are dropped.
    """
    height, width = pyramid.shape
    small, matrix = pyramid.reduced((0, 0, width, height), _LONGEST)
    alpha = _inferred(small, models, _WHOLE_SIDE)
    if pose is None:
        return Matte((0, 0, width, height), small, _stretched(alpha), matrix)
    box = window(pose, pyramid.shape, _HEAD)
    x0, y0, x1, y1 = box
    if (x1 - x0) * (y1 - y0) < _WORTH * height * width:
        scale = geometry.scale_of(matrix)
        left, top = (int(value * scale) for value in (x0, y0))
        right, bottom = min(small.shape[1], int(x1 * scale)), min(small.shape[0], int(y1 * scale))
        near_rgb, _ = pyramid.reduced(box, 2 * _WINDOW_SIDE)
        near = resize_cubic(_network(near_rgb, models, _WINDOW_SIDE), (right - left, bottom - top))
        fading = _fading((left, top, right, bottom), small.shape, _FADE_CM * pose.px_per_cm * scale)
        part = alpha[top:bottom, left:right]
        part += (near - part) * fading * np.float32(_WINDOW_WEIGHT)
    return Matte((0, 0, width, height), small, _of_one(_stretched(alpha), small, pose, matrix), matrix)


def bust_matte(pyramid: Pyramid, pose: Pose, models: Models) -> Matte:
    """The matte of head and shoulders only: for work that needs no more, at a third of the cost."""
    box = window(pose, pyramid.shape)
    small, matrix = pyramid.reduced(box, _BUST_LONGEST)
    alpha = _stretched(_inferred(small, models, _WINDOW_SIDE))
    return Matte(box, small, _of_one(alpha, small, pose, matrix), matrix)


def covers_face(matte: Matte, landmarks: Landmarks) -> bool:
    """Whether a matte holds the face that is certainly there; False where matting failed."""
    import cv2

    oval = np.zeros(matte.alpha.shape, np.uint8)
    cv2.fillPoly(oval, [np.round(geometry.apply(matte.matrix, landmarks.ring(OVAL))).astype(np.int32)], 1)
    inside = matte.alpha[oval > 0]
    return bool(inside.size) and float((inside < _SOLID).mean()) <= _HOLES


def repair_matte(alpha: FloatPlane, person: FloatPlane) -> FloatPlane:
    """``alpha`` joined with a parsed ``person`` share (both HxW in 0..1), enclosed holes filled."""
    import cv2

    joined: FloatPlane = np.maximum(alpha, np.clip((person - np.float32(0.3)) / np.float32(0.5), 0, 1))
    solid = (joined > _INSIDE).astype(np.uint8)
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return joined
    filled = np.zeros_like(solid)
    cv2.drawContours(filled, [max(contours, key=cv2.contourArea)], -1, 1, cv2.FILLED)
    filled = np.asarray(cv2.erode(filled, np.ones((3, 3), np.uint8)), np.uint8)
    near = cv2.GaussianBlur(cv2.dilate(filled, np.ones((15, 15), np.uint8)).astype(np.float32), (0, 0), 3)
    soft = cv2.GaussianBlur(filled.astype(np.float32), (0, 0), 1.5)
    return np.asarray(np.maximum(joined * near, soft), np.float32)


def keep_component_at(alpha: FloatPlane, point: npt.ArrayLike) -> FloatPlane:
    """``alpha`` without what is not connected to the part at ``point`` (x, y); unchanged where that is empty."""
    import cv2

    height, width = alpha.shape
    count, labels = cv2.connectedComponents((alpha > _PART).astype(np.uint8))
    x, y = np.asarray(point, float)
    label = labels[int(np.clip(y, 0, height - 1)), int(np.clip(x, 0, width - 1))]
    if label == 0 or count <= 2:
        return alpha
    mine = (labels == label).astype(np.uint8)
    reach = max(3, round(max(height, width) / 60)) | 1
    near = cv2.dilate(mine, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    near[(labels != label) & (labels != 0)] = 0
    kept = np.asarray(cv2.GaussianBlur(near.astype(np.float32), (0, 0), 1.5), np.float32)
    return np.asarray(alpha * np.maximum(kept, mine), np.float32)


def _inferred(rgb: ByteImage, models: Models, side: int) -> FloatPlane:
    return resize_cubic(_network(rgb, models, side), (rgb.shape[1], rgb.shape[0]))


def _network(rgb: ByteImage, models: Models, side: int) -> FloatPlane:
    """MODNet's alpha at the network's own size; ``side``: short side of its input."""
    import cv2

    height, width = rgb.shape[:2]
    scale = side / min(height, width)
    # An extreme panorama would make the network's input huge; its long side is kept within four short ones.
    size = (_multiple(min(width * scale, 4 * side)), _multiple(min(height * scale, 4 * side)))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    tensor = np.ascontiguousarray((small.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[None])
    return np.asarray(models.run("portrait_matting_modnet", tensor)[0][0, 0], np.float32)


def _of_one(alpha: FloatPlane, rgb: ByteImage, pose: Pose, matrix: geometry.Matrix) -> FloatPlane:
    one = keep_component_at(alpha, geometry.apply(matrix, pose.project([[0.0, 0.0, 5.0]]))[0])
    return opaque_colours.solidify_opaque(rgb, one, pose.px_per_cm * geometry.scale_of(matrix))


def _multiple(value: float) -> int:
    return max(32, round(value / 32) * 32)


def resize_cubic(plane: FloatPlane, size: tuple[int, int]) -> FloatPlane:
    """A plane at another size (width, height), which may overshoot a little at edges."""
    import cv2

    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_CUBIC), np.float32)


def _stretched(alpha: FloatPlane) -> FloatPlane:
    stretched = (alpha - np.float32(_PIVOT)) * np.float32(_STRETCH) + np.float32(_PIVOT)
    return np.asarray(np.clip(stretched, 0, 1, out=stretched), np.float32)


def _fading(box: Window, shape: tuple[int, ...], reach: float) -> FloatPlane:
    """Weight over a window: 1 inside, falling to 0 at those of its borders that lie inside the picture."""
    x0, y0, x1, y1 = box
    x, y = np.arange(x1 - x0, dtype=np.float32), np.arange(y1 - y0, dtype=np.float32)
    across, down = np.ones_like(x), np.ones_like(y)
    if x0 > 0:
        across *= np.clip(x / reach, 0, 1)
    if x1 < shape[1]:
        across *= np.clip((x1 - x0 - x) / reach, 0, 1)
    if y0 > 0:
        down *= np.clip(y / reach, 0, 1)
    if y1 < shape[0]:
        down *= np.clip((y1 - y0 - y) / reach, 0, 1)
    return np.asarray(down[:, None] * across[None], np.float32)
