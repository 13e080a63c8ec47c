"""The brush over the picture: its ring, the stroke under way, what it did already, the mask, and the handles of gradients."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPen

from catchlight.brushes.edits import MOST_POINTS, LinearGradient, RadialGradient
from catchlight.gui.canvas.hotspot import AreaHighlight
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.tabs.edit.hand.draft import Shape

_SPACING = 0.12
"""Distance of a stroke's points, by the radius, that no eye tells from less."""
_GRASP = 14.0
"""So near (logical pixels) to a handle a drag takes it along."""
_TRAIL, _ERASER = QColor(255, 214, 150, 110), QColor(30, 30, 30, 130)
_LIGHT, _DARK = QColor(255, 255, 255, 230), QColor(0, 0, 0, 150)

Gradient = LinearGradient | RadialGradient


@dataclass(frozen=True, eq=False)
class WetPatch:
    """What a stroke did, until the picture itself shows it. stroke: its number; box: x, y, width, height in picture pixels."""

    stroke: int
    box: QRectF
    image: QImage


class BrushOverlay(QObject):
    """Draws what it is told; tells of strokes, sources and gradients. All in picture pixels."""

    extended = Signal()
    """The stroke under way has points more: ``points``, ``pressures``."""
    stroked = Signal()
    """It has ended."""
    sourced = Signal(float, float)
    """Where heal and clone are to take from (Alt and a click)."""
    graded = Signal(object, bool)
    """A gradient, and whether it goes on from the one told before."""
    resized = Signal(float)
    """Notches of the wheel with Alt held: larger or smaller."""
    touched = Signal()
    """The ring is elsewhere."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.size = (1, 1)
        self.shape: Shape = "brush"
        self.radius, self.softness = 20.0, 0.5
        self.source: tuple[float, float] | None = None
        """Where a copy comes from; follows the brush while ``offset`` is set."""
        self.offset: tuple[float, float] | None = None
        self.takes_source = False
        """The next click says the source, as with Alt held."""
        self.shows_trail = True
        """Off where the stroke itself is seen as it is drawn."""
        self.gradient: Gradient | None = None
        self.mask: AreaHighlight | None = None
        self.patches: list[WetPatch] = []
        self.points: list[tuple[float, float]] = []
        self.pressures: list[float] = []
        self.pressure = 1.0
        self._here: tuple[float, float] | None = None
        self._handle = ""
        self._from = (0.0, 0.0)
        self._told = False

    @property
    def drawing(self) -> bool:
        return bool(self.points)

    # As an overlay

    def paint(self, painter: QPainter, view: Viewport) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for patch in self.patches:
            x, y = view.to_view(patch.box.x(), patch.box.y())
            painter.drawImage(QRectF(x, y, patch.box.width() * view.step, patch.box.height() * view.step), patch.image)
        if self.mask is not None and not (self.drawing and self.patches):
            width, height = self.size
            painter.drawImage(QRectF(view.x, view.y, width * view.step, height * view.step), self.mask.image)
        if self.points and self.shows_trail:
            self._trail(painter, view)
        if self.gradient is not None and self.shape in ("linear", "radial"):
            self._handles(painter, view)
        self._ring(painter, view)

    def cursor_at(self, x: float, y: float, view: Viewport) -> Qt.CursorShape | None:
        inside = self._inside(*view.to_picture(x, y))
        return Qt.CursorShape.CrossCursor if inside or self.points or self._handle else None

    def hover(self, x: float, y: float, view: Viewport) -> None:
        place = view.to_picture(x, y)
        self._here = place if self._inside(*place) else None
        self.touched.emit()

    def press_with(self, pressure: float) -> None:
        """How hard the pen of a tablet is pressed, 0..1; a mouse presses fully."""
        self.pressure = min(1.0, max(0.0, pressure))

    def press(self, x: float, y: float, view: Viewport) -> bool:
        place = view.to_picture(x, y)
        if not self._inside(*place):
            return False
        self._here = place
        if self.takes_source or QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier:
            self.takes_source = False
            self.sourced.emit(*place)
            return True
        if self.shape in ("linear", "radial"):
            self._handle = self._handle_at(x, y, view) or "new"
            self._told = False
            if self._handle == "new":
                self._from = place
            return True
        self.points, self.pressures = [place], [self.pressure]
        self.extended.emit()
        return True

    def drag(self, x: float, y: float, view: Viewport) -> None:
        place = view.to_picture(x, y)
        self._here = place
        if self._handle:
            moved = self._dragged(place)
            if moved is not None:
                self.gradient = moved
                self.graded.emit(moved, self._told)
                self._told = True
        elif self.points and math.dist(place, self.points[-1]) >= _SPACING * self.radius:
            if len(self.points) == MOST_POINTS:  # a stroke that is full goes on as another one
                self.stroked.emit()
                self.points, self.pressures = self.points[-1:], self.pressures[-1:]
            self.points.append(place)
            self.pressures.append(self.pressure)
            self.extended.emit()

    def release(self) -> None:
        self._handle = ""
        if self.points:
            self.stroked.emit()
            self.points, self.pressures = [], []

    def scroll(self, notches: float) -> None:
        self.resized.emit(notches)

    # Gradients

    def _handle_at(self, x: float, y: float, view: Viewport) -> str:
        for name, place in self._places().items():
            at = view.to_view(*place)
            if math.dist(at, (x, y)) <= _GRASP:
                return name
        return ""

    def _places(self) -> dict[str, tuple[float, float]]:
        gradient = self.gradient
        if isinstance(gradient, LinearGradient) and self.shape == "linear":
            return {"start": gradient.start, "end": gradient.end}
        if isinstance(gradient, RadialGradient) and self.shape == "radial":
            turn = math.radians(gradient.angle)
            (x, y), c, s = gradient.centre, math.cos(turn), math.sin(turn)
            across, down = gradient.radius_x, gradient.radius_y
            return {"centre": (x, y), "across": (x + across * c, y + across * s), "down": (x - down * s, y + down * c)}
        return {}

    def _dragged(self, place: tuple[float, float]) -> Gradient | None:
        """The gradient with the handle that is held at another place; None where it would have no length."""
        gradient = self.gradient
        if self._handle == "new":
            reach = math.dist(self._from, place)
            if reach < 2:
                return None
            if self.shape == "linear":
                return LinearGradient(start=self._from, end=place)
            return RadialGradient(centre=self._from, radius_x=reach, radius_y=reach)
        if isinstance(gradient, LinearGradient):
            start, end = (place, gradient.end) if self._handle == "start" else (gradient.start, place)
            return LinearGradient(start=start, end=end) if math.dist(start, end) >= 2 else None
        if not isinstance(gradient, RadialGradient):
            return None
        if self._handle == "centre":
            return gradient.model_copy(update={"centre": place})
        reach = math.dist(gradient.centre, place)
        if reach < 2:
            return None
        if self._handle == "down":
            return gradient.model_copy(update={"radius_y": reach})
        turn = math.degrees(math.atan2(place[1] - gradient.centre[1], place[0] - gradient.centre[0]))
        return gradient.model_copy(update={"radius_x": reach, "angle": turn})

    # Drawing

    def _inside(self, x: float, y: float) -> bool:
        return 0 <= x < self.size[0] and 0 <= y < self.size[1]

    def _trail(self, painter: QPainter, view: Viewport) -> None:
        colour = _ERASER if self.shape == "erase" else _TRAIL
        pen = QPen(colour, 2 * self.radius * view.step)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        points = [QPointF(*view.to_view(*point)) for point in self.points]
        painter.drawPolyline(points) if len(points) > 1 else painter.drawPoint(points[0])

    def _ring(self, painter: QPainter, view: Viewport) -> None:
        if self._here is None or self.shape in ("linear", "radial"):
            return
        at = QPointF(*view.to_view(*self._here))
        radius = self.radius * view.step
        core = radius * (1 - self.softness)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((_DARK, 3.0), (_LIGHT, 1.2)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(at, radius, radius)
        if core > 3 and radius - core > 3:
            painter.setPen(QPen(QColor(255, 255, 255, 120), 1, Qt.PenStyle.DotLine))
            painter.drawEllipse(at, core, core)
        source = self.source
        if self.offset is not None:
            source = (self._here[0] + self.offset[0], self._here[1] + self.offset[1])
        if source is not None:
            cross = QPointF(*view.to_view(*source))
            for colour, width in ((_DARK, 3.5), (_LIGHT, 1.4)):
                painter.setPen(QPen(colour, width))
                painter.drawLine(cross - QPointF(7, 0), cross + QPointF(7, 0))
                painter.drawLine(cross - QPointF(0, 7), cross + QPointF(0, 7))

    def _handles(self, painter: QPainter, view: Viewport) -> None:
        gradient, places = self.gradient, self._places()
        if not places:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((_DARK, 3.0), (_LIGHT, 1.2)):
            painter.setPen(QPen(colour, width))
            if isinstance(gradient, LinearGradient):
                self._lines(painter, view, gradient)
            elif isinstance(gradient, RadialGradient):
                painter.save()
                painter.translate(QPointF(*view.to_view(*gradient.centre)))
                painter.rotate(gradient.angle)
                painter.drawEllipse(QPointF(0, 0), gradient.radius_x * view.step, gradient.radius_y * view.step)
                painter.restore()
        for place in places.values():
            at = QPointF(*view.to_view(*place))
            painter.setPen(QPen(_DARK, 1.5))
            painter.setBrush(_LIGHT)
            painter.drawEllipse(at, 5.0, 5.0)

    def _lines(self, painter: QPainter, view: Viewport, gradient: LinearGradient) -> None:
        """Where it is full, where it ends, and the way between: across the whole picture, and not beyond it."""
        start, end = QPointF(*view.to_view(*gradient.start)), QPointF(*view.to_view(*gradient.end))
        picture = QRectF(QPointF(*view.to_view(0, 0)), QPointF(*view.to_view(*self.size)))
        way, middle = end - start, picture.center()
        # Nothing of the picture is further from a handle than its middle and its diagonal.
        away = max(math.hypot(at.x() - middle.x(), at.y() - middle.y()) for at in (start, end))
        longest = away + math.hypot(picture.width(), picture.height())
        side = QPointF(-way.y(), way.x()) * (longest / max(math.hypot(way.x(), way.y()), 1.0))
        painter.save()
        painter.setClipRect(picture)
        painter.drawLine(start - side, start + side)
        painter.drawLine(end - side, end + side)
        painter.restore()
        painter.drawLine(start, end)
