"""The explicit list of what the program can do."""

from __future__ import annotations

from typing import Any

from catchlight.operations import adjust, crop, edit, face_expression, hair, headshot, id_photo, layout
from catchlight.operations.base import Operation

OPERATIONS: dict[str, Operation[Any]] = {
    row.id: row
    for row in (
        hair.OPERATION,
        headshot.OPERATION,
        id_photo.OPERATION,
        layout.OPERATION,
        edit.OPERATION,
        face_expression.OPERATION,
        adjust.OPERATION,
    )
}
"""What every front end offers."""

STEPS: dict[str, Operation[Any]] = OPERATIONS | {crop.OPERATION.id: crop.OPERATION}
"""Everything that an editor can run and a store can hold: also what only the window does."""
