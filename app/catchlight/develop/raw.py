"""The development of a camera's raw file: one frozen value that options, sliders, presets and the record share."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.imaging.io.formats.raw.settings import (
    LEAST_KELVIN,
    MOST_KELVIN,
    MOST_STOPS,
    MOST_TINT,
    Highlights,
    RawSettings,
)


class RawDevelopment(BaseModel):
    """What is done to the sensor's light before everything else; all at rest is the file as the camera shot it."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )

    temperature: float | None = Field(
        None,
        title="Raw temperature",
        ge=LEAST_KELVIN,
        le=MOST_KELVIN,
        description="White balance of a raw file: the light's temperature. Without it as the camera shot it.",
        json_schema_extra={"unit": "K"},
    )
    tint: float | None = Field(
        None,
        title="Raw tint",
        ge=-MOST_TINT,
        le=MOST_TINT,
        description="White balance of a raw file: towards magenta above, towards green below. Without it as shot.",
    )
    exposure: float = Field(
        0.0,
        title="Raw exposure",
        ge=-MOST_STOPS,
        le=MOST_STOPS,
        description="Brightness of a raw file in stops of light.",
        json_schema_extra={"unit": "EV"},
    )
    highlights: Highlights = Field(
        "reconstruct",
        title="Raw highlights",
        description="Light that the sensor could not hold: its colours reconstructed, blended to white, or cut off.",
    )

    @property
    def at_rest(self) -> bool:
        """Whether it is the file as the camera shot it."""
        return self == RawDevelopment()

    @property
    def plain(self) -> RawSettings:
        """The same for the decoder."""
        return RawSettings(self.temperature, self.tint, self.exposure, self.highlights)
