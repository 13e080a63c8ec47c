"""Stars, flag and label, as small as they fit onto a thumbnail or under a picture."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from catchlight.gui.culling.mark_words import LABEL_COLOURS
from catchlight.gui.widgets.theme import Theme
from catchlight.imaging.sidecar.mark import PictureMark

_GROUND = QColor(0, 0, 0, 170)
_WHITE, _RED = QColor("#FFFFFF"), QColor("#FF9A90")


def badge_width(mark: PictureMark, size: float) -> float:
    """Logical pixels that ``paint_badge`` takes; 0 where there is nothing to be seen."""
    signs = mark.rating + bool(mark.flag) + bool(mark.label)
    return (signs + 0.6) * size if signs else 0.0


def paint_badge(painter: QPainter, place: QPointF, mark: PictureMark, size: float, theme: Theme) -> None:
    """Flag, stars and label in a row on a dark pill. place: its upper left corner; size: of a sign, in logical pixels."""
    width = badge_width(mark, size)
    if not width:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_GROUND)
    painter.drawRoundedRect(QRectF(place.x(), place.y(), width, size * 1.3), size * 0.4, size * 0.4)
    left, top = place.x() + 0.3 * size, place.y() + 0.15 * size
    if mark.flag:
        _icon(painter, theme, "flag" if mark.flag == "pick" else "reject", mark.flag == "reject", left, top, size)
        left += size
    for _ in range(mark.rating):
        _icon(painter, theme, "star_full", False, left, top, size)
        left += size
    if mark.label:
        painter.setBrush(QColor(LABEL_COLOURS[mark.label]))
        painter.drawEllipse(QRectF(left + 0.12 * size, top + 0.12 * size, 0.76 * size, 0.76 * size))
    painter.restore()


def _icon(painter: QPainter, theme: Theme, name: str, bad: bool, left: float, top: float, size: float) -> None:
    colour = (_RED if bad else _WHITE).name()
    theme.icons(name, colour).paint(painter, QRectF(left, top, size, size).toRect())
