"""A profile picture job as the window knows it: where it stands, what its steps made, what was delivered, why it failed."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from catchlight.core.errors import CatchlightError
from catchlight.core.translation import parse
from catchlight.gui.jobs.profile_feed import JobUpdate, ProfileJobRequest, is_file
from catchlight.operations.profile_picture.params import NAMES
from catchlight.store.jobs.events import Delivered
from catchlight.store.jobs.job import Job, StepView

Stage = Literal["asking", "waiting", "running", "completed", "failed"]
_AGAIN = frozenset(
    {"server_unreachable", "unauthorized", "busy", "queue_full", "shutting_down", "storage_fault", "internal_error"}
)
"""Refusals after which the same asking may succeed."""
_GONE = frozenset({"unknown_job"})
"""The place knows nothing of the job any more."""


class ProfileJob(QObject):
    """One job, from the asking to its end. Changed only by who follows it."""

    changed = Signal()

    def __init__(self, asked: ProfileJobRequest, name: str, job: str = "") -> None:
        """name: of the picture, for people. job: its id, where it was asked for before."""
        super().__init__()
        self.asked = asked
        self.name = name
        self.job = job
        self.seen: Job | None = None
        self.fraction = 0.0
        self.waiting: int | None = None
        """Jobs before this one, as it was told when it was registered."""
        self.heard = 0
        """Number of the last event."""
        self.pictures: dict[str, QImage] = {}
        """What steps made, by their names."""
        self.delivered: dict[str, QImage] = {}
        """Small pictures of the delivered files, by location."""
        self.problem: CatchlightError | None = None
        """Why asking or listening ended before the job did."""
        self.lost = 0
        """Connections in a row that could not be had; listening goes on."""
        self.cancelling = False
        self.told = False
        """Whether its end was said: in this window, in one before it, or in an earlier session."""

    @property
    def address(self) -> str | None:
        return self.asked.address

    @property
    def stage(self) -> Stage:
        if self.seen is None:
            return "failed" if self.problem is not None else "asking"
        if self.seen.state == "queued":
            return "failed" if self.problem is not None else "waiting"
        if self.seen.state == "running" and self.problem is not None:
            return "failed"
        return self.seen.state

    @property
    def active(self) -> bool:
        return self.stage in ("asking", "waiting", "running")

    @property
    def steps(self) -> tuple[StepView, ...]:
        """All seven; waiting until more is known."""
        if self.seen is not None:
            return self.seen.steps
        return tuple(StepView(name=name, index=index, state="waiting") for index, name in enumerate(NAMES, 1))

    @property
    def step(self) -> StepView | None:
        """The step that is at work, or that failed."""
        return next((step for step in self.steps if step.state in ("running", "failed")), None)

    @property
    def files(self) -> tuple[Delivered, ...]:
        return self.seen.pictures if self.seen is not None else ()

    @property
    def folder(self) -> str | None:
        """The folder of the delivered files, where they lie on this computer."""
        if self.address is not None or not self.files or not is_file(self.files[0].location):
            return None
        return str(Path(self.files[0].location).parent)

    @property
    def fault(self) -> CatchlightError | None:
        """Why there are no pictures."""
        if self.problem is not None:
            return self.problem
        failure = self.seen.failure if self.seen is not None else None
        return CatchlightError(parse(failure.message), code=failure.error) if failure is not None else None

    @property
    def retryable(self) -> bool:
        """Whether asking again may help."""
        if self.problem is not None:
            return (not self.job and self.problem.code in _AGAIN) or self.problem.code in _GONE
        failure = self.seen.failure if self.seen is not None else None
        return failure is not None and failure.retryable

    @property
    def findable(self) -> bool:
        """Whether the job may go on where it was, and can be listened to again."""
        return self.problem is not None and bool(self.job) and self.problem.code not in _GONE

    # Following

    def take(self, news: JobUpdate) -> None:
        """Something was heard."""
        self.job = news.job or self.job
        self.heard = max(self.heard, news.number)
        self.lost, self.problem = 0, None
        if news.seen is not None:
            again = self.seen is not None and news.seen.attempts > self.seen.attempts
            self.seen = news.seen
            if again:
                self.pictures.clear()
        if news.waiting is not None:
            self.waiting = news.waiting
        self.fraction = max(self.fraction, news.fraction)
        self.pictures.update(news.pictures)
        self.delivered.update(news.delivered)
        self.changed.emit()

    def break_off(self, error: CatchlightError) -> None:
        """Asking or listening has ended for good."""
        self.problem, self.lost = error, 0
        self.changed.emit()

    def lose(self) -> None:
        """A connection could not be had; it will be tried again."""
        self.lost += 1
        self.changed.emit()
