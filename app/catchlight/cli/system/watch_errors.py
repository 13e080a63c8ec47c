"""Everything that goes wrong while something runs, also what no caller hears of: logged, or fallen through a thread or a slot."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType
from typing import Any, Self


class FaultWatch(logging.Handler):
    """Between ``with`` and its end, notes what is logged as an error or with an exception, and what nobody catches."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.faults: list[str] = []
        """One line each, in the order of their coming."""

    def __enter__(self) -> Self:
        self._hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
        sys.excepthook = lambda kind, value, trace: self._note(value or kind())
        sys.unraisablehook = lambda told: self._note(told.exc_value or told.exc_type())
        threading.excepthook = lambda told: self._note(told.exc_value or told.exc_type())
        logging.getLogger().addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        logging.getLogger().removeHandler(self)
        sys.excepthook, sys.unraisablehook, threading.excepthook = self._hooks

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self._note(record.exc_info[1], record.getMessage())
        elif record.levelno >= logging.ERROR:
            self.faults.append(record.getMessage())

    def _note(self, fault: Any, said: str = "") -> None:
        self.faults.append(f"{said + ': ' if said else ''}{type(fault).__name__}: {fault}")
