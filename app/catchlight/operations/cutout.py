"""Cutting an ID photo out of its source: foreground and alpha at the photo's size, carried on where the picture ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine import extend, geometry, upscale
from catchlight.engine.extend import Room
from catchlight.engine.foreground import foreground
from catchlight.engine.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE
from catchlight.engine.picture import ByteImage, FloatPlane
from catchlight.engine.portrait import Portrait
from catchlight.engine.progress import Progress
from catchlight.operations.framing import Framing

_ALIASING = 0.6
"""Scale below which a matte is blurred before it is sampled."""


@dataclass(frozen=True)
class Cutout:
    fore: ByteImage
    alpha: FloatPlane
    invented: tuple[str, ...]
    """What the photo holds that the source does not: ``bottom``, ``left``, ``right``, ``top``, ``super_resolution``."""


def cutout(portrait: Portrait, planned: Framing, hd: bool, original: bool, progress: Progress) -> Cutout:
    """Foreground colours (or the untouched ones, with the original background) and alpha at the photo's size."""
    (x0, y0, x1, y1), matte = _matte(portrait, planned)
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    # The matted window, cut down to what the frame reads.
    a0, b0 = max(x0, int(low[0]) - 8), max(y0, int(low[1]) - 8)
    a1, b1 = min(x1, int(high[0]) + 9), min(y1, int(high[1]) + 9)
    rgb = portrait.picture.rgb8[b0:b1, a0:a1]
    alpha = matte[b0 - y0 : b1 - y0, a0 - x0 : a1 - x0]
    matrix = planned.matrix.copy()
    matrix[:, 2] += matrix[:, :2] @ np.array([a0, b0], float)
    invented: list[str] = []
    scale = planned.scale
    if scale < 0.5:
        rgb, alpha, matrix = _reduced(rgb, alpha, matrix, 2 * scale)
    room = _room(planned, matrix, alpha, (a0, b0, a1, b1), portrait)
    if room:
        rgb, alpha = extend.extend(rgb, alpha, room, _head(portrait, planned, (a0, b0), alpha.shape[0] / (b1 - b0)))
        matrix = matrix.copy()
        matrix[:, 2] -= matrix[:, :2] @ np.array([room.left, room.top], float)
        invented += [side for side in ("left", "top", "right", "bottom") if getattr(room, side)]
    if hd and scale > 1:
        rgb = upscale.doubled(np.ascontiguousarray(rgb), portrait.models, progress.part(0, 0.8))
        half = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]])
        colour_matrix = (np.vstack([matrix, [0, 0, 1]]) @ half)[:2]
        invented.append("super_resolution")
    else:
        colour_matrix = matrix
    size = (planned.width_px, planned.height_px)
    photo = np.asarray(geometry.cut(np.ascontiguousarray(rgb), colour_matrix, size), np.uint8)
    if original:
        uncovered = _uncovered(planned, portrait)
        return Cutout(
            photo, np.ones(photo.shape[:2], np.float32), tuple(invented) or (("background",) if uncovered else ())
        )
    mask = _cut_plane(alpha, matrix, size)
    progress.report(0.9, "cleaning the edges")
    return Cutout(np.asarray(foreground(photo, mask), np.uint8), mask, tuple(invented))


def _matte(portrait: Portrait, planned: Framing) -> tuple[tuple[int, int, int, int], FloatPlane]:
    """The bust where the frame lies in it, else the matte of the whole picture."""
    bust, width, height = portrait.bust, portrait.picture.width, portrait.picture.height
    low = np.clip(planned.corners.min(axis=0), 0, [width, height])
    high = np.clip(planned.corners.max(axis=0), 0, [width, height])
    x0, y0, x1, y1 = bust.box
    if low[0] >= x0 and low[1] >= y0 and high[0] <= x1 and high[1] <= y1:
        return bust.box, bust.alpha
    return (0, 0, width, height), portrait.alpha


def _head(portrait: Portrait, planned: Framing, offset: tuple[int, int], factor: float) -> extend.Head:
    """The head in pixels of the reduced window."""
    side = 2.0 * portrait.pose.px_per_cm
    temples = portrait.landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE], 0]
    return extend.Head(
        float(planned.chin[1] - offset[1]) * factor,
        float(temples.min() - side - offset[0]) * factor,
        float(temples.max() + side - offset[0]) * factor,
    )


def _uncovered(planned: Framing, portrait: Portrait) -> bool:
    """Whether the frame reaches beyond the picture by a pixel or more."""
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    size = np.array([portrait.picture.width, portrait.picture.height])
    return bool((low < -1.5).any() or (high > size + 0.5).any())


def _reduced(
    rgb: ByteImage, alpha: FloatPlane, matrix: geometry.Matrix, factor: float
) -> tuple[ByteImage, FloatPlane, geometry.Matrix]:
    """Picture and alpha at ``factor`` of their size: nothing finer would survive in the photo."""
    import cv2

    width, height = max(2, round(rgb.shape[1] * factor)), max(2, round(rgb.shape[0] * factor))
    sx, sy = width / rgb.shape[1], height / rgb.shape[0]
    small = cv2.resize(rgb, (width, height), interpolation=cv2.INTER_AREA)
    mask = cv2.resize(alpha, (width, height), interpolation=cv2.INTER_AREA)
    grow = np.linalg.inv(np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5], [0, 0, 1]]))
    return np.asarray(small, np.uint8), np.asarray(mask, np.float32), (np.vstack([matrix, [0, 0, 1]]) @ grow)[:2]


def _room(
    planned: Framing, matrix: geometry.Matrix, alpha: FloatPlane, box: tuple[int, int, int, int], portrait: Portrait
) -> Room:
    """Pixels of the window that have to be added where the person reaches the picture's own border inside the frame."""
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    factor = alpha.shape[1] / (box[2] - box[0])
    width, height = portrait.picture.width, portrait.picture.height

    def needed(reach: float, at_border: bool) -> int:
        return int(np.ceil(max(0.0, reach) * factor)) + 2 if at_border and reach > 0.5 else 0

    room = Room(
        needed(box[0] - low[0], box[0] == 0),
        needed(box[1] - low[1], box[1] == 0),
        needed(high[0] - box[2], box[2] == width),
        needed(high[1] - box[3], box[3] == height),
    )
    return extend.touched(alpha, room)


def _cut_plane(plane: FloatPlane, matrix: geometry.Matrix, size: tuple[int, int]) -> FloatPlane:
    """A float plane through ``matrix``; 0 outside."""
    import cv2

    flags, source = cv2.INTER_CUBIC, np.ascontiguousarray(plane)
    scale = geometry.scale_of(matrix)
    if scale < _ALIASING:
        flags, source = cv2.INTER_LINEAR, np.asarray(cv2.GaussianBlur(source, (0, 0), 0.35 / scale), np.float32)
    cut = cv2.warpAffine(source, matrix, size, flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(np.clip(cut, 0, 1), np.float32)
