"""Where a session stands: the screen that is shown, what was chosen, and how it is with takes, money and paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from catchlight.kiosk.handover.port import HandoverId

ScreenId = Literal[
    "attract",
    "language",
    "document",
    "consent",
    "camera",
    "review",
    "options",
    "pay",
    "print",
    "hand_over",
    "farewell",
]
OverlayId = Literal["", "help", "staff", "stop", "idle", "pin"]
"""Over the screen: help, "staff have been called", "do you want to stop?", the countdown, and the staff's PIN."""
FaultId = Literal["camera", "printer", "disk"]
OverallId = Literal["pass", "fail", "uncertain"]
MoneyState = Literal["none", "nothing_due", "asked", "cancelling", "held", "captured", "void", "settling", "left"]
"""settling: taken or let go by what the printer did with the sheet that was taken off its queue, which is being asked; left: the
printer does not say, and the money waits in the ledger until it does."""
PaymentProblem = Literal["", "declined", "timed_out", "cancelled", "unreachable"]
PrintState = Literal["none", "sent", "queued", "held", "done", "failed"]
"""held: the job waits in the queue until somebody mends the printer; it is printed then, by itself."""
HandingState = Literal["none", "address", "asked", "done", "failed"]
"""Of the way that is shown. address: the person has to type one first."""
EndReason = Literal["", "done", "stopped", "idle", "disk_full", "no_photo"]


@dataclass(frozen=True)
class TakeState:
    """A picture that was taken. verdict: None while it is judged; rank: the higher, the better the photo."""

    id: int
    verdict: OverallId | None = None
    rank: float = 0.0


@dataclass(frozen=True)
class SessionState:
    """All that decides what happens next. session: number of the session, so that answers to an earlier one are known.

    chosen: the take that is proposed or was touched. attempt: how often a sheet was sent to the printer. ways: those that were
    chosen; way: which of them is shown. delivered: a sheet came out, or a file was handed over where nothing is printed.
    """

    screen: ScreenId = "attract"
    overlay: OverlayId = ""
    session: int = 0
    language: str = ""
    document: str = ""
    takes: tuple[TakeState, ...] = ()
    chosen: int | None = None
    allowed: bool = False
    copies: int = 0
    ways: tuple[HandoverId, ...] = ()
    payment: MoneyState = "none"
    problem: PaymentProblem = ""
    print: PrintState = "none"
    attempt: int = 0
    way: int = 0
    handing: HandingState = "none"
    delivered: bool = False
    faults: frozenset[FaultId] = frozenset()
    ending: EndReason = ""
    wiped: bool = False

    @property
    def judging(self) -> bool:
        """Whether a take has no verdict yet."""
        return any(take.verdict is None for take in self.takes)

    @property
    def busy(self) -> bool:
        """Whether the machine works and the person has to wait: nobody is taken to have left meanwhile."""
        at_work = self.payment in ("asked", "cancelling") or self.print in ("sent", "queued") or self.handing == "asked"
        return self.screen != "farewell" and (self.judging or at_work)

    def take(self, entry: int | None) -> TakeState | None:
        """The take of this id, None where there is none."""
        return next((take for take in self.takes if take.id == entry), None)

    @property
    def verdict(self) -> OverallId | None:
        """Of the chosen take."""
        chosen = self.take(self.chosen)
        return None if chosen is None else chosen.verdict
