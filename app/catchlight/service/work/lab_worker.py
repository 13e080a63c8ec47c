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
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from catchlight.core.errors import StorageFault
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.service.work.lab_queue import LabQueue, task_name
from catchlight.service.work.sweep import STALLED_SECONDS
from catchlight.service.work.thread_priority import lower_priority
from catchlight.service.work.work_queue import PRIORITIES, WorkKind, WorkRunner
from catchlight.service.work.worker_duties import Duty, WorkerDuties, is_database_fault
from catchlight.store.database.database import Database
from catchlight.store.work.members import BEAT_SECONDS

if TYPE_CHECKING:
    from procrastinate import App
    from procrastinate.worker import Worker

PARK_SECONDS = 7.0
"""How long work at hand may take to be parked once the worker is told to stop."""
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
        duties: Mapping[str, Duty] | None = None,
    ) -> None:
        """connection: arguments of psycopg's ``connect``. jobs: items at once. duties: what one of all workers does now and then,
        by name.
        """
        self._connection, self._jobs = dict(connection), jobs
        self._runners = {runner.kind: runner for runner in runners}
        self._beside = WorkerDuties(database, queue, runners, jobs, duties or {}, lambda: self.busy)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._stopping = threading.Event()
        self._running: set[Progress] = set()
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
            self._beside.leave()
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
        async with _task_beside(self._beside.beat()), _task_beside(self._beside.attend()):
            await self._fetch_on(started)

    async def _fetch_on(self, started: Callable[[], object]) -> None:
        """Fetch until told to stop, also after the database was away."""
        failures = 0
        while not self._stop.is_set():
            app = self._app()
            began = time.monotonic()
            try:
                async with app.open_async(), _task_beside(self._beside.sweep(app.job_manager)):
                    await self._fetch(app, started)
            except Exception as fault:
                if not is_database_fault(fault):
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
            self._beside.note(kind, time.perf_counter() - began)

        return work


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


async def _either(done: Any, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(done, seconds)
