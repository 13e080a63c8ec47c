"""The clock: whether it goes evenly, and whether the network sets it."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from catchlight.core.messages import Message
from catchlight.kiosk.supervision.health import Finding

SYNCHRONISED_S = 16.0
"""Greatest error that the kernel may estimate for a clock that is set by NTP (16 s are the kernel's own limit, NTP_PHASE_LIMIT in
linux/timex.h). The flag STA_UNSYNC says less: it is also set to keep the kernel off the hardware clock."""


class ClockCheck:
    """Notices when the clock is set: what has a date, receipts and expiries, is wrong before or after."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        most: float = 5.0,
        told: float = 600.0,
        error: Callable[[], float | None] = lambda: clock_error_s(),
    ) -> None:
        """most: seconds that both may drift apart between two looks; told: for how long a jump is told. error: see
        ``clock_error_s``."""
        self._wall, self._steady = wall, steady
        self._most, self._told, self._error = most, told, error
        self._before = wall(), steady()
        self._jumped: tuple[float, float] | None = None

    def __call__(self) -> Finding:
        now = self._wall(), self._steady()
        jump = (now[0] - self._before[0]) - (now[1] - self._before[1])
        self._before = now
        if abs(jump) > self._most:
            self._jumped = jump, now[1]
        if now[0] < _BUILT:
            return Finding("fault", Message("The clock is wrong. Set it, or let the system fetch the time."))
        if self._jumped is not None and now[1] - self._jumped[1] < self._told:
            return Finding("warning", Message("The clock was set by {seconds} s.", seconds=round(self._jumped[0])))
        error = self._error()
        if error is None:
            return Finding("ok", Message("The clock goes evenly."))
        measures = {"error_seconds": error}
        if error >= SYNCHRONISED_S:
            return Finding(
                "warning",
                Message("The network does not set the clock. Let the system fetch the time by NTP."),
                measures,
            )
        return Finding("ok", Message("The clock goes evenly, and is set by the network."), measures)


_BUILT = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""Before this no kiosk can run: a computer whose battery is empty starts in 1970 or at its maker's date."""


class _Timex(ctypes.Structure):
    """The beginning of struct timex (adjtimex(2)), and room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_char * 256),
    )


def clock_error_s() -> float | None:
    """The greatest error of the system's clock in seconds, as the kernel estimates it; None where the system does not tell
    (it is Linux that does, unless a sandbox forbids it)."""
    if sys.platform != "linux":
        return None
    asked = _Timex()  # modes 0: nothing is changed, and nobody needs a right for it
    state: int = ctypes.CDLL(None).adjtimex(ctypes.byref(asked))
    return None if state < 0 else asked.maxerror / 1e6
