"""Crop, small: a box alone is cut and scaled, for nothing is sooner; all else is made of few pixels."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.imaging.frame.resample import cut_box, reduce_to
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import CropPlan, placement_of, plan_crop, require_wish
from catchlight.operations.crop.run import facts_of, fill_space, person_in
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import WHOLE, reduce_pixels, size_within
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.canvas.ground import Space

_FINER = 2
"""Pixels of the picture that is straightened for one of the preview, in each direction."""
_COPIES = (1024, 1536, 2048, 3072)
"""Longer sides of the copies that are kept."""


def preview(portraits: Sequence[Portrait], params: CropParams, size: int, context: Context) -> Preview:
    """The picture in its new frame, ``size`` pixels long. Raises what ``run`` raises."""
    portrait = portraits[0]
    require_wish(params)
    plan = plan_crop(portrait, params)
    width, height = plan.size
    made = _with_canvas(portrait, plan, params, size) if plan.space else reduce_pixels(_cut(portrait, plan, size), size)
    return Preview(Picture(made), width, height, placement_of(portrait, params), facts_of(params, plan))


def _with_canvas(portrait: Portrait, plan: CropPlan, params: CropParams, size: int) -> Pixels:
    """The result with canvas, ``size`` pixels long, its canvas made of few pixels too."""
    width, height = size_within(*plan.size, size)
    share, space = width / plan.size[0], plan.space
    small = Space(*(round(side * share) for side in (space.top, space.bottom, space.left, space.right)))
    inner = (max(1, width - small.left - small.right), max(1, height - small.top - small.bottom))
    whole = inner == (plan.box.width, plan.box.height)
    fine = _cut(portrait, plan, WHOLE if whole else max(inner))
    part = fine if whole else reduce_to(fine, inner)
    person = person_in(portrait, plan, None if whole else inner) if params.canvas_fill == "continue" else None
    return fill_space(part, person, small, params)


def _cut(portrait: Portrait, plan: CropPlan, longest: int) -> Pixels:
    """The box of a plan, about twice as large as ``longest`` pixels where it has to be resampled: to be scaled down as the result
    would be. It is read from a copy of the picture that is kept, for an angle is seldom asked for once."""
    pixels, box, frame = portrait.picture.pixels, plan.box, plan.frame
    size = size_within(box.width, box.height, _FINER * longest)
    if frame.shape.exact or size == (box.width, box.height):
        return cut_box(pixels, frame, box)
    needed = size[0] / box.width * max(frame.source)
    side = next((one for one in _COPIES if needed <= one < 0.5 * max(frame.source)), None)
    if side is not None:
        pixels = portrait.kept(f"reduced_{side}", lambda: reduce_pixels(portrait.picture.pixels, side))
    return cut_box(pixels, frame, box, size)
