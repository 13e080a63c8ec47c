"""A deadline for decoding, and an end when it is no longer wanted.

What a file can cost is counted before it is decoded; this is the second wall, for a decoder that takes longer than any sound
file would. A C library cannot be stopped: its thread is left to end by itself, and the caller goes on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from catchlight.core.errors import UnsupportedImage
from catchlight.core.messages import Message
from catchlight.core.progress import Progress

T = TypeVar("T")

SECONDS, SECONDS_A_MEGAPIXEL = 30.0, 0.6
"""A deadline: a start, and twenty times what libde265, the slowest of the decoders, needs for a megapixel on one core."""
MOST_LEFT = 2
"""So many decoders may be left behind at work beyond their deadline; until one of them ends, further ones are waited for."""
_STEP = 0.05
_places = threading.Semaphore(MOST_LEFT)


class _Work(threading.Thread, Generic[T]):
    """Runs ``work`` and keeps what comes of it until nobody waits any more."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(name="decoding", daemon=True)
        self._work = work
        self._lock = threading.Lock()
        self._done = False
        self._leaves: Callable[[], None] | None = None
        self.result: T | None = None
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as fault:  # noqa: BLE001  raised in the thread that waits
            self.fault = fault
        with self._lock:
            self._done = True
            if self._leaves is not None:
                self.result = None
                self._leaves()

    def leave(self, leaves: Callable[[], None]) -> bool:
        """Wait no longer; ``leaves`` is called when the work ends. False where it has just ended."""
        with self._lock:
            self._leaves = leaves
            return not self._done


def run_with_deadline(work: Callable[[], T], seconds: float, called: str, progress: Progress | None = None) -> T:
    """What ``work`` returns or raises. Raises UnsupportedImage after ``seconds``, Cancelled when progress is cancelled."""
    thread = _Work(work)
    thread.start()
    ends = time.monotonic() + seconds
    while thread.is_alive():
        thread.join(_STEP)
        if progress is not None and progress.cancelled and thread.leave(lambda: None):
            progress.check()
        if time.monotonic() > ends and thread.is_alive() and _places.acquire(blocking=False):
            if thread.leave(_places.release):
                raise UnsupportedImage(
                    Message(
                        "{name} takes longer than {seconds:.0f} s to decode; save it again with another program.",
                        name=called,
                        seconds=seconds,
                    )
                )
            _places.release()
    if thread.fault is not None:
        raise thread.fault
    result: T = thread.result  # type: ignore[assignment]
    return result
