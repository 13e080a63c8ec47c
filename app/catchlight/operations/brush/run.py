"""Brush: what a hand has drawn is done to the picture, edit by edit, and the strokes follow the face to another picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from catchlight.brushes.apply import FAINT, BrushGround
from catchlight.brushes.copying import clone
from catchlight.brushes.edits import BrushEdit, strikes
from catchlight.brushes.mask import EditMask
from catchlight.brushes.placing import face_place, place_strokes, to_face
from catchlight.brushes.results import BrushResults
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.imaging.record import Kind
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view
from catchlight.retouch import regions

_HEAD_CM, _HEADS = 23.0, 5.0
"""Without a face a picture is taken for as high as so many heads of that height."""


def run(portraits: Sequence[Portrait], params: BrushParams, context: Context) -> Outcome:
    """The picture with all edits done that are on.

    Raises UnusablePicture ``no_face`` where strokes follow a face and none shows, ``nothing_at_hotspot`` where heal has nothing
    to fill with or all that is drawn lies beyond the picture, and what finding a region raises.
    """
    portrait = portraits[0]
    context.progress.report(0.02, "brushing")
    edits = edits_on(portrait, params)
    steps = strikes(edits)
    pixels = results_of(portrait).result(steps, ground_of(portrait), context.progress)
    if np.array_equal(pixels, portrait.picture.pixels):
        check_cover(portrait, steps)
    facts = facts_of(edits)
    step = context.begin(kind_of(steps), facts)
    picture = portrait.picture.with_(pixels=pixels, record=portrait.picture.record.then(step))
    return Outcome(picture, details=facts)


def check_cover(portrait: Portrait, steps: Sequence[BrushEdit]) -> None:
    """Raise UnusablePicture ``nothing_at_hotspot`` where no step covers any of the picture, or has anything to copy."""
    pixels, region_of = portrait.picture.pixels, ground_of(portrait).region_of
    if steps and not any(_covers(pixels, step, EditMask(step, pixels, region_of)) for step in steps):
        raise UnusablePicture(
            Message(
                "All that is drawn lies beyond the picture or outside of its region, or copies from there. Draw it anew."
            ),
            code="nothing_at_hotspot",
        )


def _covers(pixels: Pixels, step: BrushEdit, mask: EditMask) -> bool:
    x0, y0, x1, y1 = mask.box
    if x0 >= x1 or y0 >= y1:
        return False
    covered = mask.over(mask.box)
    offset = step.strokes[0].offset if step.copies else None
    if offset is not None:
        _, covered = clone(pixels, covered, mask.box, offset)
    return bool((covered > FAINT).any())


def edits_on(portrait: Portrait, params: BrushParams) -> tuple[BrushEdit, ...]:
    """The edits in the pixels of this picture: strokes that were drawn on a face lie on this one's.

    Raises UnusablePicture ``no_face``.
    """
    if params.face is None or not any(edit.strokes for edit in params.edits):
        return params.edits
    here = face_place(portrait.faces[0]) if portrait.faces else None
    if here is None:
        raise UnusablePicture(
            Message(
                "The strokes were drawn on a face, and none shows here for them to follow. Leave them out, or draw them anew."
            ),
            code="no_face",
        )
    matrix = to_face(params.face, here)
    return params.edits if matrix is None else place_strokes(params.edits, matrix)


def results_of(portrait: Portrait) -> BrushResults:
    """What edits came to on this picture, kept with it."""
    return portrait.kept("brush results", lambda: BrushResults(portrait.picture.pixels))


def ground_of(portrait: Portrait, longest: int | None = None) -> BrushGround:
    """What the edits lie on, on a copy that is ``longest`` pixels long; without it on the picture itself."""
    share = 1.0 if longest is None else min(1.0, longest / max(portrait.picture.width, portrait.picture.height))

    def region_of(name: str) -> FloatPlane:
        return regions.region(portrait if longest is None else view(portrait, longest=longest), name)

    return BrushGround(region_of, lambda: scale_of(portrait) * share)


def scale_of(portrait: Portrait) -> float:
    """Pixels for one cm of the person."""
    try:
        return portrait.pose.px_per_cm
    except UnusablePicture:
        return max(portrait.picture.height, portrait.picture.width) / (_HEADS * _HEAD_CM)


def kind_of(steps: Sequence[BrushEdit]) -> Kind:
    """What a record says was touched: the background where all lies within it, else the person."""
    return (
        "background" if steps and all(step.within == "background" and not step.beside for step in steps) else "pixels"
    )


def facts_of(edits: Sequence[BrushEdit]) -> dict[str, Any]:
    """JSON-ready: how many edits of each tool, and how many strokes in all; of those that are on."""
    on = [edit for edit in edits if edit.on]
    return {"tools": dict(Counter(edit.tool for edit in on)), "strokes": sum(len(edit.strokes) for edit in on)}
