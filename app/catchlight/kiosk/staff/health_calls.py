"""Calls staff to parts of the machine that stay out of order, and takes the call back when they work again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.staff.port import CallReason
from catchlight.kiosk.supervision.health import PartHealth, PartId

CALLED_FOR: Mapping[PartId, CallReason] = {
    "printer": "printer",
    "camera": "camera",
    "payment": "payment",
    "terminal": "payment",
    "disk": "disk_full",
    "wipe": "wipe",
}


class HealthCalls:
    """Hears of every look at the machine, on the monitor's thread."""

    def __init__(
        self,
        calls: StaffCalls,
        after_s: float,
        count: Callable[[str], None] = lambda reason: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """after_s: for how long a part has to be out of order. count: hears the reason of each call."""
        self._calls, self._after_s, self._count, self._now = calls, after_s, count, now
        self._faulty: set[PartId] = set()
        self._called: set[PartId] = set()
        """Those of them that staff were called for: once each time, also where they acknowledged."""

    def looked(self, parts: Sequence[PartHealth]) -> None:
        """parts: as they are now."""
        for part in parts:
            reason = CALLED_FOR.get(part.part)
            if reason is None:
                continue
            if part.status != "fault":
                self._end(part.part, reason)
                continue
            self._faulty.add(part.part)
            if part.part not in self._called and (self._now() - part.since).total_seconds() >= self._after_s:
                self._called.add(part.part)
                self._count(reason)
                self._calls.raise_call(reason)

    def _end(self, part: PartId, reason: CallReason) -> None:
        if part in self._faulty:
            self._faulty.discard(part)
            self._called.discard(part)
            if not any(CALLED_FOR[other] == reason for other in self._faulty):
                self._calls.end(reason)
