"""Strokes and gradients carried to other pixels: a smaller copy, a window of it, the face of another picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from pydantic import Field

from catchlight.brushes.edits import BrushEdit, BrushPart, HandStroke, LinearGradient, RadialGradient
from catchlight.imaging import geometry
from catchlight.portrait.face.detect import Face


class FacePlace(BrushPart):
    """Where a face lies: the middle between its eyes, their distance, and the angle of their line."""

    x: float = Field(title="x", json_schema_extra={"unit": "px"})
    y: float = Field(title="y", json_schema_extra={"unit": "px"})
    eyes: float = Field(title="Distance of the eyes", gt=0, json_schema_extra={"unit": "px"})
    angle: float = Field(0.0, title="Angle", description="Clockwise.", json_schema_extra={"unit": "°"})


def face_place(face: Face) -> FacePlace | None:
    """The place of a found face; None where its eyes lie on each other, as in a strict profile."""
    right, left = face.points[0], face.points[1]
    eyes = math.dist(right, left)
    if eyes < 2:
        return None
    middle = (right + left) / 2 + 0.5
    return FacePlace(
        x=round(float(middle[0]), 2),
        y=round(float(middle[1]), 2),
        eyes=round(eyes, 2),
        angle=round(math.degrees(face.roll), 2),
    )


def to_face(drawn_on: FacePlace, here: FacePlace) -> geometry.Matrix | None:
    """2x3 from pixels of the picture with one face to those of the picture with the other; None where they are one place."""
    if drawn_on == here:
        return None
    turn = math.radians(here.angle - drawn_on.angle)
    return geometry.similarity((drawn_on.x, drawn_on.y), -turn, here.eyes / drawn_on.eyes, (here.x, here.y))


def place_strokes(edits: Sequence[BrushEdit], matrix: geometry.Matrix) -> tuple[BrushEdit, ...]:
    """Edits with their strokes through a similarity; gradients stay."""
    return tuple(
        edit.model_copy(update={"strokes": tuple(_stroke(stroke, matrix) for stroke in edit.strokes)}) for edit in edits
    )


def place_gradients(edits: Sequence[BrushEdit], across: float, down: float) -> tuple[BrushEdit, ...]:
    """Edits with their gradients in a picture ``across`` times as wide and ``down`` times as high; strokes stay."""
    return tuple(
        edit.model_copy(
            update={"linear": _linear(edit.linear, across, down), "radial": _radial(edit.radial, across, down)}
        )
        for edit in edits
    )


def scale_edits(edits: Sequence[BrushEdit], across: float, down: float) -> tuple[BrushEdit, ...]:
    """Edits in a picture ``across`` times as wide and ``down`` times as high; tips of brushes stay round."""
    if (across, down) == (1, 1):
        return tuple(edits)
    return place_strokes(place_gradients(edits, across, down), np.array([[across, 0, 0], [0, down, 0]]))


def move_edits(edits: Sequence[BrushEdit], dx: float, dy: float) -> tuple[BrushEdit, ...]:
    """Edits whose pixels have moved by (dx, dy)."""
    moved = []
    for edit in place_strokes(edits, np.array([[1.0, 0, dx], [0, 1.0, dy]])):
        linear, radial = edit.linear, edit.radial
        if linear is not None:
            start, end = (linear.start[0] + dx, linear.start[1] + dy), (linear.end[0] + dx, linear.end[1] + dy)
            linear = linear.model_copy(update={"start": start, "end": end})
        if radial is not None:
            radial = radial.model_copy(update={"centre": (radial.centre[0] + dx, radial.centre[1] + dy)})
        moved.append(edit.model_copy(update={"linear": linear, "radial": radial}))
    return tuple(moved)


def _stroke(stroke: HandStroke, matrix: geometry.Matrix) -> HandStroke:
    points = geometry.apply(matrix, stroke.points).round(2).tolist()
    offset = stroke.offset
    if offset is not None:
        turned = matrix[:, :2] @ np.array(offset)
        offset = (float(turned[0]), float(turned[1]))
    size = geometry.scale_of(matrix)
    changed = {
        "points": tuple((float(x), float(y)) for x, y in points),
        "radius": stroke.radius * size,
        "offset": offset,
    }
    return stroke.model_copy(update=changed)


def _linear(gradient: LinearGradient | None, across: float, down: float) -> LinearGradient | None:
    if gradient is None:
        return None
    start, end = (
        (gradient.start[0] * across, gradient.start[1] * down),
        (gradient.end[0] * across, gradient.end[1] * down),
    )
    return gradient.model_copy(update={"start": start, "end": end})


def _radial(gradient: RadialGradient | None, across: float, down: float) -> RadialGradient | None:
    if gradient is None:
        return None
    size = math.sqrt(across * down)
    changed = {
        "centre": (gradient.centre[0] * across, gradient.centre[1] * down),
        "radius_x": gradient.radius_x * (across if not gradient.angle else size),
        "radius_y": gradient.radius_y * (down if not gradient.angle else size),
    }
    return gradient.model_copy(update=changed)
