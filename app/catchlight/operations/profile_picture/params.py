"""What a profile picture is asked for, and the steps that it is made in."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from catchlight.core.messages import Message
from catchlight.operations.headshot.choices import TRANSPARENT
from catchlight.operations.operation import Params

ID, TITLE, PATH = "profile_picture", "Profile picture", "/profile-picture/selection"
LEAST, LARGEST = 16, 1024
"""Sides of a profile picture in pixels."""
SIZES = (1024, 512, 256, 128, 64)
PRINTABLE = r"^[^\x00-\x20\x7f-\xa0](?:[^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0])?$"
"""A text in one line without spaces around it, as the document says it; other signs that cannot be printed are refused too."""
Size = Annotated[int, Field(ge=LEAST, le=LARGEST)]


class ProfilePictureParams(Params):
    """Which sizes, in which shape, before which background."""

    sizes: tuple[Size, ...] = Field(
        SIZES,
        title="Sizes",
        min_length=1,
        max_length=12,
        description="Sides in pixels, each once.",
        json_schema_extra={"unit": "px", "uniqueItems": True},
    )
    shape: Literal["square", "circle"] = Field("square", title="Shape", description="A circle has transparent corners.")
    background_style: str = Field(
        "keep",
        title="Background",
        min_length=1,
        max_length=64,
        description="keep, blur, transparent, a backdrop of the catalogue, or #rrggbb.",
    )
    ext_cust_id: str | None = Field(
        None,
        alias="extCustomerId",
        title="Customer's id",
        min_length=1,
        max_length=128,
        description="Your own id of the person; without it one is made and remembered for the source picture.",
        json_schema_extra={"pattern": PRINTABLE},
    )

    @field_validator("sizes")
    @classmethod
    def _each_once(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(value)) < len(value):
            raise ValueError(Message("a size is named twice; name each once"))
        return tuple(sorted(value, reverse=True))

    @field_validator("ext_cust_id")
    @classmethod
    def _printable(cls, value: str | None) -> str | None:
        if value is not None and (not value.isprintable() or value != value.strip()):
            raise ValueError(Message("the customer's id has signs that cannot be printed, or spaces around it"))
        return value

    @model_validator(mode="after")
    def _type_holds_alpha(self) -> ProfilePictureParams:
        if self.output_format == "jpeg" and (self.shape == "circle" or self.background_style == TRANSPARENT):
            raise ValueError(Message("JPEG knows no transparency; choose png or webp, or a square with a background"))
        return self


WORKING = {"normalizing": 0.12, "cropping": 0.12, "styling": 0.10, "matting": 0.16, "resizing": 0.10}
"""The steps that work on the picture, in order, and the share of the whole job's time that each takes, roughly; fetching comes
before them and uploading after them."""
FETCHING, UPLOADING = "fetching", "uploading"
NAMES = (FETCHING, *WORKING, UPLOADING)
"""The seven steps of a job."""
FETCHED, DELIVERED = 0.32, 0.08
"""Shares of the first and the last step."""
