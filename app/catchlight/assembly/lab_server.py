"""What a server of a lab does beside answering: hands on work, is counted among the servers, works too where it is told to."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from catchlight.assembly.lab import Lab, build_worker, open_lab
from catchlight.cli.program import ServeOptions
from catchlight.core.errors import InvalidRequest, StorageFault
from catchlight.core.messages import Message
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.portrait.portrait import Portraits
    from catchlight.server.process.pool import EditPool
    from catchlight.service.work.lab_worker import LabWorker
    from catchlight.service.work.work_queue import WorkQueue
    from catchlight.store.generations import Generations

STOP_SECONDS = 8.0
"""For what is at work when the server is told to stop: supervisors kill after ten."""
_LOG = logging.getLogger(__name__)


class LabServer:
    """One of the servers over a shared database. Without such a database it does nothing."""

    def __init__(
        self,
        lab: Lab | None,
        worker: LabWorker | None = None,
        queue: int = 0,
        opened: contextlib.ExitStack | None = None,
    ) -> None:
        """worker: works in this process too. queue: edits that may wait on all servers together. opened: is closed with it."""
        self._lab, self._worker, self._limit = lab, worker, queue
        self._opened = opened or contextlib.ExitStack()
        self._closing = threading.Event()
        self._threads: list[threading.Thread] = []
        self._left = float("inf")
        """When ``leave`` was called first."""

    @property
    def queue(self) -> WorkQueue | None:
        """Where work goes; None: it is done in this process."""
        return None if self._lab is None else self._lab.queue

    @property
    def shared(self) -> bool:
        return self._lab is not None

    @property
    def collectors(self) -> tuple[object, ...]:
        """What is told to Prometheus beside the server's own counts."""
        if self._lab is None:
            return ()
        from catchlight.service.work.work_metrics import WorkCollector

        return (WorkCollector(self._lab.database),)

    def begin(self, pool: EditPool) -> None:
        """Be counted, share the places of waiting edits with the other servers, and work where that is asked for."""
        if self._lab is None:
            return
        beat = self._heartbeat(pool)
        beat()
        self._threads.append(threading.Thread(target=self._beat, args=(beat,), name="lab-beat", daemon=True))
        if self._worker is not None:
            self._threads.append(threading.Thread(target=self._worker.run, name="lab-work", daemon=True))
        for thread in self._threads:
            thread.start()

    def leave(self) -> None:
        """Take no more work, and park what is at work."""
        self._left = min(self._left, time.monotonic())
        self._closing.set()
        if self._worker is not None:
            self._worker.stop()

    def stop(self, seconds: float = STOP_SECONDS) -> bool:
        """``leave``, and wait; whether all that it began has ended within so many seconds of the first ``leave``."""
        self.leave()
        for thread in self._threads:
            thread.join(max(0.0, self._left + seconds - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def close(self) -> None:
        """After ``stop``."""
        self._opened.close()

    def _heartbeat(self, pool: EditPool) -> Callable[[], None]:
        from catchlight.store.jobs.owners import this_owner
        from catchlight.store.work.members import Members

        assert self._lab is not None
        members, name = Members(self._lab.database), this_owner()

        def beat() -> None:
            servers = members.beat(name, "server", pool.workers, pool.taken)
            pool.limit_queue(self._limit // servers.count)

        return beat

    def _beat(self, beat: Callable[[], None]) -> None:
        from catchlight.store.work.members import BEAT_SECONDS

        while not self._closing.wait(BEAT_SECONDS):
            try:
                beat()
            except StorageFault as fault:  # the share that was known last goes on
                _LOG.warning("%s", fault.message)


def open_lab_server(
    home: Home, options: ServeOptions, generations: Generations, portraits: Portraits, queue: int
) -> LabServer:
    """The server's part in a lab; the caller closes it. queue: edits that may wait, of all servers together.

    Raises InvalidRequest, StorageFault.
    """
    lab = open_lab(home)
    if lab is None:
        if options.work:
            raise InvalidRequest(Message("Without a shared database a server does its jobs anyway: leave --work out."))
        return LabServer(None)
    with contextlib.ExitStack() as stack:
        stack.callback(lab.close)
        worker = None
        if options.work:
            from catchlight.assembly import parts

            worker = build_worker(home, lab, generations, portraits, stack, parts.settings(home).jobs.workers)
        return LabServer(lab, worker, queue, stack.pop_all())
