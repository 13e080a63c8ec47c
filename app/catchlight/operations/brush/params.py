"""What hand tools are asked for: an ordered list of edits, and the face that their strokes were drawn on."""

from __future__ import annotations

from pydantic import Field

from catchlight.brushes.edits import MOST_EDITS, BrushEdit
from catchlight.brushes.placing import FacePlace
from catchlight.operations.operation import PictureParams


class BrushParams(PictureParams):
    """Edits by hand, done in their order. Places are in pixels of the upright picture, its left and upper edges at 0."""

    edits: tuple[BrushEdit, ...] = Field(
        title="Edits", min_length=1, max_length=MOST_EDITS, description="Each a tool and its soft mask, in order."
    )
    face: FacePlace | None = Field(
        None,
        title="Face",
        description="Where the face was that the strokes were drawn on: on another picture they move to its face. Without it "
        "they stay where they are.",
    )
