"""The cover: a window below the kiosk's, seen for a moment when that is started again, and when it is out of order."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

CROWDED = 3
"""Languages of which the sentences are shown at most, so that they can be read from afar."""


@dataclass(frozen=True)
class Cover:
    """What the watchdog runs in a process of its own: it loads Qt, and nothing of the engine. languages: those of the kiosk."""

    languages: Sequence[str]
    windowed: bool = False

    def __call__(self, channel: Connection) -> None:
        """Until the connection ends."""
        from PySide6.QtWidgets import QApplication

        from catchlight.gui.kiosk.cover_window import CoverWindow

        os.environ.setdefault("QT_LOGGING_RULES", "*=false")
        application = QApplication(["catchlight"])
        window = CoverWindow(
            self.languages[:CROWDED], channel, lambda: application.exit(0)
        )  # quitting would ask the window, which refuses
        if self.windowed:
            window.resize(720, 1280)
            window.show()
        else:
            window.showFullScreen()
        sys.exit(application.exec())
