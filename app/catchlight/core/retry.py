"""Retry policy: what is tried again, how often, and how long is waited in between. The only one of the program.

Waits grow exponentially and are drawn from their upper half ("equal jitter"), so that many who lost one server do not come back
at one moment. What the other side asks for (``Retry-After``) comes before that, and is never undercut.

References: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015; RFC 9110, section 10.2.3 (Retry-After).
"""

from __future__ import annotations

import asyncio
import errno
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tenacity import RetryCallState

T = TypeVar("T")

TRANSIENT_CODES = frozenset({"server_unreachable", "busy", "shutting_down", "not_ready"})
"""Codes of errors that pass by themselves: the server will be heard of again."""
_TRANSIENT_ERRNOS = frozenset({
    errno.EAGAIN, errno.EHOSTUNREACH, errno.EHOSTDOWN, errno.ENETUNREACH, errno.ENETDOWN, errno.ENETRESET, errno.ENOBUFS,
})  # fmt: skip
"""Of an OSError that is no ConnectionError or TimeoutError by its class."""
_LOOK_SECONDS = 0.05
"""How often somebody who waits looks whether it is still wanted."""
_ASKED_JITTER = 0.1
"""Share by which what was asked for is exceeded at most."""


class Transient(Exception):
    """Raised by work that may succeed the next time. error: what it ends with else; after: seconds that were asked for."""

    def __init__(self, error: Exception, after: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.after = after


@dataclass(frozen=True)
class RetryPolicy:
    """attempts: at most, the first included. first, longest: seconds before the second attempt, doubled before each further one.

    patience: seconds; whoever asks for a longer wait is not waited for.
    """

    attempts: int = 10
    first: float = 0.25
    longest: float = 2.0
    patience: float = 60.0

    def wait(self, failures: int, asked: float | None = None) -> float:
        """Seconds before the next attempt, after so many failures in a row. asked: by the other side."""
        if asked is not None:
            return asked * (1 + _ASKED_JITTER * random.random())
        return min(self.longest, self.first * 2.0 ** min(failures - 1, 60)) * (1 + random.random()) / 2

    def call(self, work: Callable[[], T], check: Callable[[], None] = lambda: None) -> T:
        """The result of ``work``, which raises Transient to be tried again. check: called while waiting; raises to end it.

        Raises what ``work`` and ``check`` raise, and the error of the last Transient.
        """
        from tenacity import Retrying

        try:
            return Retrying(sleep=lambda seconds: sleep(seconds, check), **self._strategy())(work)
        except Transient as last:
            raise last.error from last.__cause__

    async def call_async(self, work: Callable[[], Awaitable[T]]) -> T:
        """As ``call``; the waiting ends with the task."""
        from tenacity import AsyncRetrying

        async def awaited() -> T:  # a lambda that gives a coroutine would not be awaited
            return await work()

        try:
            return await AsyncRetrying(sleep=asyncio.sleep, **self._strategy())(awaited)
        except Transient as last:
            raise last.error from last.__cause__

    def _strategy(self) -> dict[str, Any]:
        from tenacity import retry_if_exception_type

        return {
            "retry": retry_if_exception_type(Transient),
            "stop": lambda state: state.attempt_number >= self.attempts or (_asked(state) or 0.0) > self.patience,
            "wait": lambda state: self.wait(state.attempt_number, _asked(state)),
            "reraise": True,
        }


ONCE = RetryPolicy(attempts=1)
"""For work whose caller tries again by itself."""


def sleep(seconds: float, check: Callable[[], None]) -> None:
    """Wait, looking now and then whether it is still wanted: ``check`` raises where it is not."""
    end = time.monotonic() + seconds
    check()
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(_LOOK_SECONDS, left))
        check()


def is_transient(fault: BaseException) -> bool:
    """Whether a fault of the system or of a network is one that passes: broken, refused and slow connections."""
    if isinstance(fault, ConnectionError | TimeoutError | EOFError):
        return True
    return isinstance(fault, OSError) and fault.errno in _TRANSIENT_ERRNOS


def retry_after(header: str | None, now: datetime | None = None) -> float | None:
    """Seconds that a ``Retry-After`` header asks for, as a number or as a date; None where there is none that can be read."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def _asked(state: RetryCallState) -> float | None:
    fault = None if state.outcome is None else state.outcome.exception()
    return fault.after if isinstance(fault, Transient) else None
