"""Cutting an ID photo out of its source: foreground and alpha at the photo's size, carried on where the picture ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.backdrop import outpaint
from catchlight.backdrop.outpaint import Padding
from catchlight.core.progress import Progress
from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.matting.foreground import foreground
from catchlight.matting.repair.haze import clear_haze
from catchlight.matting.repair.old_background import take_back_spill
from catchlight.matting.unmix import unmix_rim
from catchlight.models import super_resolution
from catchlight.operations.id_photo.framing import Framing
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE
from catchlight.portrait.portrait import Portrait

_ALIASING = 0.6
"""Scale below which a matte is blurred before it is sampled."""


@dataclass(frozen=True)
class Cutout:
    """fore: HxWx3. alpha: HxW, what is shown of it. silhouette: HxW, where the person is, also on the original background."""

    fore: ByteImage
    alpha: FloatPlane
    silhouette: FloatPlane
    invented: tuple[str, ...]
    """What the photo holds that the source does not: ``bottom``, ``left``, ``right``, ``top``, ``super_resolution``."""


def cutout(portrait: Portrait, planned: Framing, hd: bool, original: bool, progress: Progress) -> Cutout:
    """Foreground colours (or the untouched ones, with the original background) and alpha at the photo's size."""
    view = _cropped(_view(portrait, planned), planned)
    invented: list[str] = []
    room = outpaint.drop_background_sides(view.alpha, _room(view, planned, portrait))
    if room:
        rgb, alpha = outpaint.extend(view.rgb, view.alpha, room, _head(view, planned, portrait))
        view = _View(rgb, alpha, _shifted(view.matrix, room.left, room.top))
        invented += [side for side in ("left", "top", "right", "bottom") if getattr(room, side)]
    to_photo = geometry.compose(planned.matrix, geometry.inverse(view.matrix))
    rgb, colours_to_photo = view.rgb, to_photo
    if hd and planned.scale > 1:
        rgb = super_resolution.upscale_2x(np.ascontiguousarray(rgb), portrait.models, progress.part(0, 0.8))
        colours_to_photo = geometry.compose(to_photo, np.array([[0.5, 0, -0.25], [0, 0.5, -0.25]]))
        invented.append("super_resolution")
    size = (planned.width_px, planned.height_px)
    photo = np.asarray(geometry.warp_affine(np.ascontiguousarray(rgb), colours_to_photo, size), np.uint8)
    mask = _cut_plane(view.alpha, to_photo, size)
    if original:
        if not invented and _uncovered(planned, portrait):
            invented.append("background")
        return Cutout(photo, np.ones(photo.shape[:2], np.float32), mask, tuple(invented))
    progress.report(0.9, "cleaning the edges")
    # At the size of the photo: what the source has beyond it would not be seen.
    mask = unmix_rim(photo, mask, portrait.pose.px_per_cm * geometry.scale_of(planned.matrix))
    mask = clear_haze(mask, planned.px_per_mm)
    colours = take_back_spill(foreground(photo, mask), photo, mask, planned.px_per_mm)
    return Cutout(np.asarray(colours, np.uint8), mask, mask, tuple(invented))


@dataclass(frozen=True)
class _View:
    """A part of the source at some resolution; matrix: 2x3, source pixels to its own."""

    rgb: ByteImage
    alpha: FloatPlane
    matrix: geometry.Matrix


def _view(portrait: Portrait, planned: Framing) -> _View:
    """The bust where the frame lies in it, at its own or at full resolution; else the whole picture."""
    bust, picture = portrait.bust, portrait.picture
    low = np.clip(planned.corners.min(axis=0), 0, [picture.width, picture.height])
    high = np.clip(planned.corners.max(axis=0), 0, [picture.width, picture.height])
    x0, y0, x1, y1 = bust.box
    if not (low[0] >= x0 and low[1] >= y0 and high[0] <= x1 and high[1] <= y1):
        return _View(picture.rgb8, portrait.alpha, _shifted(np.eye(2, 3), 0, 0))
    if planned.scale <= bust.scale:
        return _View(bust.rgb, bust.alpha, bust.matrix)
    return _View(picture.rgb8[y0:y1, x0:x1], bust.full(), _shifted(np.eye(2, 3), -x0, -y0))


def _cropped(view: _View, planned: Framing) -> _View:
    """The view cut down to what the frame reads, with a margin for filters."""
    corners = geometry.apply(view.matrix, planned.corners)
    height, width = view.alpha.shape
    x0, y0 = (max(0, int(value) - 8) for value in corners.min(axis=0))
    x1, y1 = (int(value) + 10 for value in corners.max(axis=0))
    part = (slice(y0, min(height, y1)), slice(x0, min(width, x1)))
    return _View(view.rgb[part], view.alpha[part], _shifted(view.matrix, -x0, -y0))


def _room(view: _View, planned: Framing, portrait: Portrait) -> Padding:
    """Pixels that the frame reaches beyond the view, where the view ends with the picture itself."""
    corners = geometry.apply(view.matrix, planned.corners)
    low, high = corners.min(axis=0), corners.max(axis=0)
    height, width = view.alpha.shape
    picture = portrait.picture
    ends = geometry.apply(view.matrix, [[0, 0], [picture.width - 1, picture.height - 1]])

    def needed(reach: float, at_end: bool) -> int:
        return int(np.ceil(reach)) + 2 if at_end and reach > 0.5 else 0

    return Padding(
        needed(-0.5 - low[0], abs(ends[0, 0]) < 1.5),
        needed(-0.5 - low[1], abs(ends[0, 1]) < 1.5),
        needed(high[0] - width + 0.5, abs(ends[1, 0] - width + 1) < 1.5),
        needed(high[1] - height + 0.5, abs(ends[1, 1] - height + 1) < 1.5),
    )


def _head(view: _View, planned: Framing, portrait: Portrait) -> outpaint.HeadBounds:
    """The head in pixels of the view."""
    side = 2.0 * portrait.pose.px_per_cm * geometry.scale_of(view.matrix)
    points = geometry.apply(view.matrix, [planned.chin, *portrait.landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE]]])
    return outpaint.HeadBounds(
        float(points[0, 1]), float(points[1:, 0].min() - side), float(points[1:, 0].max() + side)
    )


def _uncovered(planned: Framing, portrait: Portrait) -> bool:
    """Whether the frame reaches beyond the picture by a pixel or more."""
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    size = np.array([portrait.picture.width, portrait.picture.height])
    return bool((low < -1.5).any() or (high > size + 0.5).any())


def _shifted(matrix: geometry.Matrix, x: float, y: float) -> geometry.Matrix:
    return np.column_stack([matrix[:, :2], matrix[:, 2] + [x, y]])


def _cut_plane(plane: FloatPlane, matrix: geometry.Matrix, size: tuple[int, int]) -> FloatPlane:
    """A float plane through ``matrix``; 0 outside."""
    import cv2

    flags, source = cv2.INTER_CUBIC, np.ascontiguousarray(plane)
    scale = geometry.scale_of(matrix)
    if scale < _ALIASING:
        flags, source = cv2.INTER_LINEAR, np.asarray(cv2.GaussianBlur(source, (0, 0), 0.35 / scale), np.float32)
    cut = cv2.warpAffine(source, matrix, size, flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(np.clip(cut, 0, 1), np.float32)
