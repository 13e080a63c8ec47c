"""The explicit list of what the program can do. What does the work is loaded when it is first asked for, not with the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeVar

from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.edit.params import EditParams
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Context, Operation, Outcome, Params, Preview
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.operations.profile_picture import params as profile_picture
from catchlight.portrait.portrait import Portrait

P = TypeVar("P", bound=Params)
Previewer = Callable[[Sequence[Portrait], Any, int, Context], Preview]


def _row(entry: str, title: str, path: str, params: type[P], package: str, query: tuple[str, ...] = ()) -> Operation[P]:
    """package: under ``operations``; its modules ``run`` and ``preview`` have functions of these names."""

    def run(portraits: Sequence[Portrait], wished: P, context: Context) -> Outcome:
        made: Outcome = import_module(f"catchlight.operations.{package}.run").run(portraits, wished, context)
        return made

    return Operation(entry, title, path, params, run, _preview_of(package), query)


def _preview_of(package: str) -> Previewer:
    def preview(portraits: Sequence[Portrait], wished: Any, size: int, context: Context) -> Preview:
        module = import_module(f"catchlight.operations.{package}.preview")
        made: Preview = module.preview(portraits, wished, size, context)
        return made

    return preview


OPERATIONS: dict[str, Operation[Any]] = {
    row.id: row
    for row in (
        _row("hair", "Hair", "/image-edit/hair", HairParams, "hair", query=("gender",)),
        _row("headshot", "Headshot", "/image-edit/headshot", HeadshotParams, "headshot"),
        _row("id_photo", "ID photo", "/image-edit/id-photo/generate", IdPhotoParams, "id_photo"),
        _row("layout", "Print sheet", "/image-edit/id-photo/generateLayoutPhoto", LayoutParams, "print_sheet"),
        _row("edit", "Edit", "/image-edit/edit", EditParams, "edit"),
        _row(
            "face_expression", "Face expression", "/image-edit/face-expression", FaceExpressionParams, "face_expression"
        ),
        _row("adjust", "Adjust", "/image-edit/adjust", AdjustParams, "adjust"),
    )
}
"""What every front end offers."""

CROP = _row("crop", "Crop", "", CropParams, "crop")

STEPS: dict[str, Operation[Any]] = OPERATIONS | {CROP.id: CROP}
"""Everything that an editor can run and a store can hold: also what only the window does."""

PREVIEWS: dict[str, Previewer] = {
    **{row.id: row.preview for row in STEPS.values()},
    profile_picture.ID: _preview_of("profile_picture"),
}
"""Everything that an editor can show small: also a profile picture, whose files a job makes."""
