"""Guides in millimetres over a picture: the photo's frame, crown, eye line and chin with what the document allows."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPolygonF

from catchlight.gui.canvas.measured_guides import CHIN, CROWN, EYES, FrameMeasures
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.wording.i18n import tr

GRAB = 9.0
"""So near (logical pixels) the pointer must be to a line."""
GOOD, BAD, PLAIN = QColor("#7FD694"), QColor("#FF8A7E"), QColor("#FFFFFF")


class GuidesOverlay(QObject):
    """Draws measured guides, and lets the lines be dragged where ``draggable``."""

    dragged = Signal(str, float, float)
    """Line, and the picture position (x, y) that the pointer asks for."""
    dropped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.measured: FrameMeasures | None = None
        self.draggable = False
        self.dims_outside = False
        self.picture_size: tuple[int, int] | None = None
        """Size of the picture below; only what is inside is dimmed."""
        self._held = ""

    def paint(self, painter: QPainter, view: Viewport) -> None:
        guide = self.measured
        if guide is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QPolygonF([_to_view(QPointF(x, y), view) for x, y in guide.corners])
        if self.dims_outside:
            outside = QPainterPath()
            width, height = self.picture_size or (0, 0)
            outside.addRect(QRectF(view.x, view.y, width * view.step, height * view.step))
            inside = QPainterPath()
            inside.addPolygon(frame)
            inside.closeSubpath()
            painter.fillPath(outside.subtracted(inside), QColor(0, 0, 0, 130))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(0, 0, 0, 140), 3))
            painter.drawPolygon(frame)
            painter.setPen(QPen(PLAIN, 1.4))
            painter.drawPolygon(frame)
        self._ruler(painter, guide, view)
        for line in (CROWN, EYES, CHIN):
            if line in guide.lines:
                self._band(painter, guide, line, view)
        taken: list[QRectF] = []
        brief = self._little_room(painter, guide, view)
        for line in (CROWN, EYES, CHIN):
            if line in guide.lines:
                self._line(painter, guide, line, view, taken, brief)
        self._size(painter, guide, view)

    def cursor_at(self, x: float, y: float, view: Viewport) -> Qt.CursorShape | None:
        return Qt.CursorShape.SizeVerCursor if self._held or self._near(x, y, view) else None

    def press(self, x: float, y: float, view: Viewport) -> bool:
        self._held = self._near(x, y, view)
        return bool(self._held)

    def drag(self, x: float, y: float, view: Viewport) -> None:
        if self._held:
            self.dragged.emit(self._held, *view.to_picture(x, y))

    def release(self) -> None:
        self._held = ""
        self.dropped.emit()

    def _near(self, x: float, y: float, view: Viewport) -> str:
        guide = self.measured
        if guide is None or not self.draggable:
            return ""
        best, found = GRAB, ""
        for line, y_mm in guide.lines.items():
            a = _to_view(guide.point(-0.04 * guide.width_mm, y_mm), view)
            b = _to_view(guide.point(1.04 * guide.width_mm, y_mm), view)
            along = QPointF(b - a)
            length = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1e-6)
            t = ((x - a.x()) * along.x() + (y - a.y()) * along.y()) / length**2
            off = abs((x - a.x()) * along.y() - (y - a.y()) * along.x()) / length
            if 0 <= t <= 1 and off < best:
                best, found = off, line
        return found

    def _band(self, painter: QPainter, guide: FrameMeasures, line: str, view: Viewport) -> None:
        if line not in guide.bands:
            return
        low, high = guide.bands[line]
        top, bottom = (
            max(low if low is not None else 0.0, 0.0),
            min(high if high is not None else guide.height_mm, guide.height_mm),
        )
        if bottom <= top:
            return
        corners = ((0.0, top), (guide.width_mm, top), (guide.width_mm, bottom), (0.0, bottom))
        area = [_to_view(guide.point(x, y), view) for x, y in corners]
        colour = QColor(_colour(guide, line))
        colour.setAlpha(46)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(area))
        colour.setAlpha(120)
        painter.setPen(QPen(colour, 1, Qt.PenStyle.DotLine))
        painter.drawLine(area[0], area[1])
        painter.drawLine(area[3], area[2])

    def _little_room(self, painter: QPainter, guide: FrameMeasures, view: Viewport) -> bool:
        """Whether the words beside the lines would run out of the view: then all of them are short."""
        for line, y_mm in guide.lines.items():
            end = _to_view(guide.point(guide.width_mm, y_mm), view).x()
            if end + painter.fontMetrics().horizontalAdvance(_long(guide, line)) + 40 > view.width:
                return True
        return False

    def _line(
        self, painter: QPainter, guide: FrameMeasures, line: str, view: Viewport, taken: list[QRectF], brief: bool
    ) -> None:
        y_mm = guide.lines[line]
        a, b = _to_view(guide.point(0, y_mm), view), _to_view(guide.point(guide.width_mm, y_mm), view)
        colour = _colour(guide, line)
        for shade, width in ((QColor(0, 0, 0, 130), 3.4), (colour, 2.4 if self._held == line else 1.6)):
            painter.setPen(QPen(shade, width))
            painter.drawLine(a, b)
        if self.draggable:
            painter.setPen(QPen(QColor(0, 0, 0, 150), 1))
            painter.setBrush(colour)
            for end in (a, b):
                painter.drawEllipse(end, 4.5, 4.5)
        text = _short(guide, line) if brief else _long(guide, line)
        self._tag(painter, text, QPointF(b.x() + 10, b.y()), view, colour, taken)

    def _tag(
        self, painter: QPainter, text: str, at: QPointF, view: Viewport, colour: QColor, taken: list[QRectF]
    ) -> None:
        font = QFont(painter.font())
        painter.setFont(font)
        metrics = painter.fontMetrics()
        size = metrics.size(0, text)
        lead = _lead(metrics)
        box = QRectF(at.x(), at.y() - size.height() / 2 - 3, size.width() + lead + 6, size.height() + 6)
        if box.right() > view.width - 4:
            box.moveRight(view.width - 4)
        for other in taken:
            if box.intersects(other):
                box.moveTop(other.bottom() + 2)
        taken.append(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 20, 20, 205))
        painter.drawRoundedRect(box, 4, 4)
        painter.setBrush(colour)
        dot = 0.22 * lead
        painter.drawEllipse(QPointF(box.left() + 0.55 * lead, box.center().y()), dot, dot)
        painter.setPen(QColor("#F2F2F2"))
        painter.setLayoutDirection(
            Qt.LayoutDirection.LayoutDirectionAuto
        )  # a measure reads on from its number to its unit
        placed = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(box.adjusted(lead, 0, 0, 0), placed, text)

    def _size(self, painter: QPainter, guide: FrameMeasures, view: Viewport) -> None:
        below = _to_view(guide.point(guide.width_mm / 2, guide.height_mm), view)
        text = guide.size
        width = painter.fontMetrics().horizontalAdvance(text) + _lead(painter.fontMetrics()) + 6
        if below.y() + 28 < view.height:
            self._tag(painter, text, QPointF(below.x() - width / 2, below.y() + 18), view, PLAIN, [])

    def _ruler(self, painter: QPainter, guide: FrameMeasures, view: Viewport) -> None:
        """Millimetre ticks inside the left edge of a print; only as fine as they can be told apart."""
        if guide.upload:
            return
        a, b = _to_view(guide.point(0, 0), view), _to_view(guide.point(0, guide.height_mm), view)
        per_mm = ((b.x() - a.x()) ** 2 + (b.y() - a.y()) ** 2) ** 0.5 / guide.height_mm
        step = 1 if per_mm >= 4 else 5 if per_mm * 5 >= 6 else 0
        if not step:
            return
        across = _to_view(guide.point(1, 0), view) - a
        down = (b - a) / guide.height_mm
        ticks = []
        for tick in range(step, int(guide.height_mm), step):
            length = 2.0 if tick % 10 == 0 else 1.4 if tick % 5 == 0 else 0.8
            start = a + down * tick
            ticks.append(QLineF(start, start + across * length))
        for pen in (QPen(QColor(0, 0, 0, 110), 2), QPen(QColor(255, 255, 255, 210), 1)):
            painter.setPen(pen)
            painter.drawLines(ticks)


NAMES = {CROWN: lambda: tr("Crown"), EYES: lambda: tr("Eyes"), CHIN: lambda: tr("Chin")}


def _value(guide: FrameMeasures, line: str) -> str:
    """What offices measure: the margin above the head, the eyes from the bottom, the height of the head."""
    if line == EYES:
        return tr("{length} from bottom", length=guide.length(guide.height_mm - guide.lines[EYES]))
    if line == CHIN and CROWN in guide.lines:
        return tr("head {length}", length=guide.length(guide.lines[CHIN] - guide.lines[CROWN]))
    return tr("{length} from top", length=guide.length(guide.lines[line]))


def _long(guide: FrameMeasures, line: str) -> str:
    return f"{NAMES[line]()}  {_value(guide, line)}"


def _short(guide: FrameMeasures, line: str) -> str:
    """The same where there is little room."""
    if line == EYES:
        name, value = tr("Eyes"), guide.height_mm - guide.lines[EYES]
    elif line == CHIN and CROWN in guide.lines:
        name, value = tr("Head"), guide.lines[CHIN] - guide.lines[CROWN]
    else:
        name, value = NAMES[line](), guide.lines[line]
    return f"{name}  {guide.length(value)}"


def _colour(guide: FrameMeasures, line: str) -> QColor:
    fits = guide.fits(line)
    return PLAIN if fits is None else GOOD if fits else BAD


def _to_view(point: QPointF, view: Viewport) -> QPointF:
    return QPointF(*view.to_view(point.x(), point.y()))


def _lead(metrics: QFontMetrics) -> float:
    """Room of a tag's dot before its words."""
    return max(16.0, 1.05 * metrics.height())
