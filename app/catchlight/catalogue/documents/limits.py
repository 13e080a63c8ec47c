"""Closed ranges, the form in which documents state their limits."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic.alias_generators import to_camel

from catchlight.core.messages import Message

MM_PER_INCH = 25.4


class Bounds(BaseModel):
    """A closed range; an absent end is not limited."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    low: float | None = None
    high: float | None = None

    @model_validator(mode="after")
    def _ordered(self) -> Bounds:
        if self.low is None and self.high is None:
            raise ValueError(Message("limits need at least one end"))
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(Message("low {low} is above high {high}", low=self.low, high=self.high))
        return self

    @property
    def middle(self) -> float | None:
        """Middle of the range where both ends are known."""
        return None if self.low is None or self.high is None else (self.low + self.high) / 2

    def has(self, value: float) -> bool:
        """Whether a value lies in the range, ends included."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
