"""Prints a sheet by the system's driver, in a process of its own: the library behind QPrinter looks once where its CUPS is.

``python -m tests.gui.kiosk.printing.print_process PRINTER FOLDER PDF KEY COPIES`` tells in JSON what became of it.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

from catchlight.gui.kiosk.printing.open_kiosk_printer import open_kiosk_printer
from catchlight.kiosk.config.model import Printer
from catchlight.kiosk.printing.port import PrinterFault
from PySide6.QtWidgets import QApplication


def main(name: str, folder: str, pdf: str, key: str, copies: str) -> None:
    application = QApplication([])
    printer = open_kiosk_printer(Printer(name=name), 300, Path(folder), "win32")
    told: dict[str, object] = {"state": dataclasses.asdict(printer.state()), "before": printer.find(key)}
    try:
        job = printer.submit(Path(pdf).read_bytes(), int(copies), key)
        told |= {
            "job": dataclasses.asdict(printer.job(job)),
            "again": printer.submit(Path(pdf).read_bytes(), 1, key) == job,
        }
    except PrinterFault as fault:
        told["fault"] = str(fault)
    sys.stdout.write(json.dumps(told))
    del application


if __name__ == "__main__":
    main(*sys.argv[1:])
