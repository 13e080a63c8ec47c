"""The person whom the hotspot means, reshaped in pixels that are edited already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic.alias_generators import to_camel

from catchlight.core.progress import Progress
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.shape.face_shape import FaceShape
from catchlight.shape.reshape import reshape


@dataclass(frozen=True)
class ShapedPixels:
    """facts: what was applied, for the record, under the name that documents look for. notes: what limits the result."""

    pixels: Pixels
    facts: dict[str, Any]
    notes: tuple[str, ...]


def shape_person(scene: EditScene, pixels: Pixels, shape: FaceShape, progress: Progress) -> ShapedPixels:
    """``pixels`` (of the scene's picture, edited) with its person in another shape. Raises what ``reshape`` raises."""
    person = scene.person
    if pixels is not scene.picture.pixels:
        person = person.recoloured(scene.picture.with_(pixels=pixels))
    made = reshape(person, shape, progress)
    amounts = {to_camel(name): round(value * made.strength, 3) for name, value in shape.amounts().items()}
    facts = {"amounts": amounts, "strength": round(made.strength, 3), "identity": round(made.likeness, 3)}
    return ShapedPixels(made.pixels, facts, made.notes)
