"""What an upload form takes: pixels, format and size of the file."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from catchlight.catalogue.documents.limits import Bounds
from catchlight.core.messages import Message

Format = Literal["jpeg", "png", "webp", "heic", "gif", "bmp"]


class UploadLimits(BaseModel):
    """Limits of a file that is uploaded; what no source gives is None or empty.

    exact: one size only, the low ends of ``width`` and ``height`` equal their high ends.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    width: Bounds | None = Field(None, description="pixels")
    height: Bounds | None = Field(None, description="pixels")
    exact: bool = False
    shape: str = Field("", description="the source's words, for example square or portrait 3:4")
    formats: tuple[Format, ...] = Field((), description="in the source's order; the first is what is delivered")
    kilobytes: Bounds | None = Field(None, description="kB of 1000 bytes; a limit given in KiB is kept at its number")

    @model_validator(mode="after")
    def _exact_is_one_size(self) -> UploadLimits:
        if self.exact and any(side is None or side.low != side.high for side in (self.width, self.height)):
            raise ValueError(Message("an exact upload needs one width and one height"))
        return self

    def takes(self, width: int, height: int) -> bool:
        """Whether a picture of so many pixels lies in the limits."""
        return (self.width is None or self.width.has(width)) and (self.height is None or self.height.has(height))
