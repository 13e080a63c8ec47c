"""How the machine is: each part looked at in turn, with the time since when it is so."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from catchlight.core.messages import Message, mark

PartId = Literal["clock", "disk", "memory", "printer", "camera", "server", "languages", "payment", "wipe"]
PartStatus = Literal["ok", "warning", "fault"]
TITLES: dict[PartId, str] = {
    "clock": mark("Clock"),
    "disk": mark("Disk space"),
    "memory": mark("Memory"),
    "printer": mark("Printer"),
    "camera": mark("Camera"),
    "server": mark("Server"),
    "languages": mark("Languages"),
    "payment": mark("Payment"),
    "wipe": mark("Wiping"),
}
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Finding:
    """What a look at a part found. message: for staff; how it is, and what to do where it is not well."""

    status: PartStatus
    message: Message


@dataclass(frozen=True)
class PartHealth:
    """A part as it is. since: when its status last changed; UTC."""

    part: PartId
    status: PartStatus
    message: Message
    since: datetime


@dataclass(frozen=True)
class HealthCheck:
    """A part and how it is looked at. look: may block for seconds, may raise; None where the kiosk has no such part."""

    part: PartId
    look: Callable[[], Finding | None]


class HealthMonitor:
    """Looks at all parts every ``seconds``, on a thread of its own. Thread safe."""

    def __init__(
        self,
        checks: Sequence[HealthCheck],
        seconds: float = 10.0,
        changed: Callable[[PartHealth], None] = lambda health: None,
    ) -> None:
        """changed: hears each change of a status, on the monitor's thread."""
        self._checks = checks
        self._seconds = seconds
        self._changed = changed
        self._found: dict[PartId, PartHealth] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look."""
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Wait for the look that is under way, and end."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def parts(self) -> list[PartHealth]:
        """Every part as it was found last, in the order of the checks."""
        with self._lock:
            return [self._found[check.part] for check in self._checks if check.part in self._found]

    def look(self) -> None:
        """Look at all parts now, on this thread."""
        for check in self._checks:
            try:
                finding = check.look()
            except Exception as fault:  # noqa: BLE001 - border: a part that cannot be looked at is not well, and the others are
                _LOG.exception("The state of %s could not be read.", check.part)
                finding = Finding("fault", Message("This could not be checked ({why}).", why=type(fault).__name__))
            self._note(check.part, finding)

    def _note(self, part: PartId, finding: Finding | None) -> None:
        with self._lock:
            before = self._found.get(part)
            if finding is None:
                self._found.pop(part, None)
                return
            same = before is not None and before.status == finding.status
            since = before.since if same and before is not None else datetime.now(UTC)
            found = self._found[part] = PartHealth(part, finding.status, finding.message, since)
        if not same:
            log = _LOG.info if found.status == "ok" else _LOG.warning
            log("%s: %s. %s", part, found.status, found.message)
            self._changed(found)

    def _run(self) -> None:
        while not self._stop.is_set():
            self.look()
            self._stop.wait(self._seconds)


class ClockCheck:
    """Notices when the clock is set: what has a date, receipts and expiries, is wrong before or after."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        most: float = 5.0,
        told: float = 600.0,
    ) -> None:
        """most: seconds that both may drift apart between two looks; told: for how long a jump is told."""
        self._wall, self._steady = wall, steady
        self._most, self._told = most, told
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
        return Finding("ok", Message("The clock goes evenly."))


_BUILT = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""Before this no kiosk can run: a computer whose battery is empty starts in 1970 or at its maker's date."""
