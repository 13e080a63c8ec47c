"""The files of a batch done by a server: the crew of a run, whose results come over the network."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from catchlight.client.batch_handover import RemoteBatch, hand_over, read_sent
from catchlight.client.batches import RemoteBatches
from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.batch.messages import EditorFactory, Reply, Task, TaskFailure, TaskProgress, TaskResult
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.batch.process_file import OutputFault, write_result
from catchlight.service.batch.run import BatchRun
from catchlight.service.batch.worker_processes import STOP_SECONDS
from catchlight.store.batch_jobs.batch_events import FileChanged, FileOutcome
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.server_batches import ServerBatches

ON_THE_WAY = 16
"""Files that are sent ahead at once: enough for the workers of a lab, and little to lose."""
TRANSFERS = 4
"""Connections that bring files and fetch results."""
_OF_THE_FILE = frozenset({"image_too_large", "invalid_request", "unknown_file", "digest_mismatch", "unknown_result"})
"""Refusals of one file by the server; any other ends the run."""
_SENT = 0.2
"""How far a file is when its bytes are on the server."""
_LOG = logging.getLogger(__name__)


class RemoteCrew:
    """Hands the files over, brings their bytes as tasks are given, and writes the results that come.

    Used from one thread. What is called off goes on at the server; the next run fetches it.
    """

    def __init__(
        self,
        server: RemoteBatches,
        limits: DecodeLimits,
        journal: Journal[Any],
        items: Sequence[BatchItem],
        on_the_way: int = ON_THE_WAY,
    ) -> None:
        """limits: of files that are read here. items: the files that wait. on_the_way: tasks that can be given at once."""
        self._server, self._limits, self._journal, self._items = server, limits, journal, items
        self._on_the_way = on_the_way
        self._progress = Progress()
        self._lock = threading.Lock()
        self._handover: RemoteBatch | None = None
        self._outcomes: dict[int, FileOutcome] = {}
        self._tasks: dict[int, Task] = {}
        self._brought: set[str] = set()
        """Digests that are there or on their way."""
        self._fetched: set[int] = set()
        self._most_running = 1
        self._replies: queue.SimpleQueue[Reply | Exception] = queue.SimpleQueue()
        self._transfers: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        targets = [self._follow, *[self._transfer] * TRANSFERS] if items else []
        self._threads = [threading.Thread(target=target, name="remote-batch", daemon=True) for target in targets]
        for thread in self._threads:
            thread.start()

    @property
    def count(self) -> int:
        return self._most_running

    @property
    def room(self) -> int:
        with self._lock:
            return 0 if self._handover is None else max(0, self._on_the_way - len(self._tasks))

    @property
    def working(self) -> list[int]:
        with self._lock:
            return list(self._tasks)

    @property
    def processes(self) -> list[int]:
        return []

    def give(self, task: Task) -> None:
        with self._lock:
            assert self._handover is not None
            self._tasks[task.number] = task
            fault = self._handover.faults.get(task.number)
            if fault is not None:
                self._replies.put(TaskFailure(task.number, 0.0, fault.code, fault.message))
            else:
                self._act(task.number)

    def hear(self, seconds: float) -> list[Reply]:
        heard: list[Reply] = []
        while True:
            try:
                told = self._replies.get(timeout=seconds) if not heard else self._replies.get_nowait()
            except queue.Empty:
                return heard
            if isinstance(told, Exception):
                raise told
            if isinstance(told, TaskResult | TaskFailure):
                with self._lock:
                    self._tasks.pop(told.number, None)
            heard.append(told)

    def cancel(self) -> list[int]:
        self._progress.cancel()
        with self._lock:
            given = list(self._tasks)
            self._tasks.clear()
        return given

    def close(self) -> None:
        """The batch is forgotten at the server when no file of the journal waits any more."""
        self._progress.cancel()
        for _ in self._threads:
            self._transfers.put(None)
        for thread in self._threads:
            thread.join(STOP_SECONDS)
        if self._journal.counts().keys() & {"waiting", "writing"}:
            return
        forget_batch(self._server, self._journal)

    def _follow(self) -> None:
        """Hand over, then hear what becomes of the files."""
        try:
            handover = hand_over(self._server, self._journal, self._items, self._limits, self._progress)
            job = handover.job
            with self._lock:
                self._outcomes = {outcome.number: outcome for outcome in (job.outcomes if job is not None else ())}
                self._handover = handover
            if job is None:
                return
            for told in self._server.events(job.batch_id, job.last_event, self._progress):
                if isinstance(told.event, FileChanged):
                    self._changed(told.event.file)
        except Cancelled:
            return
        except Exception as fault:  # noqa: BLE001 - the border of a thread: whoever hears the crew raises it
            self._replies.put(fault)

    def _changed(self, outcome: FileOutcome) -> None:
        with self._lock:
            before = self._outcomes.get(outcome.number)
            source = None if before is None else before.source
            self._outcomes[outcome.number] = outcome.model_copy(update={"source": source})
            running = sum(known.state == "running" for known in self._outcomes.values())
            self._most_running = max(self._most_running, running)
            if outcome.state == "missing" and source is not None:
                self._brought.discard(source)  # the server has lost the bytes
            self._act(outcome.number)

    def _act(self, number: int) -> None:
        """Do what the state of a file asks for, if its task was given. Called with the lock."""
        task, outcome = self._tasks.get(number), self._outcomes[number]
        if task is None:
            return
        match outcome.state:
            case "missing" if outcome.source is not None and outcome.source not in self._brought:
                self._brought.add(outcome.source)
                self._transfers.put(lambda: self._bring(task, outcome.source or ""))
            case "running":
                self._replies.put(TaskProgress(number, _SENT, "working"))
            case "failed":
                self._replies.put(
                    TaskFailure(
                        number, outcome.seconds or 0.0, outcome.error or "internal_error", outcome.message or ""
                    )
                )
            case "done" if number not in self._fetched:
                self._fetched.add(number)
                self._transfers.put(lambda: self._fetch(task, outcome))

    def _transfer(self) -> None:
        while (work := self._transfers.get()) is not None:
            try:
                work()
            except Cancelled:
                return
            except Exception as fault:  # noqa: BLE001 - the border of a thread: whoever hears the crew raises it
                self._replies.put(fault)

    def _bring(self, task: Task, sha256: str) -> None:
        self._replies.put(TaskProgress(task.number, 0.0, "sending"))
        try:
            self._server.bring(self._batch, sha256, read_sent(task.source, sha256), self._progress)
        except CatchlightError as fault:
            self._fail(task, fault)
            with self._lock:  # others of the same bytes may have better luck
                self._brought.discard(sha256)
                for number in [number for number in self._tasks if number != task.number]:
                    if self._outcomes[number].source == sha256:
                        self._act(number)

    def _fetch(self, task: Task, outcome: FileOutcome) -> None:
        made = outcome.result
        assert made is not None
        self._replies.put(TaskProgress(task.number, 1.0 - _SENT, "receiving"))
        try:
            data = self._server.result(self._batch, task.number, made.sha256, self._progress)
            self._progress.check()
            write_result(task, data)
        except CatchlightError as fault:
            self._fail(task, fault)
            return
        self._replies.put(TaskResult(task.number, outcome.seconds or 0.0, made.sha256, made.suffix, made.facts))

    def _fail(self, task: Task, fault: CatchlightError) -> None:
        """One file's failure. Raises what is the server's own."""
        if not isinstance(fault, StorageFault) and fault.code not in _OF_THE_FILE:
            raise fault
        self._replies.put(TaskFailure(task.number, 0.0, fault.code, fault.message, isinstance(fault, OutputFault)))

    @property
    def _batch(self) -> str:
        assert self._handover is not None
        assert self._handover.job is not None
        return self._handover.job.batch_id


def remote_run(
    journal: Journal[BatchPlan],
    bench: EditorFactory,
    limits: DecodeLimits,
    server: RemoteBatches,
    on_the_way: int = ON_THE_WAY,
    open_files: Callable[[], Sequence[Path]] = tuple,
) -> BatchRun:
    """A run of a journal whose files a server does. on_the_way: files that are sent ahead at once.

    open_files: as of ``BatchRun``.
    """
    crew = partial(RemoteCrew, server, limits)
    return BatchRun(journal, bench, limits, on_the_way, crew=crew, open_files=open_files)


def forget_batch(server: RemoteBatches, journal: Journal[Any]) -> None:
    """Delete what the server has of a journal's batch; where it does not answer, it forgets that by itself some day."""
    noted = ServerBatches(journal)
    known = noted.find(server.address)
    if known is None or known.batch is None:
        return
    try:
        server.delete(known.batch)
    except CatchlightError as fault:
        _LOG.warning("The batch %s stays at the server for some days: %s", known.batch, fault.message)
    noted.forget(server.address)
