"""The list of edits: each with its name, on or off, earlier or later, and gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from catchlight.brushes.edits import BrushEdit
from catchlight.gui.tabs.edit.hand.words import edit_name
from catchlight.gui.tabs.tab import empty
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class EditRows(QWidget):
    """Shows edits, the last of them, which lies on top, first; and tells what is asked for by their places in the list."""

    chosen = Signal(int)
    switched = Signal(int)
    moved = Signal(int, int)
    """Place, and by how much: -1 is done earlier."""
    removed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[tuple[BrushEdit, ...], int | None] = ((), None)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(1))

    def show_edits(self, edits: Sequence[BrushEdit], active: int | None) -> None:
        """Rows for these edits; active: the place of the one that is worked on."""
        names = tuple(edit.model_copy(update={"strokes": edit.strokes[:1]}) for edit in edits)
        if self._shown == (names, active):
            return
        self._shown = (names, active)
        empty(self._column)
        for place in reversed(range(len(edits))):
            self._column.addWidget(self._row(edits[place], place, place == active, len(edits)))

    def _row(self, edit: BrushEdit, place: int, active: bool, count: int) -> QWidget:
        row = QWidget()
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        name = edit_name(edit)
        told = {"number": place + 1, "name": name}
        eye = tr("Hide edit {number}: {name}", **told) if edit.on else tr("Show edit {number}: {name}", **told)
        box.addWidget(self._button("eye" if edit.on else "eye_off", eye, lambda: self.switched.emit(place)))
        title = QPushButton(name)
        title.setProperty("role", "segment")
        title.setCheckable(True)
        title.setChecked(active)
        title.setAccessibleName(tr("Work on edit {number}: {name}", **told))
        title.setToolTip(tr("Work on this edit; click it again to begin a new one"))
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        title.clicked.connect(lambda _on=False: self.chosen.emit(-1 if active else place))
        box.addWidget(title, 1)
        later = self._button("up", tr("Do edit {number} later: {name}", **told), lambda: self.moved.emit(place, 1))
        sooner = self._button("down", tr("Do edit {number} sooner: {name}", **told), lambda: self.moved.emit(place, -1))
        later.setEnabled(place < count - 1)
        sooner.setEnabled(place > 0)
        box.addWidget(later)
        box.addWidget(sooner)
        gone = tr("Remove edit {number}: {name}", **told)
        box.addWidget(self._button("remove", gone, lambda: self.removed.emit(place)))
        return row

    def _button(self, icon: str, name: str, act: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setIcon(self._theme.icons(icon))
        button.setIconSize(QSize(self._theme.px(4), self._theme.px(4)))
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(lambda _on=False: act())
        return button
