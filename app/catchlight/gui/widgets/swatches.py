"""Background colours to pick from: transparent, the document's own, the catalogue's, and one of the user's."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QColorDialog, QGridLayout, QSizePolicy, QWidget

from catchlight.catalogue.colours import Colour
from catchlight.gui.canvas.compare import checkerboard
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr

COLUMNS = 7
CUSTOM = "custom"


class Swatch(QAbstractButton):
    """One colour; ``fill`` None stands for transparent. mark: an icon on top of the colour."""

    def __init__(self, fill: QColor | None, name: str, theme: Theme, mark: QIcon | None = None) -> None:
        super().__init__()
        self.fill = fill
        self._theme = theme
        self._mark = mark
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = self._theme.target
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(6, 6, -6, -6)
        radius = self._theme.px(1.5)
        painter.setPen(QPen(self._theme.colour("edge"), 1))
        painter.setBrush(QBrush(checkerboard(5)) if self.fill is None else QBrush(self.fill))
        painter.drawRoundedRect(area, radius, radius)
        if self._mark is not None:
            side = area.width() * 0.62
            box = QRectF(0, 0, side, side)
            box.moveCenter(area.center())
            self._mark.paint(painter, box.toRect())
        if self.isChecked() or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.SolidLine if self.isChecked() else Qt.PenStyle.DotLine
            painter.setPen(QPen(self._theme.colour("focus"), 3 if self.isChecked() and self.hasFocus() else 2, style))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), radius + 3, radius + 3)


class Swatches(QWidget):
    """The chosen background as the operations name it: ``transparent``, ``original``, ``document``, an id or ``#rrggbb``."""

    chosen = Signal(str)

    def __init__(
        self, colours: Iterable[Colour], theme: Theme, *, transparent: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self._buttons: dict[str, Swatch] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._custom = QColor("#7FA6C9")
        if transparent:
            self._add("transparent", Swatch(None, tr("Transparent"), theme))
            kept = tr("Keep the picture's own background: nothing but geometry changes, as many offices demand")
            self._add("original", Swatch(QColor("#8A8A8A"), kept, theme, theme.icons("photo", "#FFFFFF")))
        dark = theme.icons("idphoto", "#3A3A3A")
        self._add("document", Swatch(QColor("#FFFFFF"), tr("The document's own colour"), theme, dark))
        for colour in colours:
            if colour.id not in self._buttons:
                self._add(colour.id, Swatch(QColor(colour.hex), f"{label_of(colour)} {colour.hex}", theme))
        self._add(CUSTOM, Swatch(self._custom, tr("Another colour"), theme, theme.icons("picker", "#202020")))
        self._grid.setColumnStretch(COLUMNS, 1)
        self._key = ""
        self.choose("transparent" if transparent else "document")

    @property
    def value(self) -> str:
        return self._custom.name() if self._key == CUSTOM else self._key

    @property
    def colour(self) -> QColor | None:
        """The chosen colour; None for transparent and for the picture's own background."""
        return None if self._key == "original" else self._buttons[self._key].fill

    def choose(self, value: str) -> None:
        """Mark a background without emitting ``chosen``."""
        if value.startswith("#"):
            self._set_custom(QColor(value))
            value = CUSTOM
        if value in self._buttons:
            self._key = value
            self._buttons[value].setChecked(True)

    def set_document_colour(self, hex_colour: str, name: str) -> None:
        """What the ``document`` swatch stands for now."""
        button = self._buttons["document"]
        button.fill = QColor(hex_colour)
        text = tr("The document's own colour: {name}", name=tr(name) if name else hex_colour)
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.update()

    def _add(self, key: str, button: Swatch) -> None:
        place = len(self._buttons)
        self._buttons[key] = button
        self._group.addButton(button)
        self._grid.addWidget(button, place // COLUMNS, place % COLUMNS)
        button.clicked.connect(lambda: self._clicked(key))

    def _clicked(self, key: str) -> None:
        if key == CUSTOM:
            picked = QColorDialog.getColor(self._custom, self, tr("Background colour"))
            if not picked.isValid():
                self.choose(self.value)
                return
            self._set_custom(picked)
        self._key = key
        self.chosen.emit(self.value)

    def _set_custom(self, colour: QColor) -> None:
        self._custom = colour
        self._buttons[CUSTOM].fill = colour
        self._buttons[CUSTOM].update()
