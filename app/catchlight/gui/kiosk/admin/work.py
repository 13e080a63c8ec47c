"""Work of the admin page that may block, off the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message


class AdminWork(QObject):
    """One piece after the other; what comes of it is told on the thread that it was asked on."""

    _done = Signal(object, object)
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._done.connect(self._tell)

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def run(self, work: Callable[[], Any], done: Callable[[Any], None], failed: Callable[[str], None]) -> bool:
        """Begin, unless something is under way; whether it was begun. failed: hears a sentence for people."""
        if self._thread is not None:
            return False

        def carry_out() -> None:
            try:
                told = partial(done, work())
            except CatchlightError as fault:
                told = partial(failed, fault.message)
            except OSError as fault:
                told = partial(failed, Message("The system refused ({why}).", why=fault.strerror or str(fault)))
            self._done.emit(self._thread, told)

        self._thread = threading.Thread(target=carry_out, name="admin", daemon=True)
        self.busy_changed.emit(True)
        self._thread.start()
        return True

    def wait(self) -> None:
        """Until what is under way has ended; what comes of it is told later, or never where the page is closed."""
        if self._thread is not None:
            self._thread.join()

    def _tell(self, thread: threading.Thread, told: Callable[[], None]) -> None:
        thread.join()
        self._thread = None
        self.busy_changed.emit(False)
        told()
