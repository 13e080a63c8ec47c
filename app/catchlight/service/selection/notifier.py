"""Who waits for a job's next event is told of it, instead of asking again and again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

EventListener = Callable[[], object]


class JobNotifier:
    """Listeners by job. Thread safe; a listener is called on the thread that rings and must not wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, list[EventListener]] = {}

    @contextmanager
    def listening(self, job: str, ring: EventListener) -> Iterator[None]:
        with self._lock:
            self._listeners.setdefault(job, []).append(ring)
        try:
            yield
        finally:
            with self._lock:
                self._listeners[job].remove(ring)
                if not self._listeners[job]:
                    del self._listeners[job]

    @property
    def listened(self) -> list[str]:
        """The jobs that somebody listens to."""
        with self._lock:
            return list(self._listeners)

    def ring(self, jobs: Iterable[str]) -> None:
        with self._lock:
            found = [ring for job in jobs for ring in self._listeners.get(job, ())]
        for ring in found:
            ring()

    def ring_all(self) -> None:
        with self._lock:
            jobs = list(self._listeners)
        self.ring(jobs)
