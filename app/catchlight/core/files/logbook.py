"""The log file of the command line: what went wrong inside, in the words of programmers, kept away from the terminal."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from catchlight.core.files.writing import make_private_folder
from catchlight.paths import Home


def log_file() -> Path:
    return Home.default().logs / "catchlight.log"


def write_fault(fault: BaseException) -> Path:
    """Append an exception with its traceback; gives the file."""
    return _append("".join(traceback.format_exception(fault)))


@contextmanager
def log_to_file() -> Iterator[None]:
    """While it lasts, warnings and errors of every logger, and Python's own warnings, go to the log file."""
    root, handler = logging.getLogger(), _LogFile(logging.WARNING)
    root.addHandler(handler)
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.removeHandler(handler)


class _LogFile(logging.Handler):
    """Opens the file for each entry: there are few, and the file is made with the first."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            _append(f"{record.name}: {self.format(record)}")
        except OSError:
            self.handleError(record)


def _append(text: str) -> Path:
    log = log_file()
    make_private_folder(log.parent)
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"{datetime.now(UTC).isoformat()}\n{text}\n")
    return log
