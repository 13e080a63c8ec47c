"""The lines of a print sheet as rows: picture, name, size, copies."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.film_strip import frame_thumbnail
from catchlight.gui.tabs.print_sheet.items import SheetEntry, SheetPhoto
from catchlight.gui.tabs.tab import empty
from catchlight.gui.widgets.form import WheelFilter, give_room
from catchlight.gui.widgets.labels import OneLine, label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class SheetRows(QWidget):
    """Shows what lies on the sheet and emits what is asked for."""

    copies_chosen = Signal(object, int)
    """An Item, and how many copies of it; 0 fills the sheet."""
    removed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(2))

    def clear(self) -> None:
        empty(self._column)

    def add(self, item: SheetEntry, document: OpenDocument | None, photo: SheetPhoto | None) -> None:
        """A row for an item. document: the picture that it stands for now; photo: its ID photo, where there is one."""
        theme = self._theme
        row = QWidget()
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.px(2))
        picture = QLabel()
        small = photo.shown.thumbnail if photo is not None else document.thumbnail if document is not None else None
        picture.setPixmap(frame_thumbnail(small, theme.px(11), theme, False, self.devicePixelRatioF()))
        name = document.title if document is not None else tr("No picture is open")
        size = _size(photo)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(OneLine(name))
        words.addWidget(label(size, "small", wrap=True))
        box.addWidget(picture)
        box.addLayout(words, 1)
        box.addWidget(self._copies(item, name))
        if item.document is not None:
            box.addWidget(self._remove(item, name))
        self._column.addWidget(row)

    def _copies(self, item: SheetEntry, name: str) -> QSpinBox:
        copies = QSpinBox()
        copies.setRange(0, 500)
        copies.setSpecialValueText(tr("Fill"))
        copies.setValue(item.copies or 0)
        copies.setKeyboardTracking(False)
        give_room(copies, self._theme)
        copies.setMinimumWidth(self._theme.px(22))
        copies.setAccessibleName(tr("Copies of {name}", name=name))
        copies.setToolTip(tr("How many copies; the least value fills the sheet"))
        copies.installEventFilter(WheelFilter(copies))
        copies.valueChanged.connect(lambda value: self.copies_chosen.emit(item, value))
        return copies

    def _remove(self, item: SheetEntry, name: str) -> QToolButton:
        remove = QToolButton()
        remove.setProperty("role", "flat")
        remove.setIcon(self._theme.icons("remove"))
        remove.setIconSize(QSize(self._theme.px(4), self._theme.px(4)))
        remove.setToolTip(tr("Take it off the sheet"))
        remove.setAccessibleName(tr("Take {name} off the sheet", name=name))
        remove.clicked.connect(lambda: self.removed.emit(item))
        return remove


def _size(photo: SheetPhoto | None) -> str:
    if photo is None:
        return tr("no ID photo yet")
    if photo.refused is not None:
        return tr("a file to upload, no print")
    return f"{photo.width_mm:g} × {photo.height_mm:g} mm"
