"""A worker of a lab: takes items off the queue, hands them to the runners of their kinds, and finds what the queue has lost.

Procrastinate's own worker fetches, keeps a heartbeat and listens for what is new. Around it stands what it does not do: it ends
when its database goes away, and is made anew here; work of the engine cannot be aborted from outside, and is parked through its
``Progress``; what a killed worker was at stays "doing" until ``Sweep`` finds it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from catchlight.core.errors import StorageFault
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.service.work.lab_queue import LabQueue, task_name
from catchlight.service.work.sweep import STALLED_SECONDS, defer_lost, release_stalled
from catchlight.service.work.thread_priority import lower_priority
from catchlight.service.work.work_queue import PRIORITIES, WorkKind, WorkRunner
from catchlight.store.database.database import Database
from catchlight.store.jobs.owners import this_owner
from catchlight.store.work.duties import begin_duty
from catchlight.store.work.members import BEAT_SECONDS, Members

if TYPE_CHECKING:
    from procrastinate import App
    from procrastinate.manager import JobManager
    from procrastinate.worker import Worker

PARK_SECONDS = 7.0
"""How long work at hand may take to be parked once the worker is told to stop."""
SWEEP_SECONDS = 4.0
"""How often one of all workers looks for what is stalled or lost."""
_POLL_SECONDS = 1.0
"""How often the queue is asked without having rung: for what is tried again, of which nobody is told."""
_POOL_SECONDS = 5.0
_RECONNECTING = RetryPolicy(first=0.5, longest=5.0)
"""Waits for a database that is away; there is no last one."""
_LOG = logging.getLogger(__name__)


class GivenBack(Exception):
    """An item was parked since the worker stops: another one is to take it at once."""


class LabWorker:
    """Does the work of the shared database until it is told to stop. Any number may run side by side."""

    def __init__(
        self,
        connection: Mapping[str, Any],
        database: Database,
        queue: LabQueue,
        runners: Sequence[WorkRunner],
        jobs: int = 1,
        duties: Mapping[str, tuple[float, Callable[[], object]]] | None = None,
    ) -> None:
        """connection: arguments of psycopg's ``connect``. jobs: items at once. duties: what one of all workers does every so many
        seconds, by name; it is called on a thread and may raise StorageFault.
        """
        self._connection, self._database, self._queue, self._jobs = dict(connection), database, queue, jobs
        self._runners = {runner.kind: runner for runner in runners}
        self._duties = dict(duties or {})
        self._members, self._name = Members(database), this_owner()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._stopping = threading.Event()
        self._running: set[Progress] = set()
        self._done: Counter[str] = Counter()
        self._seconds: dict[str, float] = defaultdict(float)
        self._threads = {
            kind: ThreadPoolExecutor(jobs, f"work-{kind}", initializer=_prepare_thread, initargs=(kind,))
            for kind in self._runners
        }

    @property
    def kinds(self) -> tuple[WorkKind, ...]:
        return tuple(self._runners)

    @property
    def busy(self) -> int:
        """Items at work."""
        return len(self._running)

    def run(self, started: Callable[[], object] = lambda: None) -> bool:
        """Work until ``stop``. started: called once it takes items.

        Returns whether all work has ended: False means that a thread is inside a network and would hold the process.
        """
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # psycopg knows no other on Windows
            runner.run(self._serve(started))
        ended = not self._running
        for threads in self._threads.values():
            threads.shutdown(wait=ended, cancel_futures=True)
        with contextlib.suppress(StorageFault):
            self._members.leave(self._name)
        return ended

    def stop(self) -> None:
        """Take nothing more and park what runs. From any thread; returns at once."""
        self._stopping.set()
        for progress in list(self._running):
            progress.cancel()
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self._stop.set)

    async def _serve(self, started: Callable[[], object]) -> None:
        self._loop = asyncio.get_running_loop()
        if self._stopping.is_set():
            return
        async with _task_beside(self._beating()):
            await self._fetch_on(started)

    async def _fetch_on(self, started: Callable[[], object]) -> None:
        """Fetch until told to stop, also after the database was away."""
        failures = 0
        while not self._stop.is_set():
            app = self._app()
            began = time.monotonic()
            try:
                async with app.open_async(), _task_beside(self._sweeping(app.job_manager)):
                    await self._fetch(app, started)
            except Exception as fault:
                if not _is_database_fault(fault):
                    raise
                failures = 1 if time.monotonic() - began > 60 else failures + 1
                _LOG.warning("The queue is away (%s); it is asked again.", type(fault.__cause__ or fault).__name__)
                await _either(self._stop.wait(), _RECONNECTING.wait(failures))
            started = _nothing

    async def _fetch(self, app: App, started: Callable[[], object]) -> None:
        """Let Procrastinate's worker fetch items until it is to stop, or the database goes away."""
        from procrastinate.exceptions import ConnectorException
        from procrastinate.worker import Worker

        worker = Worker(
            app, queues=list(self._runners), name=None, concurrency=self._jobs, delete_jobs="always",
            fetch_job_polling_interval=_POLL_SECONDS, abort_job_polling_interval=60.0, install_signal_handlers=False,
            update_heartbeat_interval=BEAT_SECONDS, stalled_worker_timeout=STALLED_SECONDS,
            shutdown_graceful_timeout=PARK_SECONDS,
        )  # fmt: skip
        stopping = asyncio.create_task(self._stop_with(worker))
        try:
            started()
            await worker.run()  # type: ignore[no-untyped-call]
        finally:
            stopping.cancel()
        if not self._stop.is_set():
            raise ConnectorException  # one of its tasks met a fault, and it has ended in order

    async def _stop_with(self, worker: Worker) -> None:
        await self._stop.wait()
        worker.stop()  # type: ignore[no-untyped-call]

    def _app(self) -> App:
        from procrastinate import App, PsycopgConnector
        from procrastinate.retry import BaseRetryStrategy, RetryDecision

        class Again(BaseRetryStrategy):
            def get_retry_decision(self, *, exception: BaseException, job: Any) -> RetryDecision:
                seconds = 0 if isinstance(exception, GivenBack) else min(15, 2 ** (job.attempts + 1))
                return RetryDecision(retry_in={"seconds": seconds})

        pool = PsycopgConnector(kwargs=self._connection, min_size=1, max_size=4, timeout=_POOL_SECONDS)
        app = App(connector=pool)
        for kind in self._runners:
            app.task(name=task_name(kind), queue=kind, retry=Again())(self._task(kind))
        return app

    def _task(self, kind: WorkKind) -> Callable[..., Any]:
        async def work(entry: str) -> None:
            progress = Progress()
            self._running.add(progress)
            if self._stopping.is_set():
                progress.cancel()
            began = time.perf_counter()
            done = asyncio.get_running_loop().run_in_executor(
                self._threads[kind], self._runners[kind].run, entry, progress
            )
            done.add_done_callback(lambda _: self._running.discard(progress))
            try:
                await asyncio.shield(done)
            except Cancelled:
                raise GivenBack from None
            except StorageFault as fault:
                _LOG.warning("%s %s is tried again: %s", kind, entry, fault.message)
                raise
            except Exception:
                _LOG.exception("%s %s met what was not foreseen, and is tried again", kind, entry)
                raise
            if progress.cancelled:
                raise GivenBack
            self._done[kind] += 1
            self._seconds[kind] += time.perf_counter() - began

        return work

    def _beat(self) -> None:
        self._members.beat(self._name, "worker", self._jobs, self.busy)
        done = {kind: (self._done[kind], self._seconds[kind]) for kind in self._runners if self._done[kind]}
        if done:
            self._members.note_durations(done)
            for kind, (items, seconds) in done.items():
                self._done[kind] -= items
                self._seconds[kind] -= seconds

    async def _beating(self) -> None:
        while True:
            await self._safely(asyncio.to_thread(self._beat))
            await asyncio.sleep(BEAT_SECONDS)

    async def _sweeping(self, manager: JobManager) -> None:
        """Every worker asks for each duty; one of them gets it."""
        duties = {"work_members": (60.0, self._members.forget_dead), **self._duties}
        while True:
            await self._safely(self._sweep(manager))
            for name, (seconds, duty) in duties.items():
                await self._safely(asyncio.to_thread(self._attend, name, seconds, duty))
            await asyncio.sleep(SWEEP_SECONDS / 4)

    async def _sweep(self, manager: JobManager) -> None:
        if await asyncio.to_thread(begin_duty, self._database, "work_sweep", SWEEP_SECONDS):
            await release_stalled(manager, self._runners)
            await asyncio.to_thread(defer_lost, self._queue, list(self._runners.values()))

    def _attend(self, name: str, seconds: float, duty: Callable[[], object]) -> None:
        if begin_duty(self._database, name, seconds):
            duty()

    async def _safely(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as fault:
            if not _is_database_fault(fault):
                raise
            _LOG.warning("%s", fault)


@contextlib.asynccontextmanager
async def _task_beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """While it is entered ``work`` runs beside; its fault is raised at the end."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def _prepare_thread(kind: WorkKind) -> None:
    if PRIORITIES[kind] <= 0:
        lower_priority()


def _nothing() -> None:
    pass


def _is_database_fault(fault: Exception) -> bool:
    import psycopg
    from procrastinate.exceptions import ConnectorException

    return isinstance(fault, ConnectorException | psycopg.Error | OSError | StorageFault)


async def _either(done: Any, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(done, seconds)
