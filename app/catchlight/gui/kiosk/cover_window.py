"""What the cover shows: one sentence in the kiosk's languages on neutral grey."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from catchlight.core.messages import mark
from catchlight.core.translation import SOURCE, translation
from catchlight.gui.widgets.theme import tokens
from catchlight.kiosk.supervision.watchdog import CoverWord

SENTENCES: dict[CoverWord, str] = {
    "moment": mark("One moment, please."),
    "out_of_order": mark("Out of order. Please call a member of staff."),
}
_LOOK_MS = 200


class CoverWindow(QWidget):
    """Takes no input, cannot be closed, and shows what the watchdog last said."""

    def __init__(self, languages: Sequence[str], channel: Connection, ended: Callable[[], None]) -> None:
        """channel: brings CoverWords; ended: called when it ends."""
        super().__init__()
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self._languages, self._channel, self._ended = languages, channel, ended
        colours = tokens("dark")
        self._ground, self._text, self._accent = (QColor(colours[name]) for name in ("window", "text", "accent"))
        self.word: CoverWord = "moment"
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._listen)
        self._timer.start()

    def sentences(self) -> list[str]:
        """The sentence in each language that there is a catalogue of, in English where there is none."""
        told = []
        for code in (*self._languages, SOURCE):
            with contextlib.suppress(FileNotFoundError):
                told.append(translation(code).text(SENTENCES[self.word]))
        return list(dict.fromkeys(told[: len(self._languages)] or told))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._ground)
        told = self.sentences()
        size = max(24, min(self.width(), self.height()) // 20)
        font = QFont(self.font())
        font.setPixelSize(size)
        painter.setFont(font)
        painter.setPen(self._text)
        line = size * 3
        top = (self.height() - line * len(told)) // 2
        if self.word == "out_of_order":
            painter.fillRect(QRect(self.width() // 2 - size * 2, top - size, size * 4, max(4, size // 8)), self._accent)
        for number, sentence in enumerate(told):
            area = QRect(size, top + number * line, self.width() - 2 * size, line)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, sentence)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()

    def _listen(self) -> None:
        try:
            while self._channel.poll():
                self.word = self._channel.recv()
                self.update()
        except (EOFError, OSError):
            self._timer.stop()
            self._ended()
