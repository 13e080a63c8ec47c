"""The parameters of operations that can let an engine paint."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catchlight.core.messages import Message
from catchlight.operations.operation import PictureParams

MOST_VARIANTS = 4
MOST_SEED = 2**31 - 1
NOT_PAINTED = Message("What the engine puts there is seen when it has painted it.")
"""The note of a preview in which an engine's part is missing."""


class ImagineParams(PictureParams):
    """Parameters of an operation that can let an engine paint."""

    imagine: bool = Field(
        False,
        title="Imagine",
        description="Let the engine of the settings paint what is missing; refused without one.",
    )
    variants: int = Field(
        1,
        title="Variants",
        ge=1,
        le=MOST_VARIANTS,
        description="How many an engine makes, with seeds one after another; the best comes first. Needs imagine.",
    )

    @model_validator(mode="after")
    def _of_use(self) -> Self:
        if self.variants != 1 and not self.imagine:
            raise ValueError(Message("variants needs imagine: there is one result without an engine"))
        return self


class SeededParams(ImagineParams):
    """Of one that leaves nothing to chance without an engine."""

    seed: int = Field(
        0,
        title="Seed",
        ge=0,
        le=MOST_SEED,
        description="Of what an engine makes; the same number, the same. Needs imagine.",
    )

    @model_validator(mode="after")
    def _seed_of_use(self) -> Self:
        if self.seed and not self.imagine:
            raise ValueError(Message("seed needs imagine: nothing is left to chance without an engine"))
        return self
