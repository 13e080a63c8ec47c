"""Edit on a small copy of the person that is meant, with hotspot, box and brush in its pixels."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.imaging.picture import Picture
from catchlight.operations.edit.areas import AreaMarks
from catchlight.operations.edit.marks import Box, Hotspot, Stroke
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.run import apply_edit, scene_of
from catchlight.operations.edit.touched_outline import Outline, outline_targets
from catchlight.operations.operation import Context, Preview
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait


def preview(portraits: Sequence[Portrait], params: EditParams, size: int, context: Context) -> Preview:
    """The edited picture, ``size`` pixels long. Details: what was understood, and notes. Raises what ``run`` raises."""
    portrait = portraits[0]
    picture = portrait.picture
    if max(picture.width, picture.height) <= size:
        made = apply_edit(portrait, params, context.progress)
    else:
        made = apply_edit(*shrink_to_person(portrait, params, size), context.progress, small=True)
    details = {name: fact for name, fact in made.facts.items() if name != "changed"}
    return Preview(Picture(made.pixels), picture.width, picture.height, details=details)


def outline_small(portrait: Portrait, params: EditParams, understood: bool, size: int) -> Outline:
    """What would be touched, and what else could be meant there, on a copy ``size`` pixels long. understood: whether the sentence
    is; else what lies at the hotspot. Raises InvalidRequest."""
    small, placed = shrink_to_person(portrait, params, size)
    marks = AreaMarks(placed.box, placed.strokes, placed.softness)
    return outline_targets(scene_of(small, placed), placed.user_prompt if understood else "", placed.region, marks)


def shrink_to_person(portrait: Portrait, params: EditParams, longest: int) -> tuple[Portrait, EditParams]:
    """The person that the hotspot means at most ``longest`` pixels long, and the parameters in its pixels."""
    person = view.portrait_at(portrait, params.hotspot.x, params.hotspot.y)
    small = view.view(person, None, longest)
    share = small.picture.width / portrait.picture.width
    if share == 1:
        return small, params
    box, spot = params.box, params.hotspot
    strokes = tuple(
        Stroke(
            points=tuple((x * share, y * share) for x, y in stroke.points),
            radius=stroke.radius * share,
            erase=stroke.erase,
        )
        for stroke in params.strokes
    )
    placed = {
        "hotspot": Hotspot(
            x=min(spot.x * share, small.picture.width - 1), y=min(spot.y * share, small.picture.height - 1)
        ),
        "box": None
        if box is None
        else Box(x=box.x * share, y=box.y * share, width=box.width * share, height=box.height * share),
        "strokes": strokes,
    }
    return small, params.model_copy(update=placed)
