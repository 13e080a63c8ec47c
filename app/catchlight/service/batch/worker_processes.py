"""The worker processes of a batch, seen from the batch: started, given tasks, heard, replaced when they die, ended."""

from __future__ import annotations

import multiprocessing
import os
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.translation import parse
from catchlight.service.batch.messages import (
    CANCEL,
    Reply,
    Task,
    TaskCancellation,
    TaskFailure,
    TaskResult,
    WorkerExit,
    WorkerReady,
    WorkerSetup,
    WorkerSetupFailure,
)
from catchlight.service.batch.worker import work

MOST_FALSE_STARTS = 3
STOP_SECONDS = 5.0
BYTES_PER_WORKER = 1_500_000_000
"""What a worker may need with a 24-megapixel picture; ``tests.benchmarks.batch`` measures it."""


class WorkerStartError(CatchlightError):
    """Worker processes end before they take a task."""

    code = "internal_error"


@dataclass
class _Hand:
    """One worker process."""

    process: SpawnProcess
    channel: Connection
    ready: bool = False
    task: Task | None = None


class WorkerProcesses:
    """At most ``count`` workers, started by the first tasks. Used from one thread."""

    def __init__(self, setup: WorkerSetup, count: int) -> None:
        self._setup = setup
        self.count = count
        self._threads = max(1, cores() // count)
        self._context = multiprocessing.get_context("spawn")
        self._hands: list[_Hand] = []
        self._false_starts = 0

    @property
    def room(self) -> int:
        """How many more tasks can be given."""
        return self.count - len(self.working)

    @property
    def working(self) -> list[int]:
        """Numbers of the files that are being worked on."""
        return [hand.task.number for hand in self._hands if hand.task is not None]

    @property
    def processes(self) -> list[int]:
        """Ids of the worker processes."""
        return [hand.process.pid or 0 for hand in self._hands]

    def give(self, task: Task) -> None:
        """Hand a task to a worker that has none, starting one where there is none."""
        hand = next((hand for hand in self._hands if hand.task is None), None) or self._started()
        hand.task = task
        if hand.ready:
            self._tell(hand, task)

    def hear(self, seconds: float) -> list[Reply]:
        """What the workers have to say, waiting at most so long. Raises CrewFailed when none of them can start."""
        sources: dict[object, _Hand] = {hand.channel: hand for hand in self._hands}
        replies: list[Reply] = []
        if not sources:
            time.sleep(seconds)
            return replies
        for source in wait(list(sources), seconds):  # type: ignore[arg-type]
            hand = sources[source]
            try:
                reply = hand.channel.recv()
            except (EOFError, OSError):
                replies.append(self._buried(hand))
                continue
            if isinstance(reply, WorkerReady):
                hand.ready, self._false_starts = True, 0
                if hand.task is not None:
                    self._tell(hand, hand.task)
                continue
            if isinstance(reply, WorkerSetupFailure):
                raise WorkerStartError(parse(reply.message), code=reply.code)
            if isinstance(reply, TaskResult | TaskFailure | TaskCancellation):
                hand.task = None
            replies.append(reply)
        return replies

    def cancel(self) -> list[int]:
        """Ask every worker to call its file off; those that have not begun are ended, and the numbers of their files given."""
        unbegun = [hand for hand in self._hands if not hand.ready]
        self._end(unbegun, 0.0)
        for hand in self._hands:
            if hand.task is not None:
                self._tell(hand, CANCEL)
        return [hand.task.number for hand in unbegun if hand.task is not None]

    def close(self) -> None:
        """End all workers; what they had not finished is lost."""
        self._end(list(self._hands), STOP_SECONDS)

    def _started(self) -> _Hand:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs, self._threads), name="batch worker", daemon=True)
        process.start()
        theirs.close()
        hand = _Hand(process, ours)
        self._hands.append(hand)
        self._tell(hand, self._setup)
        return hand

    def _tell(self, hand: _Hand, message: object) -> None:
        try:
            hand.channel.send(message)
        except OSError:
            return  # it has died, which its end of the connection says next

    def _buried(self, hand: _Hand) -> WorkerExit:
        """A worker has ended by itself: note what it was at."""
        self._hands.remove(hand)
        hand.process.join(STOP_SECONDS)
        died = WorkerExit(hand.task.number if hand.task is not None else None, hand.process.exitcode, hand.ready)
        hand.channel.close()
        hand.process.close()
        if not hand.ready:
            self._false_starts += 1
            if self._false_starts >= MOST_FALSE_STARTS:
                raise WorkerStartError(
                    Message(
                        "The processes of the batch end before they begin (code {code}). There may be too little "
                        "memory: close other programs, or take fewer jobs at once.",
                        code=str(died.exit_code),
                    )
                )
        return died

    def _end(self, hands: list[_Hand], seconds: float) -> None:
        """Let go of workers, which then end by themselves; whoever takes longer than all of them may is killed."""
        for hand in hands:
            self._hands.remove(hand)
            hand.channel.close()
        deadline = time.monotonic() + seconds
        for hand in hands:
            hand.process.join(max(0.0, deadline - time.monotonic()))
            if hand.process.is_alive():
                hand.process.kill()
                hand.process.join()
            hand.process.close()


def cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def default_jobs() -> int:
    """Files at once: one for each core, fewer where memory is short."""
    return max(1, min(cores(), _memory() // BYTES_PER_WORKER))


def _memory() -> int:
    """Bytes of the machine's memory; where the system does not say, enough for all."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return cores() * BYTES_PER_WORKER
