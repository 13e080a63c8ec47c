"""The printer of a configuration, on whatever system the kiosk runs."""

from __future__ import annotations

import sys
from pathlib import Path

from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Printer
from catchlight.kiosk.printing.open_printer import FOLDER, open_printer
from catchlight.kiosk.printing.port import KioskPrinter, PrinterFault
from catchlight.kiosk.printing.sent_jobs import SentJobs


def open_kiosk_printer(printer: Printer, dpi: int, ledger_folder: Path, system: str = sys.platform) -> KioskPrinter:
    """By CUPS, which Linux and macOS have and which tells all; on Windows by the driver, at ``dpi``. Raises PrinterFault."""
    if system != "win32":
        return open_printer(printer, ledger_folder)
    if not printer.name:
        raise PrinterFault(Message("The configuration names no printer. Fill in its name."))
    from catchlight.gui.kiosk.printing.system_printer import SystemPrinter

    return SystemPrinter(printer.name, dpi, SentJobs(ledger_folder / FOLDER))
