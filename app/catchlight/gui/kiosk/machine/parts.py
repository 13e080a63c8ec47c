"""What a kiosk is made of; ``assembly`` builds the real parts, tests bring their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from catchlight.camera.live.port import Frame, LiveCamera
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.progress import Progress
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.flow.state import FaultId
from catchlight.kiosk.guidance.port import Guidance
from catchlight.kiosk.handover.port import Handover
from catchlight.kiosk.handover.receipt import Receipt
from catchlight.kiosk.payment.port import PaymentMethod
from catchlight.kiosk.printing.port import KioskPrinter
from catchlight.kiosk.staff.port import CallReason
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.service.editor import Editor, EditResult


class FrameGuide(Protocol):
    """Says what a person should do, frame by frame. Called from one thread."""

    def look(self, frame: Frame) -> Guidance: ...


class SessionWipe(Protocol):
    """What a session has written, and how it goes."""

    def at_wipe(self, kind: str, forget: Callable[[], int]) -> None:
        """Something that goes with the session. forget: gives how many went. kind: what the receipt calls them."""

    def wipe(self, reason: str) -> WipeReceipt:
        """Raises nothing."""


class SessionCounts(Protocol):
    """Counts of what happened, without a word of anybody."""

    def count(self, name: str, amount: int = 1) -> None: ...


IssueReceipt = Callable[[str, DocumentSpec, int], Receipt | None]
"""The receipt of a session, by its reference, document and sheets, always the same one; None where nothing was due."""


@dataclass(frozen=True)
class KioskParts:
    """languages: those that can be shown here. printer: None where nothing is printed. make_sheet: a PDF of a photo for a
    document, as the printer needs it. open_session: begins what the session writes to. faults: what stands in the way
    of every session now; called off the window's thread. verify_pin: whether a PIN is that of staff, as slowly as it has to be.
    """

    config: KioskConfig
    languages: Sequence[str]
    catalogue: Catalogue
    limits: DecodeLimits
    editor: Editor
    open_camera: Callable[[], LiveCamera]
    open_guide: Callable[[DocumentSpec], FrameGuide]
    printer: KioskPrinter | None
    payment: PaymentMethod
    handovers: Sequence[Handover]
    make_sheet: Callable[[EditResult, DocumentSpec, Progress], bytes]
    open_session: Callable[[], SessionWipe]
    faults: Callable[[], Collection[FaultId]]
    verify_pin: Callable[[str], bool]
    counts: SessionCounts
    enter_payment_pin: Callable[[str], bool]
    """A PIN that was typed while staff are asked for money; whether it is right. Blocks for a while where it is not."""
    insert_coin: Callable[[], None]
    """A pulse of the coin acceptor that came as a key."""
    forget_pictures: Callable[[], int]
    """Drop what the engine keeps of pictures; gives how many."""
    issue_receipt: IssueReceipt
    call_staff: Callable[[CallReason], object]
    """Let a member of staff know. Returns at once."""
    wiped: Callable[[WipeReceipt], None]
    """Hears of every wipe."""
