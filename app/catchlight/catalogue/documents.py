"""Identity documents: sizes and limits of their photos, each with its source."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from catchlight.catalogue.rows import Row

MM_PER_INCH = 25.4


class Limits(BaseModel):
    """A closed range; an absent end is not limited."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    low: float | None = None
    high: float | None = None

    @model_validator(mode="after")
    def _ordered(self) -> Limits:
        if self.low is None and self.high is None:
            raise ValueError("limits need at least one end")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"low {self.low} is above high {self.high}")
        return self

    @property
    def middle(self) -> float | None:
        """Middle of the range where both ends are known."""
        return None if self.low is None or self.high is None else (self.low + self.high) / 2


class DigitalSize(BaseModel):
    """Pixel sizes that an upload may have, aspect ratio kept."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    width: Limits
    height: Limits


class Document(Row):
    """One kind of photo that an office asks for. Lengths in mm; a limit that no source gives is None, never invented."""

    country: str = Field(description="ISO 3166 code, or EU, ICAO")
    country_label: str
    country_label_zh: str = ""
    aliases: tuple[str, ...] = ()
    width_mm: float = Field(gt=5, le=300)
    height_mm: float = Field(gt=5, le=300)
    width_px: int = Field(gt=0)
    height_px: int = Field(gt=0)
    dpi: int = Field(ge=72, le=1200)
    digital: DigitalSize | None = None
    head_mm: Limits | None = Field(None, description="chin to crown")
    head_measured: str = ""
    eye_from_bottom_mm: Limits | None = None
    top_margin_mm: Limits | None = Field(None, description="crown to top edge")
    head_width_mm: Limits | None = None
    roll_limit: float = Field(5, description="degrees")
    yaw_pitch_limit: float = Field(5, description="degrees")
    inter_eye_px: int = Field(90, description="least distance of the eyes in the file")
    background: str = Field(description="hex colour, #RRGGBB", pattern=r"^#[0-9A-F]{6}$")
    background_label: str = ""
    file_kb: Limits | None = None
    edit_policy: Literal["geometry_only", "unknown"] = "unknown"
    basis: Literal["published", "assumed", "none"] = "none"
    confidence: Literal["A", "B", "C"]
    source: str
    source_date: str = Field("", description="when the source was read, ISO date or empty")
    notes: str = ""

    @property
    def verified(self) -> bool:
        """False: "size only" for the user; no head limit of this row is judged."""
        return self.confidence in ("A", "B") and self.basis == "published"

    @property
    def judged(self) -> Document:
        """The row with those limits alone that a photo is judged by: of a size-only row none, though framing aims at them."""
        if self.verified:
            return self
        unjudged = ("head_mm", "eye_from_bottom_mm", "top_margin_mm", "head_width_mm")
        return self.model_copy(update=dict.fromkeys(unjudged))
