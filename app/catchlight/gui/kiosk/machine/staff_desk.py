"""What a session needs staff for: they are called, and allow by their PIN what the person may not decide."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from catchlight.gui.kiosk.machine.count_desk import CountDesk
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.staff.port import CallReason

_LOG = logging.getLogger(__name__)


class StaffDesk(QObject):
    """PINs are verified off the window's thread, as slowly as they have to be."""

    allowed = Signal()
    """The PIN was right: an uncertain photo may be used."""
    pin_refused = Signal()
    payment_pin_refused = Signal()

    def __init__(
        self, parts: KioskParts, counting: CountDesk, jobs: SessionJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._counting = counting
        self._jobs = jobs

    def call(self, reason: CallReason) -> None:
        """Call a member of staff. How they are reached does not hold the window up."""
        _LOG.warning("Staff are called: %s", reason)
        self._counting.count(f"staff_{reason}")
        self._parts.call_staff(reason)

    def enter_pin(self, pin: str) -> None:
        """To allow an uncertain photo. ``pin_refused`` where it is wrong."""
        refuse = self.pin_refused.emit
        self._verify(self._parts.verify_pin, pin, lambda right: self.allowed.emit() if right else refuse(), refuse)

    def enter_payment_pin(self, pin: str) -> None:
        """Staff have taken the money. ``payment_pin_refused`` where it is wrong; else the payment goes on by itself."""
        refuse = self.payment_pin_refused.emit
        self._verify(self._parts.enter_payment_pin, pin, lambda right: None if right else refuse(), refuse)

    def _verify(
        self, verify: Callable[[str], bool], pin: str, answer: Callable[[bool], None], refuse: Callable[[], None]
    ) -> None:
        self._jobs.submit("pin", "pin", lambda _progress: verify(pin), answer, lambda _error: refuse())
