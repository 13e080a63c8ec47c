"""Parts of an admin page for tests: real guard, counters, health; a printer that prints into a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.gui.kiosk.admin.parts import AdminMoney, AdminParts, AdminPrinting
from catchlight.kiosk.config.model import Admin, KioskConfig
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.printing.port import PrinterState, PrintJob
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.supervision.checks import WipeCheck, printer_check
from catchlight.kiosk.supervision.clock import ClockCheck
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.supervision.health import HealthCheck, HealthMonitor
from catchlight.kiosk.supervision.pin import PinGuard, hash_pin
from catchlight.paths import resources

PIN = "4071"


@dataclass
class ListPrinter:
    """See ``KioskPrinter``: every job is done at once."""

    name: str = "DNP DS620"
    printed: list[bytes] = field(default_factory=list)
    said: PrinterState = field(default_factory=lambda: PrinterState("ready", ("paper_low",), 12, "media-low-report"))

    def state(self) -> PrinterState:
        return self.said

    def submit(self, pdf: bytes, copies: int, key: str) -> str:
        self.printed.append(pdf)
        return str(len(self.printed))

    def job(self, job: str) -> PrintJob:
        return PrintJob(job, "done")

    def cancel(self, job: str) -> None:
        raise NotImplementedError

    def resume(self) -> None:
        self.said = PrinterState("ready")


@dataclass
class Desk:
    """Everything behind an admin page in a folder. stick: where logs go, None where none is in."""

    folder: Path
    config: KioskConfig
    printer: ListPrinter = field(default_factory=ListPrinter)
    readings: list[Mapping[str, float]] = field(default_factory=list)
    stick: Path | None = None
    ledger: Ledger | None = None
    calls: StaffCalls = field(default_factory=StaffCalls)
    looked: Callable[[str], object] = str
    """Hears that the clock is to be checked thoroughly."""

    def parts(self) -> AdminParts:
        counters = Counters(self.folder / "counters.json")
        counters.count("sessions", 128)
        counters.count("sheets", 211)
        counters.count("ended_idle", 4)
        counters.count("verdict_fail", 19)
        health = HealthMonitor(
            [
                HealthCheck("clock", ClockCheck(), refresh=self._refresh),
                HealthCheck("printer", printer_check(lambda: self.printer)),
                HealthCheck("wipe", WipeCheck()),
            ]
        )
        health.look()
        return AdminParts(
            config=lambda: self.config,
            save=self._save,
            guard=PinGuard(self.folder / "pin.json"),
            counters=counters,
            health=health,
            calls=self.calls,
            printing=AdminPrinting(self.printer, lambda: b"%PDF ruler", (100.0, 80.0), self._calibrate),
            take_picture=(resources() / "samples" / "officer.jpg").read_bytes,
            drive=lambda: self.stick,
            log_folders=[self.folder / "logs"],
            money=self._money(),
        )

    def _refresh(self) -> None:
        self.looked("refresh")

    def _money(self) -> AdminMoney | None:
        ledger = self.ledger
        return ledger and AdminMoney(ledger.owed, ledger.give_back, ledger.totals, "EUR")

    def _save(self, config: KioskConfig) -> None:
        if config.shop.price and config.payment.method == "free":
            raise InvalidRequest(Message("A price needs a means of payment."))
        self.config = config

    def _calibrate(self, readings: Mapping[str, float]) -> None:
        self.readings.append(readings)


def desk(folder: Path, pin: str = PIN) -> Desk:
    """pin: "" for a first start."""
    return Desk(folder, KioskConfig(admin=Admin(pin_hash=hash_pin(pin) if pin else "")))
