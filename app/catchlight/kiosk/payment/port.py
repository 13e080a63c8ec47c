"""What a means of payment does, whatever stands behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from catchlight.core.errors import CatchlightError


class PaymentFault(CatchlightError):
    """Nothing was paid, and it can be tried again."""

    code = "payment_fault"


class PaymentDeclined(PaymentFault):
    """The terminal or the card said no."""


class PaymentTimedOut(PaymentFault):
    """No answer in time. What was asked is voided as soon as the terminal answers again."""


class PaymentCancelled(PaymentFault):
    """By the person, at the screen or at the terminal."""


@dataclass(frozen=True)
class Quote:
    """What is to be paid. amount: in the smallest unit of the currency (cents). reference: of the session, unique."""

    amount: int
    currency: str
    reference: str


@dataclass(frozen=True)
class Authorisation:
    """Money that is held. id: the terminal's."""

    id: str
    quote: Quote


@dataclass(frozen=True)
class PaymentStep:
    """What the person should do now, while ``authorise`` blocks. paid: of the quote so far, for coins."""

    kind: Literal["insert_coins", "follow_terminal", "ask_staff", "waiting"]
    paid: int = 0


class PaymentMethod(Protocol):
    """A means of payment. Methods block and are called off the window's thread; each may be repeated with the same reference or
    id and then does nothing twice."""

    @property
    def id(self) -> str:
        """Of its kind: free, coin, terminal, staff."""

    def authorise(
        self, quote: Quote, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> Authorisation:
        """Hold the money. Raises PaymentFault and its kinds; then nothing is held, or is voided by itself later."""

    def capture(self, authorisation: Authorisation) -> None:
        """Take what is held: called after the printer said done. Raises PaymentFault where the terminal does not answer; it
        is repeated by itself then, also after a restart."""

    def void(self, authorisation: Authorisation) -> None:
        """Let what is held go. Raises PaymentFault as ``capture``."""

    def leave(self, authorisation: Authorisation) -> None:
        """Take what is held, or let it go, in the background, as soon as the printer tells whether the sheet came out. Raises
        PaymentFault where nothing is known of it."""

    def owed(self, reference: str) -> int:
        """Cash of a session that staff have to give back, in the currency's smallest unit. Raises StorageFault."""
