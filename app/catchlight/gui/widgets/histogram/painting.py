"""The parts of the histogram as they are drawn: red, green and blue over each other, luma as a line, zones and corners."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from catchlight.gui.widgets.histogram.tone_zones import TONE_ZONES, ToneZone
from catchlight.gui.widgets.histogram.tones import BINS, LUMA_ROW
from catchlight.gui.widgets.theme import Theme
from catchlight.imaging.arrays import Doubles

_COLOURS = ("#C8483E", "#3E9A52", "#3E70C8")


def draw_ground(painter: QPainter, area: QRectF, theme: Theme, *, focused: bool) -> None:
    painter.setPen(QPen(theme.colour("focus"), 2) if focused else QPen(theme.colour("line"), 1))
    painter.setBrush(theme.colour("field"))
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5) if focused else area, theme.px(1.5), theme.px(1.5))


def draw_tones(painter: QPainter, inside: QRectF, found: Doubles, theme: Theme) -> None:
    # The root brings small shares into sight; the ends may tower, so the scale goes by the bins between them.
    heights = np.sqrt(found)
    scale = max(float(heights[:, 2:-2].max()), 0.05)
    dark = theme.name == "dark"
    modes = QPainter.CompositionMode
    painter.save()
    painter.setClipRect(inside)
    painter.setCompositionMode(modes.CompositionMode_Plus if dark else modes.CompositionMode_Multiply)
    painter.setPen(Qt.PenStyle.NoPen)
    for colour, row in zip(_COLOURS, heights[:LUMA_ROW] / scale, strict=True):
        fill = QColor(colour)
        fill.setAlphaF(0.42 if dark else 0.55)
        path = _outline(inside, row)
        path.lineTo(inside.right(), inside.bottom())
        path.closeSubpath()
        painter.setBrush(fill)
        painter.drawPath(path)
    painter.setCompositionMode(modes.CompositionMode_SourceOver)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("text"), 1.2))
    painter.drawPath(_outline(inside, heights[LUMA_ROW] / scale))
    painter.restore()


def draw_zone(painter: QPainter, inside: QRectF, zone: ToneZone, theme: Theme) -> None:
    """A band behind a zone, and lines between all of them."""
    left, right = inside.left() + zone.left * inside.width(), inside.left() + zone.right * inside.width()
    painter.fillRect(QRectF(left, inside.top(), right - left, inside.height()), theme.colour("hover"))
    painter.setPen(QPen(theme.colour("line"), 1))
    for other in TONE_ZONES[1:]:
        x = inside.left() + other.left * inside.width()
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()))


def draw_label(painter: QPainter, inside: QRectF, text: str, theme: Theme) -> None:
    """Name and value of a zone, in the middle of the upper edge."""
    metrics = painter.fontMetrics()
    tag = QRectF(0, 0, metrics.horizontalAdvance(text) + theme.px(3), metrics.height() + theme.px(0.5))
    tag.moveCenter(QPointF(inside.center().x(), inside.top() + tag.height() / 2 + 1))
    ground = QColor(theme.colour("panel"))
    ground.setAlphaF(0.86)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(tag, theme.px(1), theme.px(1))
    painter.setPen(theme.colour("text"))
    painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, text)


def draw_end(painter: QPainter, corner: QRectF, clipped: tuple[bool, bool, bool], warned: bool, theme: Theme) -> None:
    """The triangle of an end in the colours that reach it, plain where all do; framed while the canvas marks it."""
    third = corner.width() * 0.28
    box = corner.adjusted(third, third, -third, -third)
    triangle = QPolygonF([box.bottomLeft(), box.bottomRight(), QPointF(box.center().x(), box.top())])
    if warned:
        painter.setPen(QPen(theme.colour("text"), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(corner.adjusted(1, 1, -1, -1), theme.px(0.75), theme.px(0.75))
    painter.setPen(QPen(theme.colour("edge"), 1))
    if all(clipped):
        painter.setBrush(theme.colour("text"))
    elif any(clipped):
        painter.setBrush(QColor(*(235 if one else 60 for one in clipped)))
    else:
        painter.setBrush(theme.colour("line"))
    painter.drawPolygon(triangle)


def _outline(inside: QRectF, row: Doubles) -> QPainterPath:
    """Over the tops of a row of bins, from the lower left corner; heights 0..1."""
    path = QPainterPath(QPointF(inside.left(), inside.bottom()))
    for place, height in enumerate(row):
        x = inside.left() + inside.width() * (place + 0.5) / BINS
        path.lineTo(x, inside.bottom() - inside.height() * min(1.0, float(height)))
    return path
