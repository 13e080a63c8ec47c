"""What the admin page works with; ``assembly`` brings the real parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.payment.ledger import MoneyTotals, Owed
from catchlight.kiosk.printing.port import KioskPrinter
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.supervision.health import HealthMonitor
from catchlight.kiosk.supervision.pin import PinGuard


@dataclass(frozen=True)
class AdminPrinting:
    """The printer, and how it is measured. All that is called may block, and raise CatchlightError.

    ruler: PDF of the page that tests and calibrates it. lines: lengths across and down in mm, as the ruler page's lines should
    come out. calibrate: takes what was read, in mm: left, right, top, bottom, across_mm, down_mm.
    """

    printer: KioskPrinter
    ruler: Callable[[], bytes]
    lines: tuple[float, float]
    calibrate: Callable[[Mapping[str, float]], None]


@dataclass(frozen=True)
class AdminMoney:
    """The ledger as staff see it; each raises StorageFault. give_back: of a session, "" for coins of nobody; gives the amount.
    currency: of sums over all sessions."""

    owed: Callable[[], Sequence[Owed]]
    give_back: Callable[[str], int]
    totals: Callable[[], MoneyTotals]
    currency: str


@dataclass(frozen=True)
class AdminParts:
    """config: as it holds now. save: checks and keeps it; raises CatchlightError. printing: None where nothing is printed.
    take_picture: an encoded picture of the camera; None where it is not there. drive: the stick that logs go to, mounted; None
    where none is in. log_folders: whose logs and receipts are exported. fleet: whether the configuration comes from elsewhere.
    money: None where nothing is paid and nothing is owed."""

    config: Callable[[], KioskConfig]
    save: Callable[[KioskConfig], None]
    guard: PinGuard
    counters: Counters
    health: HealthMonitor
    calls: StaffCalls
    printing: AdminPrinting | None
    take_picture: Callable[[], bytes] | None
    drive: Callable[[], Path | None]
    log_folders: Sequence[Path] = ()
    fleet: bool = False
    money: AdminMoney | None = None
