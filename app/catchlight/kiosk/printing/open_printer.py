"""The printer of a configuration, by CUPS."""

from __future__ import annotations

from pathlib import Path

from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Printer
from catchlight.kiosk.printing.cups_printer import CupsPrinter
from catchlight.kiosk.printing.ipp.client import IppClient, cups_address
from catchlight.kiosk.printing.port import KioskPrinter, PrinterFault
from catchlight.kiosk.printing.sent_jobs import SentJobs

FOLDER = "print-jobs"


def open_printer(printer: Printer, ledger_folder: Path) -> KioskPrinter:
    """The queue that the configuration names; whether it is there and well, its ``state`` tells.

    ledger_folder: where it is kept what was sent, in a folder of its own. Raises PrinterFault without a name.
    """
    if not printer.name:
        raise PrinterFault(Message("The configuration names no printer. Fill in its name."))
    return CupsPrinter(printer.name, IppClient(cups_address(printer.server)), SentJobs(ledger_folder / FOLDER))
