"""Money: asked for, then taken or let go."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.flow.state import PaymentProblem
from catchlight.kiosk.payment.port import (
    Authorisation,
    PaymentCancelled,
    PaymentDeclined,
    PaymentFault,
    PaymentMethod,
    PaymentStep,
    PaymentTimedOut,
    Quote,
)

_LOG = logging.getLogger(__name__)
_PROBLEMS: tuple[tuple[type[PaymentFault], PaymentProblem], ...] = (
    (PaymentDeclined, "declined"),
    (PaymentTimedOut, "timed_out"),
    (PaymentCancelled, "cancelled"),
)


class Till(QObject):
    """Emits what became of asking. What is held is kept here, beyond the wipe of the pictures, until it is taken or let go."""

    stepped = Signal(object)
    """A PaymentStep."""
    authorised = Signal()
    failed = Signal(str)
    """A PaymentProblem."""
    captured = Signal(int)
    """The amount."""
    owing = Signal(str, int)
    """Cash of a session that has to be given back: its reference and the amount."""

    def __init__(self, payment: PaymentMethod, jobs: SessionJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._payment = payment
        self._jobs = jobs
        self._cancelled = threading.Event()
        self._held: Authorisation | None = None

    def ask(self, quote: Quote) -> None:
        cancelled = self._cancelled = threading.Event()

        def work(_progress: Progress) -> Authorisation:
            return self._payment.authorise(quote, self._report, cancelled.is_set)

        def failed(error: CatchlightError) -> None:
            self._fail(error)
            self._look_owed(quote.reference)

        self._jobs.submit("payment", "payment", work, self._hold, failed, late=self._void_late)

    def cancel(self) -> None:
        """Stop asking. What comes of it is still told."""
        self._cancelled.set()

    def capture(self) -> None:
        """Take what is held, once."""
        held, self._held = self._held, None
        if held is not None:
            self._settle("capture", held, lambda: self._payment.capture(held))
            self.captured.emit(held.quote.amount)

    def void(self) -> None:
        """Let go what is held, once."""
        held, self._held = self._held, None
        if held is not None:
            self._settle("void", held, lambda: self._payment.void(held))
            self._look_owed(held.quote.reference)

    def leave(self) -> None:
        """Nobody knows whether the sheet came out: what is held is settled in the background, by what the printer says later."""
        held, self._held = self._held, None
        if held is not None:
            self._settle("leave", held, lambda: self._payment.leave(held))

    def _report(self, step: PaymentStep) -> None:
        """On the worker's thread; the signal crosses to the window's."""
        self.stepped.emit(step)

    def _hold(self, authorisation: Authorisation) -> None:
        self._held = authorisation
        self.authorised.emit()

    def _void_late(self, authorisation: Authorisation) -> None:
        """The answer came when the next person stood there already."""
        self._settle("void", authorisation, lambda: self._payment.void(authorisation))
        self._look_owed(authorisation.quote.reference)

    def _fail(self, error: CatchlightError) -> None:
        problem = next((name for kind, name in _PROBLEMS if isinstance(error, kind)), "unreachable")
        _LOG.info("Nothing was paid (%s): %s", problem, error.message)
        self.failed.emit(problem)

    def _look_owed(self, reference: str) -> None:
        """After a payment has ended without a photo, in the lane of its void: whether cash was put in."""

        def done(amount: int) -> None:
            if amount:
                self.owing.emit(reference, amount)

        def failed(error: CatchlightError) -> None:
            _LOG.error("Whether cash is to be given back could not be read: %s", error.message)

        self._jobs.submit("till", "owed", lambda _progress: self._payment.owed(reference), done, failed, always=True)

    def _settle(self, what: str, authorisation: Authorisation, do: Callable[[], None]) -> None:
        def work(_progress: Progress) -> None:
            do()

        def failed(error: CatchlightError) -> None:
            """It is repeated by the means of payment itself, also after a restart."""
            _LOG.warning("%s of %s is open: %s", what, authorisation.id, error.message)

        self._jobs.submit("till", what, work, lambda _result: None, failed)
