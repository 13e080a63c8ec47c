"""What an edit is asked for: a sentence, a place, a shape of the person, and the marks of the window."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, field_validator

from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.field_conditions import Differs, Is, Matches
from catchlight.core.conditions.ruled_model import Rule, field_check
from catchlight.core.conditions.text_patterns import NOT_BLANK
from catchlight.core.messages import Message
from catchlight.operations.edit.marks import Box, Hotspot, Stroke
from catchlight.operations.imagining.params import SeededParams
from catchlight.shape.face_shape import FaceShape

_MOST_STROKES = 200


def _regions() -> tuple[str, ...]:
    from catchlight.retouch.regions import REGIONS

    return tuple(REGIONS)


_KNOWN_REGION = Rule(
    AnyOf(Is("region", None, "thing"), Is("region", choices=_regions)),
    lambda _: Message("must be thing or one of {known}", known=_regions()),
)


class EditParams(SeededParams):
    """What is to be done, and where: a sentence, a shape, or both; box, brush, softness and region are the window's overrides."""

    user_prompt: str = Field(
        "",
        title="What to do",
        max_length=600,
        description="One sentence, English or Chinese; may be empty where a shape is given.",
    )
    hotspot: Hotspot = Field(title="Hotspot", description="Where, in pixels of the upright picture.")
    strength: float = Field(1.0, title="Strength", ge=0, le=1)
    region: str | None = Field(
        None,
        title="Region",
        description="Where the sentence names none: a region's id, or thing; else the smallest there.",
    )
    box: Box | None = Field(None, title="Box", description="Only within this rectangle; for a thing, around it.")
    strokes: tuple[Stroke, ...] = Field(
        (), title="Brush", max_length=_MOST_STROKES, description="Corrections of the area, in order."
    )
    softness: float = Field(0.0, title="Softness", ge=0, le=1, description="How softly the area ends; 0 as it is.")

    shape: FaceShape = Field(
        FaceShape(),
        title="Shape",
        description="Face of the person nearest to the hotspot; 0 is as it is.",
    )

    _checked = field_validator("region")(field_check(_KNOWN_REGION))

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(Matches("user_prompt", NOT_BLANK), Differs("shape")),
            Message("userPrompt is empty; say what is to be done, in a sentence, or give a shape"),
        ),
        _KNOWN_REGION,
    )
