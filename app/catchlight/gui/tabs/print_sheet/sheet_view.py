"""A print sheet drawn to scale, with rulers along its edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.canvas.zoom_view import ZoomView
from catchlight.gui.colour.current import ScreenImage, colour_on_screen
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.print import cut_marks
from catchlight.print.cut_marks import CutLines
from catchlight.print.sheet import Layout, Rect

UNITS = 10.0
"""Viewport units per millimetre."""
MM_PER_INCH = 25.4


@dataclass(frozen=True, eq=False)
class SheetPicture:
    """A photo on the sheet; image None while it is not made yet. ground: what lies behind a transparent one. ready: whether the
    image is in the screen's colours already."""

    image: QImage | None
    ground: QColor
    ready: bool = False


class SheetView(ZoomView):
    """Shows a layout."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, Viewport(margin=float(theme.px(14))), parent)
        self._layout: Layout | None = None
        self._pictures: Sequence[SheetPicture] = ()
        self._cut_lines: list[Rect] = []
        self._ruler: list[Rect] = []
        self._halves: dict[int, list[ScreenImage]] = {}
        """Each photo and its halves, by the photo's key."""
        self._last: QPointF | None = None
        self.setAccessibleName(tr("Print sheet"))
        self.setAccessibleDescription(
            tr("The sheet to scale. Wheel or plus and minus zoom, 0 fits, 1 shows its real size.")
        )

    @property
    def layout_now(self) -> Layout | None:
        return self._layout

    def show_layout(self, layout: Layout | None, pictures: Sequence[SheetPicture], cut_lines: CutLines) -> None:
        """Draw a layout; the zoom stays while the paper stays."""
        old = self._layout
        self._layout = layout
        self._pictures = pictures
        shown = {one.image.cacheKey() for one in pictures if one.image is not None}
        self._halves = {key: levels for key, levels in self._halves.items() if key in shown}
        if layout is not None:
            others = [] if layout.ruler is None else [layout.ruler]
            paper = (layout.width_mm, layout.height_mm)
            self._cut_lines = cut_marks.cut_lines(layout.placements, paper, cut_lines, others)
            self._ruler = [] if layout.ruler is None else cut_marks.ruler_marks(layout.ruler)
            if old is None or (old.width_mm, old.height_mm) != paper or self._view.fitted:
                self.fit()
        self.update()

    # Zoom

    @property
    def zoom_now(self) -> float:
        """Size on the screen against the real size."""
        return self._view.step * UNITS * MM_PER_INCH / self._dots_per_inch()

    def content_size(self) -> tuple[float, float] | None:
        return None if self._layout is None else (self._layout.width_mm * UNITS, self._layout.height_mm * UNITS)

    def _dots_per_inch(self) -> float:
        dots = self.screen().physicalDotsPerInch() / max(self.screen().devicePixelRatio(), 0.5)
        return dots if 40 <= dots <= 600 else 96.0

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surround"))
        if self._layout is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            self._paint_paper(painter, self._layout)
            self._paint_rulers(painter, self._layout)
        self._paint_focus(painter)

    def _paint_paper(self, painter: QPainter, layout: Layout) -> None:
        paper = self._area(Rect(0, 0, layout.width_mm, layout.height_mm))
        shadow = QColor(self._theme.colour("shadow"))
        for grow, alpha in ((6, 20), (3, 30), (1, 45)):
            shadow.setAlpha(alpha)
            painter.fillRect(paper.adjusted(-grow, -grow + 2, grow, grow + 2), shadow)
        painter.fillRect(paper, QColor("#FFFFFF"))
        for place in layout.placements:
            area = self._area(place)
            picture = self._pictures[place.picture] if place.picture < len(self._pictures) else None
            if picture is None or picture.image is None:
                self._placeholder(painter, area, place.rotated)
                continue
            painter.fillRect(area, picture.ground if picture.ready else colour_on_screen(picture.ground))
            painter.save()
            painter.setClipRect(area)
            small = self._reduced(picture.image, area.height() if place.rotated else area.width())
            image = small.image if picture.ready else small.shown()
            painter.setTransform(_onto(image, area, place.rotated), True)
            painter.drawImage(QPointF(0, 0), image)
            painter.restore()
        ink = QColor(*cut_marks.INK)
        for line in [*self._cut_lines, *self._ruler]:
            area = self._area(line)
            if min(area.width(), area.height()) < 0.8:
                ink.setAlpha(150)
            painter.fillRect(_at_least(area, 0.8), ink)
        if layout.ruler is not None:
            self._label(painter, layout)

    def _reduced(self, image: QImage, width: float) -> ScreenImage:
        """The image halved as long as it stays at least as wide as it is drawn: what is drawn much smaller would lose lines."""
        wanted = width * self.devicePixelRatioF()
        levels = self._halves.setdefault(image.cacheKey(), [ScreenImage(image)])
        level = 0
        while levels[level].image.width() >= 2 * wanted and min(levels[level].image.size().toTuple()) > 1:
            level += 1
            if level == len(levels):
                whole = levels[-1].image
                half = whole.size() / 2
                smooth = Qt.TransformationMode.SmoothTransformation
                levels.append(ScreenImage(whole.scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)))
        return levels[level]

    def _placeholder(self, painter: QPainter, area: QRectF, rotated: bool) -> None:
        painter.fillRect(area, QColor("#E3E3E3"))
        side = min(area.width(), area.height()) * 0.5
        box = QRectF(0, 0, side, side)
        box.moveCenter(area.center())
        self._theme.icons("photo", "#A8A8A8").paint(painter, box.toRect())

    def _label(self, painter: QPainter, layout: Layout) -> None:
        ruler = layout.ruler
        if ruler is None:
            return
        painter.save()
        font = painter.font()
        font.setPixelSize(max(4, round(cut_marks.LABEL_MM * UNITS * self._view.step)))
        painter.setFont(font)
        painter.setPen(QColor(*cut_marks.INK))
        x, y = self._view.to_view(ruler.x * UNITS, ruler.y * UNITS)
        along = cut_marks.LABEL_FROM_MM * UNITS * self._view.step
        thick = (ruler.width if ruler.upright else ruler.height) * UNITS * self._view.step
        if ruler.upright:
            painter.translate(x + thick, y + along)
            painter.rotate(90)
        else:
            painter.translate(x + along, y)
        painter.drawText(
            QRectF(0, 0, 200, thick), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut_marks.LABEL
        )
        painter.restore()

    def _paint_rulers(self, painter: QPainter, layout: Layout) -> None:
        """Millimetres along the upper and the left edge, outside the paper."""
        paper = self._area(Rect(0, 0, layout.width_mm, layout.height_mm))
        per_mm = UNITS * self._view.step
        step = next((step for step in (1, 5, 10, 50) if step * per_mm >= 4), 100)
        named = next((step for step in (10, 20, 50, 100) if step * per_mm >= 34), 200)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(self._theme.colour("muted"), 1))
        painter.setFont(self.font())
        height = painter.fontMetrics().height()
        for length_mm, upright in ((layout.width_mm, False), (layout.height_mm, True)):
            for tick in range(0, int(length_mm) + 1, step):
                length = 9 if tick % 10 == 0 else 6 if tick % 5 == 0 else 4
                at = tick * per_mm
                if upright:
                    y = paper.top() + at
                    painter.drawLine(QPointF(paper.left() - 8, y), QPointF(paper.left() - 8 - length, y))
                else:
                    x = paper.left() + at
                    painter.drawLine(QPointF(x, paper.top() - 8), QPointF(x, paper.top() - 8 - length))
                if tick % named == 0:
                    text = str(tick)
                    width = painter.fontMetrics().horizontalAdvance(text)
                    if upright:
                        painter.drawText(QPointF(paper.left() - 21 - width, paper.top() + at + height * 0.32), text)
                    else:
                        painter.drawText(QPointF(paper.left() + at - width / 2, paper.top() - 21), text)

    def _area(self, box: Rect) -> QRectF:
        x, y = self._view.to_view(box.x * UNITS, box.y * UNITS)
        return QRectF(x, y, box.width * UNITS * self._view.step, box.height * UNITS * self._view.step)

    # Input

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._last = event.position()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._last is not None:
            moved = event.position() - self._last
            self._last = event.position()
            self._set_view(self._view.pan(moved.x(), moved.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._last = None
        self.unsetCursor()


def _onto(image: QImage, area: QRectF, rotated: bool) -> QTransform:
    """Image pixels to the area; rotated: a quarter turn clockwise."""
    if not rotated:
        return QTransform.fromScale(
            area.width() / image.width(), area.height() / image.height()
        ) * QTransform.fromTranslate(area.left(), area.top())
    turned = QTransform(0, 1, -1, 0, image.height(), 0)
    scaled = turned * QTransform.fromScale(area.width() / image.height(), area.height() / image.width())
    return scaled * QTransform.fromTranslate(area.left(), area.top())


def _at_least(area: QRectF, least: float) -> QRectF:
    wide, high = max(area.width(), least), max(area.height(), least)
    return QRectF(area.center().x() - wide / 2, area.center().y() - high / 2, wide, high)
