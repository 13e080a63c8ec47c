"""What the machine is told to do by a transition. Carried out in their order; answers come back as events."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.kiosk.flow.state import EndReason
from catchlight.kiosk.handover.port import HandoverId
from catchlight.kiosk.staff.port import CallReason


@dataclass(frozen=True)
class Action:
    """Anything to do."""


@dataclass(frozen=True)
class BeginSession(Action):
    session: int


@dataclass(frozen=True)
class WatchCamera(Action):
    """Open the camera, or go on watching it."""


@dataclass(frozen=True)
class PauseCamera(Action):
    """No frames are wanted for now; it stays open."""


@dataclass(frozen=True)
class CloseCamera(Action):
    """Let it go."""


@dataclass(frozen=True)
class JudgeTake(Action):
    take: int


@dataclass(frozen=True)
class Authorise(Action):
    amount: int


@dataclass(frozen=True)
class CancelPayment(Action):
    """Stop asking for money. What comes of it is told as an event, be it too late."""


@dataclass(frozen=True)
class Capture(Action):
    """Take the money that is held."""


@dataclass(frozen=True)
class Void(Action):
    """Let the money go that is held."""


@dataclass(frozen=True)
class LeaveMoney(Action):
    """Let the ledger settle what is held, as soon as the printer says whether the sheet came out."""


@dataclass(frozen=True)
class PrintSheet(Action):
    """attempt: part of the key under which the same sheet is printed once."""

    copies: int
    attempt: int


@dataclass(frozen=True)
class SettlePrint(Action):
    """Take the sheet off the queue, and ask whether it came out all the same."""


@dataclass(frozen=True)
class HandOver(Action):
    way: HandoverId
    address: str = ""


@dataclass(frozen=True)
class CallStaff(Action):
    reason: CallReason


@dataclass(frozen=True)
class Wipe(Action):
    reason: EndReason
