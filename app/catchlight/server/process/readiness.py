"""Whether the server is fit for work, for whoever sends it requests: models warm, store usable."""

from __future__ import annotations

import threading
from collections.abc import Callable

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.server.errors import ServerError
from catchlight.store.generations import Generations

PATIENCE = 2.0
"""Seconds that the store may take to answer. A database or a network folder that vanished says nothing for longer than whoever
asks would wait."""


class Readiness:
    """Ready from the start, or once ``warmed`` was called. Being alive is another question, which ``/health`` answers."""

    def __init__(self, generations: Generations, warming: bool = False, patience: float = PATIENCE) -> None:
        self._generations = generations
        self._patience = patience
        self._obstacle: Message | None = Message("The models are still loading.") if warming else None
        self._lock = threading.Lock()
        self._asking: _Asking | None = None

    def warmed(self) -> None:
        self._obstacle = None

    def failed(self, error: CatchlightError) -> None:
        """The models could not be loaded."""
        self._obstacle = Message("The models could not be loaded: {why}", why=error.message)

    def check(self) -> None:
        """Raises ServerError ``not_ready`` that says why, within ``patience``. Reads the disk: not on the event loop."""
        if self._obstacle is not None:
            raise ServerError("not_ready", self._obstacle, {"Retry-After": "2"})
        with self._lock:
            if self._asking is None or self._asking.answered.is_set():
                self._asking = _Asking(self._generations.check)
            asking = self._asking  # while one waits for an answer, others wait for the same
        if not asking.answered.wait(self._patience):
            said = Message("The store has not answered for {seconds} s.", seconds=self._patience)
            raise ServerError("not_ready", said, {"Retry-After": "2"})
        if isinstance(asking.fault, CatchlightError):
            raise ServerError("not_ready", asking.fault.message) from asking.fault
        if asking.fault is not None:
            raise asking.fault


class _Asking:
    """A check on a thread of its own, which may hang. fault: what it raised, once ``answered`` is set."""

    def __init__(self, check: Callable[[], None]) -> None:
        self.answered = threading.Event()
        self.fault: Exception | None = None
        threading.Thread(target=self._run, args=(check,), name="ready", daemon=True).start()

    def _run(self, check: Callable[[], None]) -> None:
        try:
            check()
        except Exception as fault:  # noqa: BLE001 - raised again by whoever waits for it
            self.fault = fault
        finally:
            self.answered.set()
