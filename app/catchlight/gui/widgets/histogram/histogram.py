"""The histogram of the shown picture, whose zones are dragged: what is pulled to the right gets lighter."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.develop.development import Development
from catchlight.gui.widgets.histogram import painting
from catchlight.gui.widgets.histogram.tone_zones import TONE_ZONES, ToneZone, zone_at
from catchlight.gui.widgets.histogram.tones import clipped_colours
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.arrays import Doubles

_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
_FINE = 5.0
"""Steps of a zone that a key moves; with Shift one."""
_NEIGHBOURS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Histogram(QWidget):
    """Draws ``tones.counts`` and shows values of its zones; says what a person makes of them."""

    moved = Signal(object, object)
    """Path of a setting, and its new value."""
    end_wanted = Signal(str)
    """``highlights`` or ``shadows``: its triangle was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._counts: Doubles | None = None
        self._values: Mapping[str, float] = {}
        self._warned = (False, False)
        """Whether the canvas shows what is blown, and what is blocked."""
        self._zone = TONE_ZONES[2]
        """The one that keys move."""
        self._hovered: ToneZone | None = None
        self._drag: tuple[float, float] | None = None
        """Where a drag began, and the value there."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Histogram"))
        self.setAccessibleDescription(
            tr(
                "Left and right choose a zone, up and down move its slider, Delete puts it back. With the mouse: drag a zone, "
                "double click puts it back, a corner shows what is clipped."
            )
        )
        self.show_counts(None)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(40), self._theme.px(24))

    # What is shown

    def show_counts(self, found: Doubles | None) -> None:
        """None: nothing is known yet."""
        self._counts = found
        self._tell()
        self.update()

    def show_values(self, settings: Development) -> None:
        """Where the sliders of the zones stand."""
        self._values = {zone.name: float(getattr(settings, zone.name)) for zone in TONE_ZONES}
        self._tell()
        self.update()

    def show_warning(self, *, highlights: bool, shadows: bool) -> None:
        """Which ends the canvas marks."""
        self._warned = (highlights, shadows)
        self.update()

    def _tell(self) -> None:
        text = tr("The tones of the picture, dark on the left; drag a part of them")
        found = self._counts
        if found is not None and any(clipped_colours(found, -1)):
            text += "\n" + tr("Some of it is pure white")
        if found is not None and any(clipped_colours(found, 0)):
            text += "\n" + tr("Some of it is pure black")
        self.setToolTip(text)

    def zone_text(self, zone: ToneZone) -> str:
        """Its name and where its slider stands: ``Shadows +12``."""
        title = tr(Development.model_fields[zone.name].title or zone.name)
        return f"{title} {zone.told(self._values.get(zone.name, 0.0))}"

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painting.draw_ground(painter, area, self._theme, focused=self.hasFocus())
        zone = self._hovered or (self._zone if self.hasFocus() else None)
        inside = self._inside()
        if self._counts is not None:
            if zone is not None and self.isEnabled():
                painting.draw_zone(painter, inside, zone, self._theme)
            painting.draw_tones(painter, inside, self._counts, self._theme)
            for end, place, on in (("highlights", -1, self._warned[0]), ("shadows", 0, self._warned[1])):
                painting.draw_end(painter, self._corner(end), clipped_colours(self._counts, place), on, self._theme)
            if zone is not None and self.isEnabled():
                painting.draw_label(painter, inside, self.zone_text(zone), self._theme)

    def _inside(self) -> QRectF:
        return QRectF(self.rect()).adjusted(3.5, 4.5, -3.5, -2.5)

    def _corner(self, end: str) -> QRectF:
        """The triangle of an end, and its place to be pressed."""
        side = self._theme.px(5)
        inside = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        left = inside.left() if end == "shadows" else inside.right() - side
        return QRectF(left, inside.top(), side, side)

    # Pointer

    def _share(self, x: float) -> float:
        inside = self._inside()
        return (x - inside.left()) / max(1.0, inside.width())

    def _end_at(self, at: QPointF) -> str:
        return next((end for end in ("shadows", "highlights") if self._corner(end).contains(at)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._counts is None:
            return
        end = self._end_at(event.position())
        if end:
            self.end_wanted.emit(end)
            return
        share = self._share(event.position().x())
        self._zone = self._hovered = zone_at(share)
        self._drag = share, self._values.get(self._zone.name, 0.0)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        share = self._share(event.position().x())
        if self._drag is not None:
            began, value = self._drag
            self._put(self._zone.moved(value, share - began))
            return
        end = self._end_at(event.position())
        zone = None if end or self._counts is None else zone_at(share)
        shape = Qt.CursorShape.PointingHandCursor if end else Qt.CursorShape.SizeHorCursor
        self.setCursor(shape if self._counts is not None else Qt.CursorShape.ArrowCursor)
        if zone is not self._hovered:
            self._hovered = zone
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._counts is not None and not self._end_at(event.position()):
            self._zone = zone_at(self._share(event.position().x()))
            self._put(0.0)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self._counts is None:
            super().keyPressEvent(event)
        elif key in _NEIGHBOURS:
            place = TONE_ZONES.index(self._zone) + _NEIGHBOURS[key]
            self._zone = TONE_ZONES[min(len(TONE_ZONES) - 1, max(0, place))]
            self.update()
        elif key in _STEPS:
            fine = 1.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _FINE
            value = self._values.get(self._zone.name, 0.0)
            self._put(self._zone.within(value + _STEPS[key] * fine * self._zone.step))
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._put(0.0)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _put(self, value: float) -> None:
        if value != self._values.get(self._zone.name, 0.0):
            self._values = {**self._values, self._zone.name: value}
            self.moved.emit((self._zone.name,), value)
            self.update()
