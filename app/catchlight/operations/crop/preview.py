"""Crop, small: a box alone is cut and scaled, for nothing is sooner; all else is made of few pixels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.imaging.frame.resample import cut_box, reduce_to
from catchlight.imaging.geometry import compose
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import CropPlan, plan_crop
from catchlight.operations.crop.run import facts_of, fill_space, person_in
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels, size_within
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.canvas.ground import Space

_FINER = 2
"""Pixels of the picture that is straightened for one of the preview, in each direction."""


def preview(portraits: Sequence[Portrait], params: CropParams, size: int, context: Context) -> Preview:
    """The picture in its new frame, ``size`` pixels long. Raises what ``run`` raises."""
    portrait = portraits[0]
    plan = plan_crop(portrait, params)
    box, (width, height) = plan.box, plan.size
    pixels = portrait.picture.pixels
    if plan.space:
        made = _with_canvas(portrait, plan, params, size)
    elif plan.frame.shape.exact:
        made = reduce_pixels(cut_box(pixels, plan.frame, box), size)
    else:
        made = reduce_pixels(cut_box(pixels, plan.frame, box, _finer(plan.size, size)), size)
    moved = np.array([[1.0, 0, plan.space.left - box.x], [0, 1.0, plan.space.top - box.y]])
    placement = compose(moved, plan.frame.affine_at(box.centre))
    return Preview(Picture(made), width, height, placement, facts_of(params, plan))


def _with_canvas(portrait: Portrait, plan: CropPlan, params: CropParams, size: int) -> Pixels:
    """The result with canvas, ``size`` pixels long, its canvas made of few pixels too."""
    width, height = size_within(*plan.size, size)
    share, space = width / plan.size[0], plan.space
    small = Space(*(round(side * share) for side in (space.top, space.bottom, space.left, space.right)))
    inner = (max(1, width - small.left - small.right), max(1, height - small.top - small.bottom))
    whole = inner == (plan.box.width, plan.box.height)
    source = portrait.picture.pixels
    fine = cut_box(
        source, plan.frame, plan.box, None if whole else _finer((plan.box.width, plan.box.height), max(inner))
    )
    part = fine if whole else reduce_to(fine, inner)
    person = person_in(portrait, plan, None if whole else inner) if params.canvas_fill == "continue" else None
    return fill_space(part, person, small, params)


def _finer(size: tuple[int, int], longest: int) -> tuple[int, int] | None:
    """Twice the size that is wanted, which is then scaled down as the result would be; None for all of it."""
    twice = size_within(*size, _FINER * longest)
    return None if twice == size else twice
