"""Doing a batch: hands files to the workers, names results, keeps the journal, and tells how far it is."""

from __future__ import annotations

import statistics
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import disk, writing
from catchlight.core.messages import Message
from catchlight.core.translation import parse
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.batch.crew import Crew, CrewMaker
from catchlight.service.batch.intake import Intake, RunNotice
from catchlight.service.batch.messages import (
    EditorFactory,
    Reply,
    Task,
    TaskCancellation,
    TaskFailure,
    TaskProgress,
    TaskResult,
    WorkerExit,
    WorkerSetup,
)
from catchlight.service.batch.publish import PendingResult, Publisher, temporary_path
from catchlight.service.batch.worker_processes import STOP_SECONDS, WorkerProcesses, default_jobs
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal

_LOOK_SECONDS = 0.25


@dataclass(frozen=True)
class Tally:
    """How far the whole is. seconds_left: by the median of the files done in this run; None before the first."""

    done: int
    failed: int
    working: int
    waiting: int
    fraction: float
    seconds_left: float | None = None
    paused: bool = False
    stopping: bool = False


Event = BatchItem | TaskProgress | Tally | RunNotice
"""A file whose state has changed, a file's progress, or the whole's; or what else there is to tell."""


class BatchRun:
    """One go at a batch's journal. ``events`` does the work; the other methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal[Any],
        bench: EditorFactory,
        limits: DecodeLimits,
        jobs: int | None = None,
        signs_with: Path | None = None,
        intake: Intake | None = None,
        crew: CrewMaker | None = None,
        open_files: Callable[[], Sequence[Path]] = tuple,
    ) -> None:
        """journal: of a BatchPlan, or of a WorkPlan whose files come from ``intake``. jobs: files at once; None: one for each
        core, fewer where memory is short. signs_with: see ``WorkerSetup``. crew: makes those who do the files, in place of
        processes of this computer. open_files: see ``Publisher``.

        With an intake the run goes on until that has finished, and a disk that refuses a result ends it with a StorageFault
        that another run can follow, where without one that file fails.
        """
        self.journal = journal
        self._intake = intake
        self.jobs = jobs or default_jobs()
        self._setup = WorkerSetup(
            bench, journal.plan.model_dump_json(), (limits.max_bytes, limits.max_pixels, limits.min_side), signs_with
        )
        self._make_crew = crew or (lambda _journal, _items, count: WorkerProcesses(self._setup, count))
        self._publisher = Publisher(journal, open_files)
        self._paused = threading.Event()
        self._cancelled = threading.Event()
        self._seconds: list[float] = []
        self._fractions: dict[int, float] = {}
        self._waiting: deque[BatchItem] = deque()
        self._alone: deque[BatchItem] = deque()
        """Files under which a process died: tried once more when all others are done, with no other at work."""
        self._tried_alone = set[int]()
        self._taken: dict[int, BatchItem] = {}
        self._done = self._failed = 0
        self.processes: list[int] = []
        """Ids of the worker processes, while it runs."""

    def pause(self) -> None:
        """Begin no further file; those at work end."""
        self._paused.set()

    def resume(self) -> None:
        self._paused.clear()

    def cancel(self) -> None:
        """Call the files at work off and end. What is finished stays; the rest can be done later."""
        self._cancelled.set()

    @property
    def paused(self) -> bool:
        return self._paused.is_set()

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()

    def events(self) -> Iterator[Event]:
        """Do the batch, telling what happens; ends when every file is done or failed, or after ``cancel``.

        Raises BatchBusy, StorageFault, and what the crew raises: WorkerStartError where no worker can start. Whatever ends it,
        the journal holds what is finished, and another run goes on from there.
        """
        with self.journal.held():
            folder = self.journal.plan.output.folder
            with writing(folder, Message("create {path}", path=str(folder))):
                folder.mkdir(parents=True, exist_ok=True)
            self._publisher.recover()
            items = self.journal.items()
            self._waiting = deque(item for item in items if item.state == "waiting")
            self._done = sum(item.state == "done" for item in items)
            self._failed = sum(item.state == "failed" for item in items)
            self._taken = {item.number: item for item in self._waiting}
            count = self.jobs if self._intake is not None else min(self.jobs, len(self._waiting) or 1)
            crew = self._make_crew(self.journal, tuple(self._waiting), max(1, count))
            try:
                yield from self._work(crew)
            finally:
                crew.close()
                self._publisher.sweep()
            if not self._waiting and not self._alone:
                self.journal.end("finished")

    def _work(self, crew: Crew) -> Iterator[Event]:
        yield self._tally(crew)
        give_up: float | None = None
        while True:
            if self.cancelled and give_up is None:
                give_up = time.monotonic() + STOP_SECONDS
                for number in crew.cancel():
                    yield self._put_back(number)
            finished = yield from self._take_in()
            yield from self._hand_out(crew)
            self.processes = crew.processes
            if not crew.working and (self.cancelled or (finished and not self._waiting and not self._alone)):
                return
            if give_up is not None and time.monotonic() > give_up:
                for number in crew.working:  # inside something that cannot be interrupted: ended with its process
                    yield self._put_back(number)
                return
            for reply in crew.hear(_LOOK_SECONDS):
                yield from self._heard(reply)
            yield self._tally(crew)

    def _take_in(self) -> Generator[Event, None, bool]:
        """Let in what has come; gives whether that was all."""
        if self._intake is None:
            return True
        finished = self._intake.finished  # asked first: what comes in between is taken now
        for news in self._intake.take():
            if isinstance(news, BatchItem):
                self._taken[news.number] = news
                if news.state == "waiting":
                    self._waiting.append(news)
                else:
                    self._failed += 1
            yield news
        return finished

    def _hand_out(self, crew: Crew) -> Iterator[Event]:
        while crew.room and not self.paused and not self.cancelled:
            item = self._next(crew)
            if item is None:
                return
            try:
                self._publisher.refuse_early(item.number, self._name(item), self._date())
            except CatchlightError as fault:
                yield self._lost(item.number, 0.0, fault)
                continue
            self._fractions[item.number] = 0.0
            temporary = temporary_path(self.journal, item.number)
            crew.give(Task(item.number, item.source, temporary, item.content))
            yield TaskProgress(item.number, 0.0, "starting")

    def _next(self, crew: Crew) -> BatchItem | None:
        """The file that is begun next; None where there is none, or one that is tried alone is at work or waits for that."""
        if any(number in self._tried_alone for number in crew.working):
            return None
        if self._waiting:
            return self._waiting.popleft()
        if not self._alone or crew.working:
            return None
        item = self._alone.popleft()
        self._tried_alone.add(item.number)
        return item

    def _heard(self, reply: Reply) -> Iterator[Event]:
        match reply:
            case TaskProgress():
                self._fractions[reply.number] = reply.fraction
                yield reply
            case TaskResult():
                yield self._publish(reply)
            case TaskFailure(at_output=True) if self._intake is not None:
                raise StorageFault(parse(reply.message))
            case TaskFailure():
                fault = CatchlightError(parse(reply.message), code=reply.code)
                yield self._lost(reply.number, reply.seconds, fault)
            case TaskCancellation():
                yield self._put_back(reply.number)
            case WorkerExit(number=int(number)) if self.cancelled or not reply.begun:
                yield self._put_back(number)
            case WorkerExit(number=int(number)) if number not in self._tried_alone:
                self._fractions.pop(number, None)
                item = self.journal.release(number)
                self._alone.append(item)
                yield item
            case WorkerExit(number=int(number)):
                said = Message(
                    "The process that worked on it has ended twice (code {code}), the second time with no other file at work; "
                    "there may be too little memory for it.",
                    code=str(reply.exit_code),
                )
                yield self._lost(number, 0.0, CatchlightError(said))

    def _publish(self, reply: TaskResult) -> Event:
        number = reply.number
        values = {**reply.facts, "name": self._name(self._taken[number]), "number": number + 1, "date": self._date()}
        told = reply.facts.get("verdict"), tuple(reply.facts.get("notes", ()))
        made = PendingResult(number, reply.sha256, reply.suffix, values, reply.seconds, *told)
        try:
            item = self._publisher.publish(made)
        except StorageFault as fault:
            if self._intake is not None:
                raise
            return self._lost(number, reply.seconds, fault)
        except CatchlightError as fault:
            return self._lost(number, reply.seconds, fault)
        self._done += 1
        self._seconds.append(reply.seconds)
        self._fractions.pop(number, None)
        return item

    def _lost(self, number: int, seconds: float, fault: CatchlightError) -> BatchItem:
        """A file that failed: noted, and nothing of it left."""
        name = display_name(self._taken[number].source.name)
        with disk(Message("delete the unfinished result of {path}", path=name)):
            temporary_path(self.journal, number).unlink(missing_ok=True)
        self._fractions.pop(number, None)
        self._failed += 1
        return self.journal.fail(number, fault.code, fault.message, seconds)

    def _name(self, item: BatchItem) -> str:
        """What {name} stands for."""
        return item.name or str(self.journal.plan.names[item.number])

    def _date(self) -> str:
        """What {date} stands for: the plan's day, and today where files come later than the plan."""
        return date.today().isoformat() if self._intake is not None else str(self.journal.plan.date)

    def _put_back(self, number: int) -> BatchItem:
        self._fractions.pop(number, None)
        item = self.journal.release(number)
        self._waiting.appendleft(item)
        return item

    def _tally(self, crew: Crew) -> Tally:
        waiting, working = len(self._waiting) + len(self._alone), len(self._fractions)
        total = self._done + self._failed + waiting + working
        begun = sum(self._fractions.values())
        left = None
        if self._seconds:
            left = statistics.median(self._seconds) * (waiting + working - begun) / crew.count
        share = (self._done + self._failed + begun) / total if total else 1.0
        return Tally(self._done, self._failed, working, waiting, share, left, self.paused, self.cancelled)
