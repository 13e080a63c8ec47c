"""The explicit list of what the program can do. What does the work is loaded when it is first asked for, not with the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.edit.params import EditParams
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Context, Operation, Outcome
from catchlight.operations.plugin_rows import OperationTable, PluginOperations
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.portrait.portrait import Portrait

Portraits = Sequence[Portrait]


def _hair(portraits: Portraits, params: HairParams, context: Context) -> Outcome:
    from catchlight.operations.hair import run as hair

    return hair.run(portraits, params, context)


def _headshot(portraits: Portraits, params: HeadshotParams, context: Context) -> Outcome:
    from catchlight.operations.headshot import run as headshot

    return headshot.run(portraits, params, context)


def _id_photo(portraits: Portraits, params: IdPhotoParams, context: Context) -> Outcome:
    from catchlight.operations.id_photo import run as id_photo

    return id_photo.run(portraits, params, context)


def _layout(portraits: Portraits, params: LayoutParams, context: Context) -> Outcome:
    from catchlight.operations.print_sheet import run as layout

    return layout.run(portraits, params, context)


def _edit(portraits: Portraits, params: EditParams, context: Context) -> Outcome:
    from catchlight.operations.edit import run as edit

    return edit.run(portraits, params, context)


def _face_expression(portraits: Portraits, params: FaceExpressionParams, context: Context) -> Outcome:
    from catchlight.operations.face_expression import run as face_expression

    return face_expression.run(portraits, params, context)


def _adjust(portraits: Portraits, params: AdjustParams, context: Context) -> Outcome:
    from catchlight.operations.adjust import run as adjust

    return adjust.run(portraits, params, context)


def _crop(portraits: Portraits, params: CropParams, context: Context) -> Outcome:
    from catchlight.operations.crop import run as crop

    return crop.run(portraits, params, context)


_OWN: dict[str, Operation[Any]] = {
    row.id: row
    for row in (
        Operation("hair", "Hair", "/image-edit/hair", HairParams, _hair, query=("gender",)),
        Operation("headshot", "Headshot", "/image-edit/headshot", HeadshotParams, _headshot),
        Operation("id_photo", "ID photo", "/image-edit/id-photo/generate", IdPhotoParams, _id_photo),
        Operation("layout", "Print sheet", "/image-edit/id-photo/generateLayoutPhoto", LayoutParams, _layout),
        Operation("edit", "Edit", "/image-edit/edit", EditParams, _edit),
        Operation(
            "face_expression", "Face expression", "/image-edit/face-expression", FaceExpressionParams, _face_expression
        ),
        Operation("adjust", "Adjust", "/image-edit/adjust", AdjustParams, _adjust),
    )
}

CROP = Operation("crop", "Crop", "", CropParams, _crop)

PLUGINS = PluginOperations(taken=(*_OWN, CROP.id))
"""What installed plug-ins add."""

OPERATIONS: Mapping[str, Operation[Any]] = OperationTable(_OWN, PLUGINS)
"""What every front end offers."""

STEPS: Mapping[str, Operation[Any]] = OperationTable(_OWN | {CROP.id: CROP}, PLUGINS)
"""Everything that an editor can run and a store can hold: also what only the window does."""
