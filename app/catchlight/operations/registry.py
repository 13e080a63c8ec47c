"""The explicit list of what the program can do. What does the work is loaded when it is first asked for, not with the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.edit.params import EditParams
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Operation
from catchlight.operations.plugin_rows import OperationTable, PluginOperations
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.operations.profile_picture import params as profile_picture

_HERE = "catchlight.operations"

_OWN: dict[str, Operation[Any]] = {
    row.id: row
    for row in (
        Operation("hair", "Hair", "/image-edit/hair", HairParams, f"{_HERE}.hair", query=("gender",)),
        Operation("headshot", "Headshot", "/image-edit/headshot", HeadshotParams, f"{_HERE}.headshot"),
        Operation("id_photo", "ID photo", "/image-edit/id-photo/generate", IdPhotoParams, f"{_HERE}.id_photo"),
        Operation(
            "layout",
            "Print sheet",
            "/image-edit/id-photo/generateLayoutPhoto",
            LayoutParams,
            f"{_HERE}.print_sheet",
        ),
        Operation("edit", "Edit", "/image-edit/edit", EditParams, f"{_HERE}.edit"),
        Operation(
            "face_expression",
            "Face expression",
            "/image-edit/face-expression",
            FaceExpressionParams,
            f"{_HERE}.face_expression",
        ),
        Operation("adjust", "Adjust", "/image-edit/adjust", AdjustParams, f"{_HERE}.adjust"),
        Operation("brush", "Brush", "/image-edit/brush", BrushParams, f"{_HERE}.brush"),
        Operation("crop", "Crop", "/image-edit/crop", CropParams, f"{_HERE}.crop"),
    )
}

PLUGINS = PluginOperations(taken=tuple(_OWN))
"""What installed plug-ins add."""

OPERATIONS: Mapping[str, Operation[Any]] = OperationTable(_OWN, PLUGINS)
"""What every front end offers."""

STEPS: Mapping[str, Operation[Any]] = OPERATIONS
"""Everything that an editor can run and a store can hold."""

PREVIEWS: dict[str, str] = {
    **{row.id: row.package for row in _OWN.values()},
    profile_picture.ID: f"{_HERE}.profile_picture",
}
"""The package of everything that an editor can show small: also of a profile picture, whose files a job makes."""
