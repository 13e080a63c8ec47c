"""Whole sessions through the real window, engine, ledger and print queue, over simulated hardware. Needs CUPS, as the tests do.

python -m tests.benchmarks.kiosk sessions [--portraits DIR] [--only NAME,NAME...]
                                 faults [--only NAME]
                                 traces [--only NAME]
                                 endurance [--sessions N]
                                 live

sessions: a person before each of twelve portraits. faults: each fault at each state. traces: what is left, by a watermark.
endurance: memory, handles, and how long the window was busy. live: frames of the live view. Times are of processors. Ends with 1
where a bar is broken.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from catchlight.assembly.kiosk.process import prepare_process
from PySide6.QtWidgets import QApplication

from tests.benchmarks.common import PORTRAITS
from tests.benchmarks.kiosk.endurance import run_endurance
from tests.benchmarks.kiosk.faults import run_faults
from tests.benchmarks.kiosk.live_view import run_live_view
from tests.benchmarks.kiosk.sessions import run_sessions
from tests.benchmarks.kiosk.traces import run_traces
from tests.simulators.kiosk.hardware import kiosk_hardware, photo_printer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("sessions", "faults", "traces", "endurance", "live"))
    parser.add_argument("--portraits", type=type(PORTRAITS), default=PORTRAITS)
    parser.add_argument("--only", default="")
    parser.add_argument("--sessions", type=int, default=500)
    options = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    prepare_process()
    application = QApplication([])
    with photo_printer() as printer, kiosk_hardware(printer) as hardware:
        if options.part == "sessions":
            return min(1, run_sessions(application, hardware, options.portraits, options.only))
        if options.part == "faults":
            return min(1, run_faults(application, hardware, options.only))
        if options.part == "traces":
            return min(1, run_traces(application, hardware, options.only))
        if options.part == "live":
            return min(1, run_live_view(application, hardware))
        return run_endurance(application, hardware, options.sessions)


if __name__ == "__main__":
    sys.exit(main())
