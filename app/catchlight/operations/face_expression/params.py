"""What a face expression is asked for: a key, how much of it, and movements besides."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from catchlight.catalogue.expressions import COEFFICIENTS, PAIRED
from catchlight.core.conditions.collection_conditions import Named
from catchlight.core.conditions.ruled_model import Rule, field_check
from catchlight.core.messages import Message
from catchlight.operations.imagining.params import SeededParams

CUSTOM = "custom"
"""The key for coefficients alone."""
MOVEMENTS = (*COEFFICIENTS, *PAIRED)
"""Names that coefficients may have."""

_KNOWN = Rule(
    Named("coefficients", MOVEMENTS),
    lambda params: Message(
        "{name!r} is no movement; known are {known}",
        name=next(name for name in params.coefficients if name not in MOVEMENTS),
        known=tuple(COEFFICIENTS),
    ),
)


class FaceExpressionParams(SeededParams):
    """Which expression, how much of it, and what to add to it; whether an engine paints the inside of a mouth that opens."""

    expression_key: str = Field(
        title="Expression",
        min_length=1,
        max_length=64,
        description="A catalogue id, or custom for coefficients alone.",
    )
    intensity: float = Field(1.0, title="Intensity", ge=0, le=1, description="How much of the way there.")
    asymmetry: float = Field(
        0.0,
        title="Asymmetry",
        ge=-1,
        le=1,
        description="Above 0 the person's left side takes more of the change, below 0 the right.",
    )
    coefficients: dict[str, Annotated[float, Field(ge=-1, le=1)]] = Field(
        {},
        title="Coefficients",
        max_length=64,
        description="Movements by ARKit's names (mouthSmileLeft, browInnerUp; a pair's name means both sides), -1..1, added to "
        "what the key does.",
    )

    _checked = field_validator("coefficients")(field_check(_KNOWN))

    RULES: ClassVar[tuple[Rule, ...]] = (_KNOWN,)
