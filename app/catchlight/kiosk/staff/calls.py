"""The register of open calls: one for a reason, until staff acknowledge it or what it is about has passed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from catchlight.kiosk.staff.port import CallReason, CallState, StaffCall

AGAIN = timedelta(seconds=60)
"""Within which a call that is raised again is counted and not told again: a person may press the button many times."""


class StaffCalls:
    """Thread safe; nothing here blocks."""

    def __init__(self, kept: Iterable[StaffCall] = (), now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """kept: that were open when the kiosk ended."""
        self._now = now
        self._lock = threading.Lock()
        self._open: dict[CallReason, StaffCall] = {call.reason: call for call in kept}
        self._told = {call.reason: call.last for call in self._open.values()}
        self._listeners: list[Callable[[StaffCall, CallState], None]] = []
        self._next = max((call.id for call in self._open.values()), default=0) + 1

    def listen(self, hear: Callable[[StaffCall, CallState], None]) -> None:
        """hear: called for each call that is to be told, and for its end, on the thread that raised or ended it. Must not
        block."""
        self._listeners.append(hear)

    def raise_call(self, reason: CallReason) -> StaffCall:
        """Call staff. An open call of the same reason counts one more time, and is told again after ``AGAIN``."""
        now = self._now()
        with self._lock:
            before = self._open.get(reason)
            if before is None:
                call = StaffCall(self._next, reason, now, now)
                self._next += 1
            else:
                call = replace(before, last=now, times=before.times + 1)
            self._open[reason] = call
            tells = before is None or now - self._told[reason] >= AGAIN
            if tells:
                self._told[reason] = now
        if tells:
            self._tell(call, "open")
        return call

    def acknowledge(self, call: int) -> bool:
        """Staff have seen a call, by its number; whether it was open."""
        with self._lock:
            reason = next((one.reason for one in self._open.values() if one.id == call), None)
        return reason is not None and self._close(reason, "acknowledged")

    def end(self, reason: CallReason) -> bool:
        """What a call is about has passed; whether it was open."""
        return self._close(reason, "over")

    def open_calls(self) -> Sequence[StaffCall]:
        """The newest first."""
        with self._lock:
            return sorted(self._open.values(), key=lambda call: call.id, reverse=True)

    def _close(self, reason: CallReason, state: CallState) -> bool:
        with self._lock:
            call = self._open.pop(reason, None)
        if call is not None:
            self._tell(call, state)
        return call is not None

    def _tell(self, call: StaffCall, state: CallState) -> None:
        for hear in self._listeners:
            hear(call, state)
