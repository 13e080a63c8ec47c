"""What can happen in a session: touches of the person, answers of the machine, the clock."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.kiosk.flow.state import FaultId, OverallId, PaymentProblem
from catchlight.kiosk.handover.port import HandoverId


@dataclass(frozen=True)
class Event:
    """Anything that happens."""


@dataclass(frozen=True)
class Touch(Event):
    """Something that the person did on a screen; ignored while an overlay lies over it."""


@dataclass(frozen=True)
class Begun(Touch):
    """The attract screen was touched."""


@dataclass(frozen=True)
class LanguageChosen(Touch):
    language: str


@dataclass(frozen=True)
class LanguageSwitched(Event):
    """By the bar, in the midst of a session."""

    language: str


@dataclass(frozen=True)
class DocumentChosen(Touch):
    document: str


@dataclass(frozen=True)
class Consented(Touch):
    """The person agreed to be photographed."""


@dataclass(frozen=True)
class WentBack(Touch):
    """To the screen before."""


@dataclass(frozen=True)
class TakeAgain(Touch):
    """Another picture is wanted."""


@dataclass(frozen=True)
class TakeChosen(Touch):
    take: int


@dataclass(frozen=True)
class Accepted(Touch):
    """The chosen take is to be used."""


@dataclass(frozen=True)
class OptionsChosen(Touch):
    copies: int
    ways: tuple[HandoverId, ...] = ()


@dataclass(frozen=True)
class PaymentRetried(Touch):
    """After it was declined or timed out."""


@dataclass(frozen=True)
class PrintRetried(Touch):
    """After a sheet failed."""


@dataclass(frozen=True)
class AddressTyped(Touch):
    address: str


@dataclass(frozen=True)
class HandoverRetried(Touch):
    """After a way failed."""


@dataclass(frozen=True)
class NextWay(Touch):
    """On to the next way of handing over, or to the end."""


@dataclass(frozen=True)
class FarewellLeft(Event):
    """The farewell was touched or has stood long enough."""


@dataclass(frozen=True)
class HelpAsked(Event):
    """Of the bar, which is always there."""


@dataclass(frozen=True)
class StaffCalled(Event):
    """By the person."""


@dataclass(frozen=True)
class StopAsked(Event):
    """The person may want to stop, and is asked."""


@dataclass(frozen=True)
class Stopped(Event):
    """The person wants to stop."""


@dataclass(frozen=True)
class OverlayClosed(Event):
    """The person goes on, or shows that somebody is there."""


@dataclass(frozen=True)
class StaffAllowed(Event):
    """Staff typed their PIN: an uncertain photo may be used."""


@dataclass(frozen=True)
class IdleBegan(Event):
    """Nothing was touched for the idle time."""


@dataclass(frozen=True)
class IdleExpired(Event):
    """The countdown has run out."""


@dataclass(frozen=True)
class TakeMade(Event):
    take: int


@dataclass(frozen=True)
class Judged(Event):
    take: int
    verdict: OverallId
    rank: float


@dataclass(frozen=True)
class Authorised(Event):
    """The money is held."""


@dataclass(frozen=True)
class PaymentFailed(Event):
    problem: PaymentProblem


@dataclass(frozen=True)
class PrintQueued(Event):
    """The queue has taken the sheet, or prints again what it had held."""


@dataclass(frozen=True)
class PrintHeld(Event):
    """The printer needs somebody: the job is kept."""


@dataclass(frozen=True)
class PrintDone(Event):
    """All sheets have come out."""


@dataclass(frozen=True)
class PrintFailed(Event):
    """Nothing came out, and nothing will."""


@dataclass(frozen=True)
class PrintSettled(Event):
    """After ``SettlePrint``. came: whether the sheet came out all the same; None: the printer does not say."""

    came: bool | None


@dataclass(frozen=True)
class FileHanded(Event):
    """The way that is shown has worked."""


@dataclass(frozen=True)
class HandoverFailed(Event):
    """The way that is shown has not worked."""


@dataclass(frozen=True)
class FaultBegan(Event):
    fault: FaultId


@dataclass(frozen=True)
class FaultEnded(Event):
    fault: FaultId


@dataclass(frozen=True)
class Wiped(Event):
    """Nothing is left of the session."""
