"""A job as it is looked at: its state, its seven steps with their times, what it delivered or why it failed."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from catchlight.core.errors import CatchlightError
from catchlight.store.jobs.events import Delivered

State = Literal["queued", "running", "completed", "failed"]
StepState = Literal["waiting", "running", "done", "failed"]


class QueueFull(CatchlightError):
    """More jobs wait than the settings allow."""

    code = "queue_full"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class StepView(_Part):
    """One of the seven. seconds: of the last attempt, None before it ended. picture: whether what it made can be looked at."""

    name: str
    index: int
    state: StepState
    seconds: float | None = None
    picture: bool = False


class Failure(_Part):
    """Why a job ended without pictures."""

    error: str
    message: str
    step: str
    retryable: bool


class Job(_Part):
    """A job. attempts: how often it was begun; more than once where a process died under it."""

    job_id: str
    generation_id: str
    ext_customer_id: str
    state: State
    step: str | None
    fraction: float
    attempts: int
    created: datetime
    parameters: dict[str, Any]
    steps: tuple[StepView, ...]
    pictures: tuple[Delivered, ...] = ()
    failure: Failure | None = None

    @property
    def ended(self) -> bool:
        return self.state in ("completed", "failed")
