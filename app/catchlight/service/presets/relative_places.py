"""Places in pixels of one picture, moved to another: relative to the picture where that means something."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import BaseModel, ConfigDict, Field, field_validator

from catchlight.brushes.placing import place_gradients, scale_edits
from catchlight.imaging.frame.boxes import FrameBox, fit_box, is_on_picture
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import frame_of
from catchlight.operations.edit.params import EditParams
from catchlight.operations.operation import Params, read_whole

PLACED: Mapping[str, tuple[str, ...]] = {
    "edit": ("hotspot", "box"),
    "crop": ("width", "height", "corners", "level"),
    "brush": ("edits",),
}
"""Parameters, by operation, that are places and are kept relative to the picture."""
LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "id_photo": ("crown_y", "chin_y", "eye_y"),
    "hair": ("strokes",),
    "edit": ("strokes",),
}
"""Parameters, by operation, that a hand has drawn on one person and that mean nothing on another."""

LONGEST_SIDE = 1_000_000
"""Pixels; more than any format of a picture has."""


class Size(BaseModel):
    """Width and height of an upright picture in pixels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    width: int = Field(ge=1, le=LONGEST_SIDE)
    height: int = Field(ge=1, le=LONGEST_SIDE)

    _whole = field_validator("width", "height", mode="before")(read_whole)


def rescale_params(params: Params, before: Size, after: Size) -> Params:
    """The parameters with their places at the same share of width and height; inside the picture."""
    if before == after:
        return params
    mover = _MOVERS.get(type(params))
    return params if mover is None else mover(params, before, after)


def _edit(params: Params, before: Size, after: Size) -> Params:
    assert isinstance(params, EditParams)
    across, down = after.width / before.width, after.height / before.height
    spot, box = params.hotspot, params.box
    inside = {"x": _inside(spot.x * across, after.width), "y": _inside(spot.y * down, after.height)}
    placed = spot.model_copy(update=inside)
    around = None
    if box is not None:
        moved = {"x": box.x * across, "y": box.y * down, "width": box.width * across, "height": box.height * down}
        around = box.model_copy(update=moved)
    return params.model_copy(update={"hotspot": placed, "box": around})


def _inside(place: float, length: int) -> float:
    return max(0.0, min(place, length - 1))


def _crop(params: Params, before: Size, after: Size) -> Params:
    """The box at the same share of the frame, which is turned and straightened as the picture is; smaller where it would reach
    beyond the picture, as it may in one of another shape."""
    assert isinstance(params, CropParams)
    across, down = after.width / before.width, after.height / before.height
    points = {
        name: tuple(value * (down if at % 2 else across) for at, value in enumerate(getattr(params, name)))
        for name in ("corners", "level")
    }
    moved = params.model_copy(update=points)
    if not params.has_box:
        return moved
    frame = frame_of(moved, (after.width, after.height))
    old, new = frame_of(params, (before.width, before.height)).size, frame.size
    across, down = new[0] / old[0], new[1] / old[1]
    x, y = min(round(params.x * across), new[0] - 1), min(round(params.y * down), new[1] - 1)
    update: dict[str, int] = {"x": x, "y": y}
    if params.width is not None:
        update["width"] = max(1, min(round(params.width * across), new[0] - x))
    if params.height is not None:
        update["height"] = max(1, min(round(params.height * down), new[1] - y))
    box = FrameBox(x, y, update.get("width", new[0] - x), update.get("height", new[1] - y))
    if not is_on_picture(frame, box):
        middle = box.centre[0] - frame.centre[0], box.centre[1] - frame.centre[1]
        box = fit_box(frame, (*middle, float(box.width), float(box.height)))
        update = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    return moved.model_copy(update=update)


def _brush(params: Params, before: Size, after: Size) -> Params:
    """Gradients at the same share; strokes that follow a face find it by themselves."""
    assert isinstance(params, BrushParams)
    across, down = after.width / before.width, after.height / before.height
    place = place_gradients if params.face is not None else scale_edits
    return params.model_copy(update={"edits": place(params.edits, across, down)})


_MOVERS: Mapping[type[Params], Callable[[Params, Size, Size], Params]] = {
    EditParams: _edit,
    CropParams: _crop,
    BrushParams: _brush,
}
