"""What a session holds in memory, and loses at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from catchlight.core.messages import Message
from catchlight.kiosk.handover.port import Handed
from catchlight.kiosk.payment.port import PaymentStep
from catchlight.kiosk.printing.port import PrinterReason
from catchlight.kiosk.session.take import Take


@dataclass
class SessionContents:
    """files: of the camera, by the number of the take. reference: of the session, to the means of payment and the printer.
    handed: what the way that is shown gave. trouble: what the person is told of the last thing that failed."""

    reference: str = ""
    files: dict[int, bytes] = field(default_factory=dict)
    takes: dict[int, Take] = field(default_factory=dict)
    payment_step: PaymentStep | None = None
    reasons: Sequence[PrinterReason] = ()
    handed: Handed | None = None
    trouble: Message | None = None

    def forget(self) -> int:
        """Drop everything; gives how many pictures went."""
        pictures = len(self.files) + len(self.takes)
        vars(self).update(vars(SessionContents()))
        return pictures
