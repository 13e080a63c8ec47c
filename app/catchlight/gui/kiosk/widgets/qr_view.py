"""A QR code, black on white with its quiet zone, as large as phones like it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

_LARGEST, _SMALLEST, _QUIET = 480, 260, 4


class QrView(QWidget):
    """Shows the code of a link; empty for none."""

    def __init__(self, room: int) -> None:
        """room: height in pixels that it may take."""
        super().__init__()
        self._side = min(_LARGEST, max(_SMALLEST, room))
        self._link = ""
        self._rows: tuple[tuple[bool, ...], ...] = ()
        self.setFixedSize(self._side, self._side)

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    @property
    def link(self) -> str:
        return self._link

    def show_link(self, link: str) -> None:
        if link != self._link:
            self._link = link
            self._rows = _modules(link) if link else ()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(255, 255, 255))
        if not self._rows:
            return
        side = self.width() / (len(self._rows) + 2 * _QUIET)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0))
        for y, row in enumerate(self._rows):
            for x, dark in enumerate(row):
                if dark:  # half a pixel wider, so that no seam shows between two modules
                    painter.drawRect(QRectF((x + _QUIET) * side, (y + _QUIET) * side, side + 0.5, side + 0.5))


def _modules(link: str) -> tuple[tuple[bool, ...], ...]:
    """Rows of the code, True where it is dark."""
    import segno

    return tuple(tuple(bool(module) for module in row) for row in segno.make(link, error="m", micro=False).matrix)
