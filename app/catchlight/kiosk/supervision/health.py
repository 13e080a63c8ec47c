"""How the machine is: each part looked at in turn, with the time since when it is so."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from catchlight.core.messages import Message, mark

PartId = Literal[
    "clock",
    "disk",
    "memory",
    "printer",
    "camera",
    "network",
    "server",
    "languages",
    "payment",
    "terminal",
    "staff",
    "wipe",
]
PartStatus = Literal["ok", "warning", "fault"]
TITLES: dict[PartId, str] = {
    "clock": mark("Clock"),
    "disk": mark("Disk space"),
    "memory": mark("Memory"),
    "printer": mark("Printer"),
    "camera": mark("Camera"),
    "network": mark("Network"),
    "server": mark("Server"),
    "languages": mark("Languages"),
    "payment": mark("Payment"),
    "terminal": mark("Payment terminal"),
    "staff": mark("Calling staff"),
    "wipe": mark("Wiping"),
}
STOP_S = 3.0
"""For a look that is under way when the kiosk ends: less than a watchdog waits."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Finding:
    """What a look at a part found. message: for staff; how it is, and what to do where it is not well. measures: numbers for the
    metrics, by name, such as per cent of a ribbon."""

    status: PartStatus
    message: Message
    measures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class PartHealth:
    """A part as it is. since: when its status last changed; looked: when it was looked at last; UTC."""

    part: PartId
    status: PartStatus
    message: Message
    since: datetime
    looked: datetime
    measures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class HealthCheck:
    """A part and how it is looked at. look: may block for seconds, may raise; None where the kiosk has no such part. every_s:
    least seconds between two looks, for one that loads a device or a network. refresh: makes the next look a thorough one."""

    part: PartId
    look: Callable[[], Finding | None]
    every_s: float = 0.0
    refresh: Callable[[], None] = lambda: None


class HealthMonitor:
    """Looks at all parts every ``seconds``, on a thread of its own. Thread safe."""

    def __init__(self, checks: Sequence[HealthCheck], seconds: float = 10.0) -> None:
        self._checks = checks
        self._seconds = seconds
        self._listeners: list[Callable[[Sequence[PartHealth]], None]] = []
        self._found: dict[PartId, PartHealth] = {}
        self._looked: dict[PartId, float] = {}
        """When each part was looked at last, by the steady clock."""
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def listen(self, hear: Callable[[Sequence[PartHealth]], None]) -> None:
        """hear: all parts after each round of looks, on the monitor's thread. To be called before ``start``."""
        self._listeners.append(hear)

    def start(self) -> None:
        """Begin to look."""
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End. A look that is under way is waited for no longer than ``STOP_S``; it ends with the process then."""
        self._stopping = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(STOP_S)
            self._thread = None

    def parts(self) -> list[PartHealth]:
        """Every part as it was found last, in the order of the checks."""
        with self._lock:
            return [self._found[check.part] for check in self._checks if check.part in self._found]

    def look_soon(self) -> None:
        """Look at all parts thoroughly as soon as the thread can, however short ago they were looked at. Returns at once."""
        for check in self._checks:
            check.refresh()
        with self._lock:
            self._looked.clear()
        self._wake.set()

    def look(self) -> None:
        """Look at the parts whose time has come, on this thread."""
        for check in self._checks:
            if self._stopping:
                return
            if self._is_due(check):
                self._look_at(check)
        parts = self.parts()
        for hear in self._listeners:
            hear(parts)

    def _is_due(self, check: HealthCheck) -> bool:
        now = time.monotonic()
        with self._lock:
            last = self._looked.get(check.part)
            due = last is None or now - last >= check.every_s
            if due:
                self._looked[check.part] = now
        return due

    def _look_at(self, check: HealthCheck) -> None:
        try:
            finding = check.look()
        except Exception as fault:  # noqa: BLE001 - border: a part that cannot be looked at is not well, and the others are
            _LOG.exception("The state of %s could not be read.", check.part)
            finding = Finding("fault", Message("This could not be checked ({why}).", why=type(fault).__name__))
        self._note(check.part, finding)

    def _note(self, part: PartId, finding: Finding | None) -> None:
        now = datetime.now(UTC)
        with self._lock:
            before = self._found.get(part)
            if finding is None:
                self._found.pop(part, None)
                return
            same = before is not None and before.status == finding.status
            since = before.since if same and before is not None else now
            found = PartHealth(part, finding.status, finding.message, since, now, finding.measures)
            self._found[part] = found
        if not same:
            log = _LOG.info if found.status == "ok" else _LOG.warning
            log("%s: %s. %s", part, found.status, found.message)

    def _run(self) -> None:
        while not self._stopping:
            self._wake.clear()
            self.look()
            self._wake.wait(self._seconds)
