"""The sign that staff are called: a frame that flashes round the whole screen, with a beep where it is configured."""

from __future__ import annotations

import time
from datetime import datetime

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from catchlight.kiosk.config.model import Staff
from catchlight.kiosk.staff.calls import StaffCalls

FLASH_MS = 500
"""On as long as off: one flash a second, a third of what may be seen to harm (WCAG 2.2, 2.3.1)."""
BEEP_EVERY = 6
"""Steps of ``FLASH_MS`` between two beeps."""
_WIDTH = 24
"""Pixels of the frame."""


class CallSign(QWidget):
    """Lies over a window and lets every touch through. It begins with a call, and ends when none is open or its time is over."""

    def __init__(self, calls: StaffCalls, config: Staff, colour: QColor, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._calls, self._config, self._colour, self._window = calls, config, colour, parent
        self._seen: datetime | None = None
        """When the newest call was raised that the sign was given for."""
        self._until = 0.0
        self._step = 0
        self.hide()
        parent.installEventFilter(self)
        self._timer = QTimer(self, interval=FLASH_MS)
        self._timer.timeout.connect(self._flash)
        if config.flash_s:
            self._timer.start()

    @property
    def flashing(self) -> bool:
        """Whether it goes on and off now."""
        return bool(self._step)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self._colour, 2 * _WIDTH))
        painter.drawRect(self.rect())

    def _flash(self) -> None:
        newest = max((call.last for call in self._calls.open_calls()), default=None)
        now = time.monotonic()
        if newest is not None and newest != self._seen:
            self._seen, self._until = newest, now + self._config.flash_s
        if newest is None or now >= self._until:
            self._step = 0
            self.hide()
            return
        if self._config.beep and self._step % BEEP_EVERY == 0:
            QApplication.beep()
        self._step += 1
        self.setGeometry(self._window.rect())
        self.setVisible(self._step % 2 == 1)
        self.raise_()
