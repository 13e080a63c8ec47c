"""What a print sheet is asked for: paper, copies, and how they lie."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic.alias_generators import to_camel

from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.field_conditions import Is, IsNot
from catchlight.core.conditions.ruled_model import Rule
from catchlight.core.messages import Message
from catchlight.operations.operation import Params, read_whole
from catchlight.print.cut_marks import CutLines


class SheetItem(BaseModel):
    """What to do with one further picture of a mixed sheet."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    spec: str | None = Field(None, title="Document", description="As for the first picture.")
    copies: int | None = Field(
        None, title="Copies", ge=1, le=500, description="Without it, an equal share of the room."
    )

    _whole = field_validator("copies", mode="before")(read_whole)


class LayoutParams(Params):
    spec: str | None = Field(
        None,
        title="Document",
        description="Without it: what the ID photo says it is, by its record or its exact size; else icao_35x45.",
    )
    paper: str = Field("4r", title="Paper", description="4r is the 6-inch paper, 4 x 6 in.")
    copies: int | None = Field(None, title="Copies", ge=1, le=500, description="Without it, as many as fit.")
    gap_mm: float = Field(2, title="Gap", ge=0, le=50, json_schema_extra={"unit": "mm"})
    margin_mm: float = Field(3, title="Margin", ge=0, le=50, json_schema_extra={"unit": "mm"})
    cut_lines: CutLines = Field("corners", title="Cut lines")
    background: str = Field(
        "document",
        title="Background",
        description="Behind a transparent ID photo: document (its own colour), an id of the catalogue, or #rrggbb. "
        "For a portrait also original: nothing but geometry.",
    )
    dpi: int = Field(300, title="Resolution", ge=150, le=1200, json_schema_extra={"unit": "dpi"})
    format: Literal["image", "pdf"] = Field("image", title="Format")
    ruler: bool = Field(
        False, title="Ruler", description="50 mm in the margin: measure it to see the printer's scaling."
    )
    mixed: tuple[SheetItem, ...] = Field((), title="Further pictures", description="One for each further picture.")

    _whole = field_validator("copies", "dpi", mode="before")(read_whole)

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(IsNot("format", "pdf"), Is("output_format", None)),
            Message("outputFormat is for format image; a PDF has no other type"),
        ),
    )
