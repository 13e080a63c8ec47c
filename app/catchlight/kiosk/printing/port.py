"""What a printer of a kiosk does, whatever drives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from catchlight.core.errors import CatchlightError

PrinterStatus = Literal["ready", "printing", "stopped", "offline"]
JobStatus = Literal["waiting", "printing", "held", "done", "failed", "cancelled"]
"""held: kept by the printer or its queue until somebody mends what is wrong; it is printed then, by itself."""
PrinterReason = Literal[
    "paper_empty", "paper_low", "paper_jam", "ribbon_empty", "ribbon_low", "cover_open", "offline", "paused", "other"
]


class PrinterFault(CatchlightError):
    """The printer or its queue did not take what was asked of it, or did not answer."""

    code = "printer_fault"


@dataclass(frozen=True)
class PrinterState:
    """reasons: why it is as it is, worst first. prints_left: by paper or ribbon, None where the printer does not tell.
    detail: the printer's own words, for staff. levels: per cent of each ribbon, ink or toner, by the printer's name for it."""

    status: PrinterStatus
    reasons: Sequence[PrinterReason] = ()
    prints_left: int | None = None
    detail: str = ""
    levels: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class PrintJob:
    """A job in the queue. id: the queue's own. pages_done: whole sheets that came out, where the printer tells. detail: the
    queue's own words, for staff. followed: False where the system tells nothing once it took a job: ``done`` is handed over."""

    id: str
    status: JobStatus
    reasons: Sequence[PrinterReason] = ()
    pages_done: int | None = None
    detail: str = ""
    followed: bool = True


class KioskPrinter(Protocol):
    """A printer with one paper. All methods block for at most 10 s and are called off the window's thread."""

    @property
    def name(self) -> str:
        """Of the queue."""

    def state(self) -> PrinterState:
        """What it says of itself now; status ``offline`` where it does not answer. Raises nothing."""

    def submit(self, pdf: bytes, copies: int, key: str) -> str:
        """Queue a sheet and give the id of its job. The same key is printed once, however often it is sent, across restarts.
        Raises PrinterFault: then nothing was printed, or it is not known, and the same key may be sent again."""

    def find(self, key: str) -> str | None:
        """The job that was sent with this key, also before a restart; None where nothing was. Raises PrinterFault."""

    def job(self, job: str) -> PrintJob:
        """How it stands with a job. Raises PrinterFault where the queue does not answer or does not know it."""

    def cancel(self, job: str) -> None:
        """Take a job off the queue. Raises nothing where it is done or gone."""

    def forget(self, job: str) -> None:
        """Remove what the queue keeps of a job that is over, its picture first of all. Its key stays taken. Raises nothing
        where the queue keeps nothing, PrinterFault where it does not answer."""

    def forget_leftovers(self) -> int:
        """The same for all jobs that are over, also of sessions that ended with a crash; gives how many are not over yet.
        Raises PrinterFault, StorageFault."""

    def resume(self) -> None:
        """Let a queue go on that was stopped, after somebody mended what was wrong. Raises PrinterFault."""


def print_key(reference: str, attempt: int) -> str:
    """The key of a session's sheet. attempt: 1 for the first; a sheet that failed is sent again under the next."""
    return f"{reference}-{attempt}"
