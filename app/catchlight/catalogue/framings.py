"""Framings of a headshot: how large the head is in the frame, and where it sits."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from catchlight.catalogue.rows import Row
from catchlight.core.messages import Message


class FramingStyle(Row):
    """Shares are of the frame's height, unless said otherwise. A ``modifier`` joins a frame; the others exclude each other."""

    aspect: float | None = Field(None, gt=0.3, le=4, description="Width by height.")
    head: float | None = Field(None, gt=0.05, le=0.9, description="Height from chin to crown.")
    eyes: float | None = Field(None, gt=0.05, le=0.9, description="Eye line, from the top.")
    headroom: float = Field(0.06, ge=0, le=0.5, description="Least room above the hair.")
    aside: float = Field(
        0.0, ge=-0.4, le=0.4, description="Middle of the head from the frame's middle, share of its width."
    )
    safe: Literal["square", "circle"] = "square"
    """``circle``: all of the head lies inside the circle that touches the frame."""
    modifier: bool = False

    @model_validator(mode="after")
    def _whole(self) -> FramingStyle:
        measures = (self.aspect, self.head, self.eyes)
        if any(value is None for value in measures) and any(value is not None for value in measures):
            raise ValueError(Message("aspect, head and eyes belong together"))
        return self
