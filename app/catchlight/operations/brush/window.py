"""A window of the picture under a brush that is moving: as few pixels as the screen has, in some milliseconds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from catchlight.brushes import detail
from catchlight.brushes.apply import BrushGround, apply_edits
from catchlight.brushes.edits import BrushEdit, strikes
from catchlight.brushes.mask import EditMask
from catchlight.brushes.placing import move_edits, scale_edits
from catchlight.imaging.filters.alpha import reduce_by_area
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.operations.brush.run import ground_of, results_of, scale_of
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resample_window

REGIONS_AT = 1024
"""Longer side, in pixels, at which regions are found while a brush moves; the result finds them in the whole picture."""


def render_window(
    portrait: Portrait, below: Sequence[BrushEdit], edit: BrushEdit, box: Window, step: int
) -> tuple[Window, Pixels]:
    """What one edit makes of a window, after ``below`` (as ``edits.strikes`` gives them) is done.

    step: pixels of the picture, across and down, for one of the window's. Returns the window that is shown, about ``box`` and
    inside the picture, without area where they do not meet; and its pixels, a fraction ``1 / step`` as many each way.
    """
    results = results_of(portrait)
    kept = results.nearest(below)
    base: Any = kept if kept is not None else results.result(below, ground_of(portrait))
    height, width = base.shape[:2]
    cm = scale_of(portrait) / step if edit.tool in ("smooth", "sharpen") else 0.0
    shown = _aligned(box, step, 0, width, height)
    if shown[0] >= shown[2] or shown[1] >= shown[3]:
        return shown, base[:0, :0]
    outer = _aligned(_with_source(shown, edit), step, (detail.reach(edit, cm) + 1) * step, width, height)
    part, (across, down) = _reduced(base, outer, step)
    placed = detail.seen_from_afar(scale_edits(move_edits((edit,), -outer[0], -outer[1]), across, down), across)
    small = ground_of(portrait, REGIONS_AT)

    def region_of(name: str) -> FloatPlane:
        return np.asarray(resample_window(small.region_of(name), (0, 0, width, height), outer), np.float32)

    made = apply_edits(part, strikes(placed), BrushGround(region_of, lambda: cm))
    x0, y0 = round((shown[0] - outer[0]) * across), round((shown[1] - outer[1]) * down)
    x1, y1 = round((shown[2] - outer[0]) * across), round((shown[3] - outer[1]) * down)
    return shown, made[y0:y1, x0:x1]


def mask_of(portrait: Portrait, edit: BrushEdit, longest: int) -> FloatPlane:
    """The mask of an edit, on a copy of the picture ``longest`` pixels long."""
    picture = portrait.picture
    small = reduce_pixels(picture.pixels, longest)
    height, width = small.shape[:2]
    (placed,) = scale_edits((edit,), width / picture.width, height / picture.height)
    return EditMask(placed, small, ground_of(portrait, longest).region_of).over((0, 0, width, height))


def _with_source(box: Window, edit: BrushEdit) -> Window:
    """The window, and where a clone takes its pixels from."""
    offset = edit.strokes[0].offset if edit.tool == "clone" else None
    if offset is None:
        return box
    dx, dy = math.floor(offset[0]), math.floor(offset[1])
    return (
        min(box[0], box[0] + dx),
        min(box[1], box[1] + dy),
        max(box[2], box[2] + dx + 1),
        max(box[3], box[3] + dy + 1),
    )


def _aligned(box: Window, step: int, margin: int, width: int, height: int) -> Window:
    """A window on whole steps, inside the picture."""
    x0, y0 = max(0, (box[0] - margin) // step * step), max(0, (box[1] - margin) // step * step)
    x1, y1 = -(-(box[2] + margin) // step) * step, -(-(box[3] + margin) // step) * step
    return min(x0, width), min(y0, height), min(width, x1), min(height, y1)


def _reduced(base: Any, box: Window, step: int) -> tuple[Pixels, tuple[float, float]]:
    """The pixels of a window, and what they are of its width and height."""
    part = base[box[1] : box[3], box[0] : box[2]]
    if step == 1:
        return np.ascontiguousarray(part), (1.0, 1.0)
    size = (max(1, -(-part.shape[1] // step)), max(1, -(-part.shape[0] // step)))
    small = reduce_by_area(part, size)
    return small, (size[0] / part.shape[1], size[1] / part.shape[0])
