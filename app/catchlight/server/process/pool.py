"""Where edits run, and where their heavy pictures are decoded: a few threads, a short queue before them, a way out of both."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import os
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar

from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.server.errors import ServerError, busy

T = TypeVar("T")
_LOOK_SECONDS = 0.05
"""How often an edit that waits for its turn looks whether it is still wanted."""


def cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def default_edits() -> int:
    """Edits at once: one per two cores."""
    return max(1, cores() // 2)


class EditPool:
    """A fixed number of working threads and of places: those at work and those that may wait.

    A place is taken when the body is there (its memory is bounded by ``http.budget``), and given back when its work has
    really ended, cancelled or not. Pictures that may take long to decode have places and threads of their own, as many and one
    more, so that edits of other pictures pass them; such a thread stays with its picture until the edit has ended, so that no
    more of them are in memory. Made and used on the event loop; only the work itself runs in the threads.
    """

    def __init__(
        self, workers: int, queue: int, changed: Callable[[int, int], None] = lambda taken, busy: None
    ) -> None:
        """changed: hears how many places are taken and how many of their edits are at work."""
        self.workers = workers
        self._edits = _Lane(ThreadPoolExecutor(workers, thread_name_prefix="edit"), workers + queue)
        self._heavy = _Lane(ThreadPoolExecutor(workers + 1, thread_name_prefix="decoding"), workers + 1 + queue)
        self._changed = threading.Condition()
        self._tell = changed
        self._working = 0
        self._running: set[Progress] = set()
        self._waiting: set[Callable[[], object]] = set()
        self._closing = False

    def check(self, heavy: bool = False) -> None:
        """Raises ServerError where a place could not be had now: busy, shutting_down."""
        if self._closing:
            raise shutting_down()
        lane = self._lane(heavy)
        if lane.taken >= lane.places:
            raise busy(Message("All workers are busy and the queue is full; try again shortly."))

    def place(self, heavy: bool = False) -> PoolSlot:
        """A place for one edit. heavy: for one that decodes long before it. Raises ServerError: busy, shutting_down."""
        with self._changed:
            self.check(heavy)
            self._count(heavy, taken=1)
        return PoolSlot(self, heavy)

    @property
    def taken(self) -> int:
        """Edits at work or waiting; not those whose body is still arriving."""
        return self._edits.taken + self._heavy.taken

    @property
    def closing(self) -> bool:
        return self._closing

    def stop_taking(self) -> None:
        """From now on every new place is refused with shutting_down."""
        with self._changed:
            self._closing = True

    def drain(self, seconds: float) -> bool:
        """Wait for all edits to end; whether they did."""
        with self._changed:
            return self._changed.wait_for(lambda: self.taken == 0, seconds)

    def cancel(self) -> None:
        """Stop all edits at their next check, and those that wait at once; who waits for one hears of it now."""
        with self._changed:
            running, waiting = list(self._running), list(self._waiting)
        for progress in running:
            progress.cancel()
        for tell in waiting:
            tell()

    @contextmanager
    def cancel_told(self) -> Iterator[asyncio.Event]:
        """An event of the running loop that is set when all edits are cancelled."""
        event = asyncio.Event()
        tell = functools.partial(asyncio.get_running_loop().call_soon_threadsafe, event.set)
        with self._changed:
            self._waiting.add(tell)
        try:
            yield event
        finally:
            with self._changed:
                self._waiting.discard(tell)

    def close(self, seconds: float) -> bool:
        """Stop taking, finish within ``seconds``, cancel what is left; whether all threads are free."""
        self.stop_taking()
        if not self.drain(seconds):
            self.cancel()
        free = self.drain(2.0)
        for lane in (self._edits, self._heavy):
            lane.executor.shutdown(wait=free, cancel_futures=True)
        return free

    def submit(self, work: Callable[[Progress], T], progress: Progress, heavy: bool = False) -> Future[T]:
        """Queue work on a place that is taken already; the place is given back when the work has ended."""

        def checked() -> T:
            progress.check()
            with self._changed:
                self._count(heavy, working=1)
            try:
                return work(progress)
            finally:
                with self._changed:
                    self._count(heavy, working=-1)

        with self._changed:
            self._running.add(progress)
            future = self._lane(heavy).executor.submit(contextvars.copy_context().run, checked)
        future.add_done_callback(lambda _: self.give_back(progress, heavy))
        return future

    def edit_decoded(self, work: Callable[[], T], progress: Progress) -> T:
        """From a thread that has decoded: do the edit in its turn among the others, and wait for it. Raises what it raises,
        Cancelled.
        """

        def checked() -> T:
            progress.check()
            return work()

        try:
            edit = self._edits.executor.submit(contextvars.copy_context().run, checked)
        except RuntimeError:  # the pool is closed
            raise Cancelled from None
        while True:
            try:
                return edit.result(_LOOK_SECONDS)
            except TimeoutError:
                if progress.cancelled and edit.cancel():
                    raise Cancelled from None
            except CancelledError:
                raise Cancelled from None

    def give_back(self, progress: Progress | None = None, heavy: bool = False) -> None:
        with self._changed:
            self._count(heavy, taken=-1)
            if progress is not None:
                self._running.discard(progress)
            self._changed.notify_all()

    def _lane(self, heavy: bool) -> _Lane:
        return self._heavy if heavy else self._edits

    def _count(self, heavy: bool, taken: int = 0, working: int = 0) -> None:
        self._lane(heavy).taken += taken
        self._working += working
        self._tell(self.taken, self._working)


@dataclass
class _Lane:
    """Threads of one kind, and the places of their work: how many there are, and how many are taken."""

    executor: ThreadPoolExecutor
    places: int
    taken: int = 0


class PoolSlot:
    """One edit's place in the pool: ``with pool.place() as place: await place.run(...)``."""

    def __init__(self, pool: EditPool, heavy: bool) -> None:
        self._pool = pool
        self._heavy = heavy
        self._used = False

    def __enter__(self) -> PoolSlot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._used:
            self._pool.give_back(heavy=self._heavy)

    async def run(self, work: Callable[[Progress], T], gone: Callable[[], Awaitable[None]]) -> T:
        """Run ``work``, cancelled as soon as ``gone`` returns. Raises what it raises, Cancelled, shutting_down.

        Work that was cancelled is not waited for: it may be far from its next check.
        """
        progress = Progress()
        self._used = True
        waiting = asyncio.wrap_future(self._pool.submit(work, progress, self._heavy))
        leaving = asyncio.ensure_future(gone())
        with self._pool.cancel_told() as cancelled:
            stopping = asyncio.ensure_future(cancelled.wait())
            wanted: set[asyncio.Future[Any]] = {waiting, leaving, stopping}
            try:
                await asyncio.wait(wanted, return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    raise Cancelled
                return waiting.result()
            except Cancelled:
                if self._pool.closing:
                    raise shutting_down() from None
                raise
            finally:
                progress.cancel()
                for each in wanted:
                    each.cancel()


def shutting_down() -> ServerError:
    return ServerError("shutting_down", Message("The server is stopping; try again when it has started anew."))
