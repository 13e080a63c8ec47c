"""Watching the machine between and during sessions: what cannot be offered now, and what stands in the way of everything."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.flow.state import FaultId
from catchlight.kiosk.handover.port import HandoverId

LOOK_MS = 4000
_ASKED_LATER: frozenset[HandoverId] = frozenset({"usb"})
"""Ways that are offered although they do not work yet: the stick is put in when it is asked for."""


class MachineWatch(QObject):
    """Looks every few seconds, and emits what has changed."""

    fault_began = Signal(str)
    fault_ended = Signal(str)

    def __init__(self, parts: KioskParts, jobs: SessionJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._jobs = jobs
        self._faults: frozenset[FaultId] = frozenset()
        self._looking = False
        self.ways: tuple[HandoverId, ...] = tuple(handover.id for handover in parts.handovers)
        """Those that can be offered."""
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        self._timer.start()
        self.look()

    def stop(self) -> None:
        self._timer.stop()

    def look(self) -> None:
        if self._looking:
            return
        self._looking = True
        parts = self._parts

        def work(_progress: Progress) -> tuple[frozenset[FaultId], tuple[HandoverId, ...]]:
            ways = tuple(way.id for way in parts.handovers if way.id in _ASKED_LATER or way.available())
            return frozenset(parts.faults()), ways

        self._jobs.submit("watch", "watch", work, self._see, self._fail, always=True)

    def _see(self, seen: tuple[frozenset[FaultId], tuple[HandoverId, ...]]) -> None:
        self._looking = False
        faults, self.ways = seen
        before, self._faults = self._faults, faults
        for fault in sorted(faults - before):
            self.fault_began.emit(fault)
        for fault in sorted(before - faults):
            self.fault_ended.emit(fault)

    def _fail(self, _error: CatchlightError) -> None:
        self._looking = False


def offered_documents(
    config: KioskConfig, catalogue: Catalogue, ways: Sequence[HandoverId]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ids of the documents that can be served now, in the configuration's order, and of those that have no print.

    A document that is only uploaded needs a way to hand a file over; one that the authority takes itself is not offered.
    """
    known = catalogue.documents
    named = config.shop.documents or known.ids
    rows = [row for entry in named if (row := known.get(entry)) is not None and row.taken_by != "authority"]
    digital = tuple(row.id for row in rows if row.digital_only)
    can_print = bool(config.printer.name)
    served = tuple(row.id for row in rows if ways or (can_print and not row.digital_only))
    return served, digital
