"""A person in another shape: fields summed, freed of folds, applied, and looked at again: is it the same person?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import Pixels
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait
from catchlight.shape import body, glasses, warp
from catchlight.shape.face_shape import FaceShape
from catchlight.shape.field import Grid, grid_of, head_fields, invert, sum_fields, unfold
from catchlight.shape.layers import layers_of


@dataclass(frozen=True, eq=False)
class ShapeBasis:
    """Field of each feature over a grid of the picture, kept with the portrait. glasses: None where none are worn."""

    grid: Grid
    fields: dict[str, Singles]
    glasses: glasses.Glasses | None


def basis_of(portrait: Portrait) -> ShapeBasis:
    return portrait.kept("shape basis", lambda: _basis(portrait))


def _basis(portrait: Portrait) -> ShapeBasis:
    grid = grid_of(portrait.pose)
    fields = head_fields(portrait.landmarks, portrait.pose, portrait.canonical, grid)
    fields["neck"] = body.neck_field(portrait, grid)
    worn = glasses.find_glasses(portrait, grid)
    if worn is not None:
        fields = {name: worn.hold(field, grid, lenses=name != "eyes") for name, field in fields.items()}
    return ShapeBasis(grid, fields, worn)
