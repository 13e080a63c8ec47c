"""What a profile picture is asked for, and the steps that it is made in."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, field_validator

from catchlight.core.conditions.combined_conditions import AllOf, AnyOf
from catchlight.core.conditions.field_conditions import Is, IsNot, Matches
from catchlight.core.conditions.ruled_model import Rule, field_check
from catchlight.core.conditions.text_patterns import PRINTABLE_LINE
from catchlight.core.messages import Message
from catchlight.operations.headshot.choices import TRANSPARENT
from catchlight.operations.operation import FORMAT_HELP, FORMAT_TITLE, Params, PhotoFormat, read_whole

ID, TITLE, PATH = "profile_picture", "Profile picture", "/profile-picture/selection"
LEAST, LARGEST = 16, 1024
"""Sides of a profile picture in pixels."""
SIZES = (1024, 512, 256, 128, 64)
Size = Annotated[int, Field(ge=LEAST, le=LARGEST), BeforeValidator(read_whole)]

_PRINTABLE = Rule(
    AnyOf(Is("ext_cust_id", None), Matches("ext_cust_id", PRINTABLE_LINE, whole=True)),
    Message("the customer's id has signs that cannot be printed, or spaces around it"),
)


class ProfilePictureParams(Params):
    """Which sizes, in which shape, before which background."""

    output_format: PhotoFormat | None = Field(None, title=FORMAT_TITLE, description=FORMAT_HELP)
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
    )

    @field_validator("sizes")
    @classmethod
    def _each_once(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(value)) < len(value):
            raise ValueError(Message("a size is named twice; name each once"))
        return tuple(sorted(value, reverse=True))

    _checked = field_validator("ext_cust_id")(field_check(_PRINTABLE))

    RULES: ClassVar[tuple[Rule, ...]] = (
        _PRINTABLE,
        Rule(
            AnyOf(IsNot("output_format", "jpeg"), AllOf(Is("shape", "square"), IsNot("background_style", TRANSPARENT))),
            Message("JPEG knows no transparency; choose png or webp, or a square with a background"),
        ),
    )


WORKING = {"normalizing": 0.12, "cropping": 0.12, "styling": 0.10, "matting": 0.16, "resizing": 0.10}
"""The steps that work on the picture, in order, and the share of the whole job's time that each takes, roughly; fetching comes
before them and uploading after them."""
FETCHING, UPLOADING = "fetching", "uploading"
NAMES = (FETCHING, *WORKING, UPLOADING)
"""The seven steps of a job."""
FETCHED, DELIVERED = 0.32, 0.08
"""Shares of the first and the last step."""
