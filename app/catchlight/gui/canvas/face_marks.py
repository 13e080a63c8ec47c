"""The outline of the face under the pointer, drawn over whatever the canvas shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.wording.i18n import tr
from catchlight.portrait.face.detect import Face

NONE = -1


class FaceMarks(QObject):
    """Knows the found faces of the shown picture, and which of them is hovered."""

    hovered = Signal(int)
    """Number of the face under the pointer, or ``NONE``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.faces: Sequence[Face] = ()
        self.current = NONE

    def show_faces(self, faces: Sequence[Face]) -> None:
        self.faces = faces
        self.mark(NONE)

    def mark(self, number: int) -> None:
        """Outline one face."""
        if number != self.current:
            self.current = number
            self.hovered.emit(number)

    def hover(self, x: float, y: float, view: Viewport) -> None:
        """The pointer is at view position (x, y)."""
        under = [number for number, face in enumerate(self.faces) if area_of(face, view).contains(x, y)]
        self.mark(under[0] if under else NONE)

    def leave(self) -> None:
        self.mark(NONE)

    def paint(self, painter: QPainter, view: Viewport) -> None:
        if not 0 <= self.current < len(self.faces):
            return
        area = area_of(self.faces[self.current], view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(0, 0, 0, 130), 3.0), (QColor("#FFFFFF"), 1.4)):
            painter.setPen(QPen(colour, width))
            painter.drawRoundedRect(area, area.width() * 0.3, area.width() * 0.3)
        text = self.label(self.current)
        size = painter.fontMetrics().size(0, text)
        box = QRectF(area.center().x() - size.width() / 2 - 8, area.top() - size.height() - 10, size.width() + 16, 0)
        box.setHeight(size.height() + 6)
        box.moveTop(max(box.top(), 4.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 20, 20, 205))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor("#F2F2F2"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def label(self, number: int) -> str:
        if len(self.faces) == 1:
            return tr("Face")
        return tr("Face {number} of {count}", number=number + 1, count=len(self.faces))


def area_of(face: Face, view: Viewport) -> QRectF:
    """Where a face lies in the view."""
    x, y = view.to_view(face.x, face.y)
    return QRectF(x, y, face.width * view.step, face.height * view.step)
