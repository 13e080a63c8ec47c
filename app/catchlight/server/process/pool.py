"""Where edits run, and where their heavy pictures are decoded: a few threads, a short queue before them, a way out of both."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import os
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, TypeVar

from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.server.errors import ServerError, busy
from catchlight.server.process.edit_queue import EditQueue, WaitingEdit

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
    really ended, cancelled or not. Owners (clients with a token of their own) are served in turn, and none of them has more than
    half of the places, so that one that sends many leaves room for the others. Pictures that may take long to decode have places
    and threads of their own, as many and one more, so that edits of other pictures pass them; such a thread stays with its
    picture until the edit has ended, so that no more of them are in memory. Made and used on the event loop; only the work
    itself runs in the threads.
    """

    def __init__(
        self, workers: int, queue: int, changed: Callable[[int, int], None] = lambda taken, busy: None
    ) -> None:
        """changed: hears how many places are taken and how many of their edits are at work."""
        self.workers = workers
        self._edits = _Lane(ThreadPoolExecutor(workers, thread_name_prefix="edit"), workers, queue)
        self._heavy = _Lane(ThreadPoolExecutor(workers + 1, thread_name_prefix="decoding"), workers + 1, queue)
        self._changed = threading.Condition()
        self._tell = changed
        self._working = 0
        self._running: set[Progress] = set()
        self._waiting: set[Callable[[], object]] = set()
        self._closing = False

    def check(self, owner: str | None = None, heavy: bool = False) -> None:
        """Raises ServerError where ``owner`` could not have a place now: busy, shutting_down. None: whoever the server is."""
        if self._closing:
            raise shutting_down()
        lane = self._lane(heavy)
        if lane.taken >= lane.places:
            raise busy(Message("All workers are busy and the queue is full; try again shortly."))
        if owner is not None and lane.owned[owner] >= max(1, lane.places // 2):
            raise busy(
                Message(
                    "{count} edits of the token {name} wait or are at work, which is its share; try again shortly.",
                    count=lane.owned[owner],
                    name=owner,
                )
            )

    def limit_queue(self, queue: int) -> None:
        """From now on so many edits may wait; those that wait already stay."""
        self._edits.queue = self._heavy.queue = queue

    def place(self, owner: str | None = None, heavy: bool = False) -> PoolSlot:
        """A place for one edit. heavy: for one that decodes long before it. Raises ServerError: busy, shutting_down."""
        with self._changed:
            self.check(owner, heavy)
            self._count(heavy, taken=1)
            if owner is not None:
                self._lane(heavy).owned[owner] += 1
        return PoolSlot(self, owner, heavy)

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
            lane.waiting.cancel()
            lane.executor.shutdown(wait=free, cancel_futures=True)
        return free

    def submit(
        self, work: Callable[[Progress], T], progress: Progress, owner: str | None = None, heavy: bool = False
    ) -> Future[T]:
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
            future = self._lane(heavy).put(owner, checked)
        future.add_done_callback(lambda _: self.give_back(progress, owner, heavy))
        return future

    def edit_decoded(self, work: Callable[[], T], progress: Progress, owner: str | None = None) -> T:
        """From a thread that has decoded: do the edit in its turn among the others, and wait for it. Raises what it raises,
        Cancelled.
        """

        def checked() -> T:
            progress.check()
            return work()

        try:
            edit = self._edits.put(owner, checked)
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

    def give_back(self, progress: Progress | None = None, owner: str | None = None, heavy: bool = False) -> None:
        with self._changed:
            self._count(heavy, taken=-1)
            if owner is not None:
                lane = self._lane(heavy)
                lane.owned[owner] -= 1
                lane.owned += Counter()  # drops those that have none
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
    """Threads of one kind, what waits for them, and the places of their work. owned: places of each owner."""

    executor: ThreadPoolExecutor
    threads: int
    queue: int
    taken: int = 0
    owned: Counter[str] = field(default_factory=Counter)
    waiting: EditQueue = field(default_factory=EditQueue)

    @property
    def places(self) -> int:
        return self.threads + self.queue

    def put(self, owner: str | None, work: Callable[[], T]) -> Future[T]:
        """Have the work done in its owner's turn. Raises RuntimeError where the lane is closed."""
        future: Future[T] = Future()
        self.waiting.put(owner, WaitingEdit(functools.partial(contextvars.copy_context().run, work), future))
        self.executor.submit(self.waiting.run_next)
        return future


class PoolSlot:
    """One edit's place in the pool: ``with pool.place() as place: await place.run(...)``."""

    def __init__(self, pool: EditPool, owner: str | None, heavy: bool) -> None:
        self._pool, self._owner, self._heavy = pool, owner, heavy
        self._used = False

    def __enter__(self) -> PoolSlot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._used:
            self._pool.give_back(None, self._owner, self._heavy)

    async def run(self, work: Callable[[Progress], T], gone: Callable[[], Awaitable[None]]) -> T:
        """Run ``work``, cancelled as soon as ``gone`` returns. Raises what it raises, Cancelled, shutting_down.

        Work that was cancelled is not waited for: it may be far from its next check.
        """
        progress = Progress()
        self._used = True
        waiting = asyncio.wrap_future(self._pool.submit(work, progress, self._owner, self._heavy))
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
