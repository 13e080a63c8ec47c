"""The person's soft alpha: MODNet on the whole picture, and again on a window around head and shoulders."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.engine.landmarks import OVAL, Landmarks
from catchlight.engine.models import Models
from catchlight.engine.picture import ByteImage, FloatPlane
from catchlight.engine.pose import Pose

Window = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the picture."""

WHOLE_SIDE = 768
"""Short side for the whole picture. On the composites of the benchmark 768 finds structure that 512 misses."""
WINDOW_SIDE = 512
Reach = tuple[float, float, float]
"""Reach of a window from between the eyes, in cm: to each side, up, and down."""
BUST: Reach = (23.0, 20.0, 32.0)
_HEAD: Reach = (22.0, 20.0, 24.0)
_WINDOW_WEIGHT = 0.5
_FADE_CM = 3.0
_STRETCH = 1.08
"""MODNet rarely reaches 0 and 1; stretching about 0.5 takes the veil off background and body."""
_PART = 0.35
_INSIDE = 0.5
_FACE_COVERED = 0.95
_COMPONENT_SIDE = 1024


def window(pose: Pose, shape: tuple[int, ...], reach: Reach = BUST) -> Window:
    """A part of the picture around the head, cut at its borders; ``BUST`` is as wide and tall as any document's frame."""
    height, width = shape[:2]
    side, up, down = (length * pose.px_per_cm for length in reach)
    x, y = pose.project([[0.0, 2.66, 0.0]])[0]
    x0, x1 = int(np.clip(x - side, 0, width - 2)), int(np.clip(x + side, 2, width))
    y0, y1 = int(np.clip(y - up, 0, height - 2)), int(np.clip(y + down, 2, height))
    return x0, y0, max(x1, x0 + 2), max(y1, y0 + 2)


def infer(rgb: ByteImage, models: Models, side: int) -> FloatPlane:
    """MODNet's alpha of a picture or part, HxW float32 in 0..1, at its own size; ``side``: short side of the network's input."""
    import cv2

    height, width = rgb.shape[:2]
    scale = side / min(height, width)
    # An extreme panorama would make the network's input huge; its long side is kept within four short ones.
    size = (_multiple(min(width * scale, 4 * side)), _multiple(min(height * scale, 4 * side)))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    tensor = np.ascontiguousarray((small.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[None])
    return np.asarray(models.run("portrait_matting_modnet", tensor)[0][0, 0], np.float32)


def whole(rgb: ByteImage, pose: Pose | None, models: Models) -> FloatPlane:
    """The alpha of the person whose pose is given, HxW float32 in 0..1 at full resolution.

    Without a pose: of all persons. Parts that do not hang together with the face (neighbours, furniture) are dropped.
    """
    alpha = _resized(infer(rgb, models, WHOLE_SIDE), rgb.shape)
    if pose is None:
        return _stretched(alpha)
    box = window(pose, rgb.shape, _HEAD)
    x0, y0, x1, y1 = box
    if (x1 - x0) * (y1 - y0) < 0.9 * rgb.shape[0] * rgb.shape[1]:
        near = _resized(infer(rgb[y0:y1, x0:x1], models, WINDOW_SIDE), (y1 - y0, x1 - x0))
        weight = _fading(box, rgb.shape, _FADE_CM * pose.px_per_cm) * np.float32(_WINDOW_WEIGHT)
        part = alpha[y0:y1, x0:x1]
        part += (near - part) * weight
    return connected(_stretched(alpha), pose.project([[0.0, 0.0, 5.0]])[0])


def windowed(rgb: ByteImage, pose: Pose, box: Window, models: Models, side: int = WINDOW_SIDE) -> FloatPlane:
    """The alpha inside one window only, at the window's resolution: for work that needs no more than head and shoulders."""
    x0, y0, x1, y1 = box
    alpha = _stretched(_resized(infer(rgb[y0:y1, x0:x1], models, side), (y1 - y0, x1 - x0)))
    return connected(alpha, pose.project([[0.0, 0.0, 5.0]])[0] - [x0, y0])


def connected(alpha: FloatPlane, point: npt.ArrayLike) -> FloatPlane:
    """``alpha`` without what is not connected to the part at ``point`` (x, y); unchanged where that is empty."""
    import cv2

    height, width = alpha.shape
    scale = min(1.0, _COMPONENT_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    count, labels = cv2.connectedComponents((small > _PART).astype(np.uint8))
    x, y = np.asarray(point, float) * scale
    label = labels[int(np.clip(y, 0, size[1] - 1)), int(np.clip(x, 0, size[0] - 1))]
    if label == 0 or count <= 2:
        return alpha
    reach = max(3, round(max(size) / 60)) | 1
    near = cv2.dilate((labels == label).astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    other = (labels != label) & (labels != 0)
    kept = np.asarray(cv2.GaussianBlur(np.where(other, 0, near).astype(np.float32), (0, 0), 1.5), np.float32)
    np.maximum(kept, (labels == label).astype(np.float32), out=kept)
    return np.asarray(alpha * np.clip(_resized(kept, alpha.shape), 0, 1), np.float32)


def covers_face(alpha: FloatPlane, landmarks: Landmarks, box: Window) -> bool:
    """Whether the matte of a window holds the face that is certainly there; False where matting failed."""
    import cv2

    oval = np.zeros(alpha.shape, np.uint8)
    cv2.fillPoly(oval, [np.round(landmarks.ring(OVAL) - [box[0], box[1]]).astype(np.int32)], 1)
    return bool(oval.any()) and float(alpha[oval > 0].mean()) >= _FACE_COVERED


def mended(alpha: FloatPlane, person: FloatPlane) -> FloatPlane:
    """``alpha`` joined with a parsed ``person`` share (HxW in 0..1), enclosed holes filled."""
    import cv2

    joined: FloatPlane = np.maximum(alpha, np.clip((person - np.float32(0.3)) / np.float32(0.5), 0, 1))
    solid = (joined > _INSIDE).astype(np.uint8)
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return joined
    filled = np.zeros_like(solid)
    cv2.drawContours(filled, [max(contours, key=cv2.contourArea)], -1, 1, cv2.FILLED)
    filled = np.asarray(cv2.erode(filled, np.ones((3, 3), np.uint8)), np.uint8)
    near = cv2.dilate(filled, np.ones((15, 15), np.uint8))
    return np.asarray(np.maximum(joined * near, cv2.GaussianBlur(filled.astype(np.float32), (0, 0), 1.5)), np.float32)


def _multiple(value: float) -> int:
    return max(32, round(value / 32) * 32)


def _resized(plane: FloatPlane, shape: tuple[int, ...]) -> FloatPlane:
    import cv2

    return np.asarray(cv2.resize(plane, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _stretched(alpha: FloatPlane) -> FloatPlane:
    stretched = (alpha - np.float32(0.5)) * np.float32(_STRETCH) + np.float32(0.5)
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
