"""Where a row of the catalogue was read."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class RuleSource(BaseModel):
    """One page, law or data set that a row stands on."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    text: str = Field(min_length=3, description="address, or the name of a text without one")
    date: str = Field(
        "",
        pattern=r"^(\d{4}(-\d{2}(-\d{2})?)?)?$",
        description="date of the text: ISO, also year or month; empty: none",
    )
    official: bool = Field(False, description="the text of the authority that decides on the photo")
