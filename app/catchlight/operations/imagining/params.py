"""The parameters of operations that can let an engine paint."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, field_validator

from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.field_conditions import Is
from catchlight.core.conditions.ruled_model import Rule
from catchlight.core.messages import Message
from catchlight.operations.operation import PictureParams, read_whole

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

    _whole = field_validator("variants", mode="before")(read_whole)

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(Is("variants", 1), Is("imagine", True)),
            Message("variants needs imagine: there is one result without an engine"),
        ),
    )


class SeededParams(ImagineParams):
    """Of one that leaves nothing to chance without an engine."""

    seed: int = Field(
        0,
        title="Seed",
        ge=0,
        le=MOST_SEED,
        description="Of what an engine makes; the same number, the same. Needs imagine.",
    )

    _whole_seed = field_validator("seed", mode="before")(read_whole)

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(Is("seed", 0), Is("imagine", True)),
            Message("seed needs imagine: nothing is left to chance without an engine"),
        ),
    )
