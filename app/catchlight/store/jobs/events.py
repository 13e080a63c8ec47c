"""What a job tells: four kinds of events, as they are stored and as they cross the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

from catchlight.operations.profile_picture.params import NAMES


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    job_id: str


class Delivered(BaseModel):
    """A picture that was delivered: its side in pixels, its shape, where it lies, the sum of its bytes."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    size: int
    shape: str
    location: str
    sha256: str


class Registered(_Event):
    """The job is stored; ``position`` jobs are before it."""

    type: Literal["registered"] = "registered"
    generation_id: str
    position: int
    steps: tuple[str, ...] = NAMES


class Progressed(_Event):
    """Which of the steps is at work (index 1..total), and how far the whole job is (0..1, never falls)."""

    type: Literal["progress"] = "progress"
    step: str
    index: int
    total: int = len(NAMES)
    fraction: float


class Completed(_Event):
    """All pictures are where they belong."""

    type: Literal["completed"] = "completed"
    ext_customer_id: str
    pictures: tuple[Delivered, ...]


class Failed(_Event):
    """The job has ended without pictures. retryable: whether the same job, asked for again, may succeed."""

    type: Literal["error"] = "error"
    error: str
    message: str
    step: str
    retryable: bool


Event = Annotated[Registered | Progressed | Completed | Failed, Field(discriminator="type")]
_READ: TypeAdapter[Event] = TypeAdapter(Event)


@dataclass(frozen=True)
class NumberedEvent:
    """An event with its number in the job: 1, 2, 3 ... without gaps."""

    number: int
    event: Event

    @property
    def terminal(self) -> bool:
        """Whether nothing comes after it."""
        return isinstance(self.event, Completed | Failed)


def read_event(data: str | bytes) -> Event:
    """An event from its JSON. Raises ValueError."""
    return _READ.validate_json(data)


def event_id(job: str, number: int) -> str:
    """The id of an event on the wire; it names the job, so that it is enough to go on by."""
    return f"{job}:{number}"


def place_of(identifier: str) -> tuple[str | None, int]:
    """Job and number out of a ``Last-Event-ID``; a bare number names no job, and what is neither begins at 0."""
    job, separator, number = identifier.strip().rpartition(":")
    if not number.isdecimal() or len(number) > 9:
        return None, 0
    return (job if separator else None), int(number)
