"""One setting as a slider: its name, its number, and the way back by a double click."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QLinearGradient, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QSlider, QWidget

from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

_CAPTION = 29
"""Steps of the grid that names take, so that tracks stand below each other."""


class Track(QSlider):
    """A slider that fills from its resting value to its handle; a double click puts it back to rest."""

    reset_wanted = Signal()

    def __init__(self, theme: Theme, rest: int, colours: Sequence[str]) -> None:
        """colours: of a gradient along the groove, for settings that are colours; else none."""
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._rest = rest
        self._colours = [QColor(colour) for colour in colours]
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_rest(self, rest: int) -> None:
        """Another resting value."""
        self._rest = rest
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(30), self._theme.target)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset_wanted.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The handle comes to where the groove is pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._value_at(event.position().x()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self._value_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Nothing where the pointer only passes over it while scrolling. A filter, as other controls have, would hold up every
        event of many sliders."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, middle = self._theme, self.height() / 2
        first, last = self._x_of(self.minimum()), self._x_of(self.maximum())
        rest, here = self._x_of(self._rest), self._x_of(self.value())
        half = max(1.5, theme.px(0.5) * 0.9)
        groove = QRectF(min(first, last), middle - half, abs(last - first), 2 * half)
        painter.setPen(Qt.PenStyle.NoPen)
        if self._colours:
            gradient = QLinearGradient(first, middle, last, middle)
            for place, colour in enumerate(self._colours):
                gradient.setColorAt(place / (len(self._colours) - 1), colour)
            painter.setBrush(gradient)
        else:
            painter.setBrush(theme.colour("line"))
        painter.drawRoundedRect(groove, half, half)
        enabled = self.isEnabled()
        if not self._colours and here != rest:
            painter.setBrush(theme.colour("edge" if enabled else "line"))
            painter.drawRoundedRect(QRectF(min(rest, here), middle - half, abs(here - rest), 2 * half), half, half)
        if self._rest not in (self.minimum(), self.maximum()):
            painter.setBrush(theme.colour("muted"))
            painter.drawRect(QRectF(rest - 0.5, middle - half - 3, 1, 2 * half + 6))
        radius = theme.px(1.6)
        outline = QPen(theme.colour("focus"), 2) if self.hasFocus() else QPen(theme.colour("panel"), 1.5)
        painter.setPen(outline)
        painter.setBrush(theme.colour("text" if enabled else "disabled"))
        painter.drawEllipse(QPointF(here, middle), radius, radius)

    def _margin(self) -> float:
        return self._theme.px(2) + 1

    def _x_of(self, value: int) -> float:
        span = max(1, self.maximum() - self.minimum())
        along = (value - self.minimum()) / span
        if self.isRightToLeft():
            along = 1 - along
        return self._margin() + along * (self.width() - 2 * self._margin())

    def _value_at(self, x: float) -> int:
        along = (x - self._margin()) / max(1.0, self.width() - 2 * self._margin())
        along = min(1.0, max(0.0, 1 - along if self.isRightToLeft() else along))
        value = round(self.minimum() + along * (self.maximum() - self.minimum()))
        # The resting value holds on a little, so that it can be met.
        return self._rest if abs(value - self._rest) <= (self.maximum() - self.minimum()) * 0.008 else value

    @property
    def _span(self) -> int:
        return self.maximum() - self.minimum()


def amount(title: str, help_text: str, theme: Theme) -> SettingSlider:
    """How much of all that a tab does, in per cent; all of it at rest."""
    return SettingSlider(title, help_text, 0, 100, theme, rest=100, short=True)


class SettingSlider(QWidget):
    """Name, track and number in a row (with large text the track below). ``step`` is the setting's smallest change."""

    moved = Signal(float)
    """By a person; not when it is set."""

    def __init__(
        self,
        title: str,
        help_text: str,
        low: float,
        high: float,
        theme: Theme,
        *,
        step: float = 1.0,
        rest: float = 0.0,
        colours: Sequence[str] = (),
        short: bool = False,
        signed: bool = True,
    ) -> None:
        """short: its name leaves the track room beside it in large text too. signed: what lies above rest, where there is less
        too, is told with a plus."""
        super().__init__()
        self._step, self._rest, self._signed = step, rest, signed and low < rest
        self.track = Track(theme, round(rest / step), colours)
        self.track.setRange(round(low / step), round(high / step))
        self.track.setSingleStep(max(1, round((high - low) / step / 100)))
        self.track.setPageStep(max(1, round((high - low) / step / 20)))
        self.track.setValue(round(rest / step))
        self.track.setAccessibleName(title)
        self.track.setAccessibleDescription(help_text)
        self.track.setToolTip(tr("{help} Double click puts it back.", help=help_text))
        self._number = label("0", "small")
        caption = label(title)
        caption.setToolTip(help_text)
        caption.setBuddy(self.track)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        end = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if theme.large and not short:
            grid.setColumnStretch(0, 1)
            grid.addWidget(caption, 0, 0)
            grid.addWidget(self._number, 0, 1, end)
            grid.addWidget(self.track, 1, 0, 1, 2)
        else:
            caption.setMinimumWidth(0 if theme.large else theme.px(_CAPTION))
            grid.setHorizontalSpacing(theme.px(2) if theme.large else grid.horizontalSpacing())
            self._number.setMinimumWidth(theme.px(9))
            self._number.setAlignment(end)
            grid.setColumnStretch(1, 1)
            grid.addWidget(caption, 0, 0)
            grid.addWidget(self.track, 0, 1)
            grid.addWidget(self._number, 0, 2)
        self.track.valueChanged.connect(self._changed)
        self.track.reset_wanted.connect(self.reset)
        self._tell()

    @property
    def value(self) -> float:
        return round(self.track.value() * self._step, 4)

    def show_value(self, value: float) -> None:
        """Set without emitting ``moved``."""
        self.track.blockSignals(True)
        self.track.setValue(round(value / self._step))
        self.track.blockSignals(False)
        self.track.update()
        self._tell()

    @property
    def rest(self) -> float:
        """Where it leaves the picture as it is, in its own steps."""
        return round(round(self._rest / self._step) * self._step, 4)

    def set_rest(self, rest: float) -> None:
        """Another picture rests elsewhere."""
        self._rest = rest
        self.track.set_rest(round(rest / self._step))
        self._tell()

    def reset(self) -> None:
        """Back to rest, as by a person."""
        self.track.setSliderDown(False)
        if self.value != self.rest:
            self.track.setValue(round(self._rest / self._step))

    def _changed(self, _value: int) -> None:
        self._tell()
        self.moved.emit(self.value)

    def _tell(self) -> None:
        digits = 0 if self._step >= 1 else 1 if self._step >= 0.1 and not self._signed else 2
        sign = "+" if self._signed and self.value > self.rest else ""
        self._number.setText(f"{sign}{self.value:.{digits}f}")
        self._number.setProperty("role", "" if self.value != self.rest else "small")
