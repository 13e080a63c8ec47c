"""What an ID photo is asked for: the document, the background, and the user's own lines."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, field_validator

from catchlight.core.conditions.combined_conditions import AllOf, AnyOf
from catchlight.core.conditions.field_conditions import Is, IsNot
from catchlight.core.conditions.ruled_model import Rule
from catchlight.core.messages import Message
from catchlight.operations.operation import FORMAT_HELP, FORMAT_TITLE, Params, PhotoFormat, read_whole


class IdPhotoParams(Params):
    """What photo is wanted, and the user's own lines where the measured ones are to be corrected."""

    output_format: PhotoFormat | None = Field(None, title=FORMAT_TITLE, description=FORMAT_HELP)
    spec: str = Field("icao_35x45", title="Document", description="Catalogue id of the document.")
    width_mm: float | None = Field(
        None,
        title="Width",
        ge=10,
        le=200,
        description="A size of your own, with the height.",
        json_schema_extra={"unit": "mm"},
    )
    height_mm: float | None = Field(
        None,
        title="Height",
        ge=10,
        le=200,
        description="A size of your own, with the width.",
        json_schema_extra={"unit": "mm"},
    )
    dpi: int | None = Field(
        None,
        title="Resolution",
        ge=72,
        le=1200,
        description="Without it, the document's.",
        json_schema_extra={"unit": "dpi"},
    )
    hd: bool = Field(
        False,
        title="HD",
        description="Twice the resolution; super-resolution of the person where the source lacks pixels.",
    )
    background: str = Field(
        "transparent",
        title="Background",
        description="transparent, document (the document's own colour), original (nothing but geometry), a catalogue id, "
        "or #rrggbb.",
    )
    max_kilobytes: int | None = Field(
        None,
        title="Largest file",
        ge=2,
        le=20_000,
        description="Target for the file's size; without it, what the document's upload takes.",
        json_schema_extra={"unit": "kB"},
    )
    align: bool = Field(True, title="Level the eyes", description="Turn the picture so that the eye line is level.")
    crown_y: float | None = Field(
        None,
        title="Crown",
        description="Your own crown line: y in pixels of the upright picture.",
        json_schema_extra={"unit": "px"},
    )
    chin_y: float | None = Field(
        None,
        title="Chin",
        description="Your own chin line: y in pixels of the upright picture.",
        json_schema_extra={"unit": "px"},
    )
    eye_y: float | None = Field(
        None,
        title="Eye line",
        description="Your own eye line: y in pixels of the upright picture.",
        json_schema_extra={"unit": "px"},
    )

    _whole = field_validator("dpi", "max_kilobytes", mode="before")(read_whole)

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(
                AllOf(Is("width_mm", None), Is("height_mm", None)),
                AllOf(IsNot("width_mm", None), IsNot("height_mm", None)),
            ),
            Message("widthMm and heightMm belong together: give both or neither"),
        ),
    )
