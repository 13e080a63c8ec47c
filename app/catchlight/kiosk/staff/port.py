"""A call for staff, and what a way to reach them does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import mark

CallReason = Literal[
    "person", "uncertain", "printer", "print_failed", "disk_full", "refund", "payment", "camera", "wipe"
]
CallState = Literal["open", "acknowledged", "over"]
"""over: the part that is out of order works again, by itself or by somebody who did not say so."""
REASONS: Mapping[CallReason, str] = {
    "person": mark("A person asks for help."),
    "uncertain": mark("A photo is uncertain: allow it by PIN, or let the person take another one."),
    "printer": mark("The printer needs somebody."),
    "print_failed": mark("A sheet was not printed."),
    "disk_full": mark("The disk is full."),
    "refund": mark("Money is to be given back."),
    "payment": mark("Payment does not work."),
    "camera": mark("The camera does not work."),
    "wipe": mark("A session could not be removed as a whole."),
}


class StaffUnreached(CatchlightError):
    """A call did not arrive in this way, and why. It can be tried again."""

    code = "staff_unreached"


@dataclass(frozen=True)
class StaffCall:
    """An open call; there is one for a reason. since, last: when it was raised first and last, UTC; times: how often."""

    id: int
    reason: CallReason
    since: datetime
    last: datetime
    times: int = 1


@dataclass(frozen=True)
class CallNotice:
    """What is told of a call: nothing of a person. kiosk: its name in the fleet; health: each part's status by its id."""

    kiosk: str
    call: StaffCall
    state: CallState
    health: Mapping[str, str]

    def as_dict(self) -> Mapping[str, object]:
        """For JSON (docs/kiosk-staff.md)."""
        return {
            "protocol": 1,
            "kiosk": self.kiosk,
            "call": self.call.id,
            "state": self.state,
            "reason": self.call.reason,
            "message": REASONS[self.call.reason],
            "since": self.call.since.isoformat(timespec="seconds"),
            "times": self.call.times,
            "health": dict(self.health),
        }


class CallWay(Protocol):
    """A way to reach staff. ``deliver`` is called on a thread of its own, for one notice after the other."""

    @property
    def name(self) -> str:
        """An id of small letters, for counters and logs."""

    def deliver(self, notice: CallNotice, still_open: Callable[[], Sequence[StaffCall]]) -> None:
        """Tell it once. still_open: the calls that are open now. Raises StaffUnreached where it can be tried again."""

    def close(self) -> None:
        """End what goes on, such as a lamp that is on. Raises nothing."""
