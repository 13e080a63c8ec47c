"""Options that are rarely used, folded away below one button."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class Disclosure(QWidget):
    """A button that shows and hides what was added below it."""

    def __init__(self, tip: str, theme: Theme, parent: QWidget | None = None) -> None:
        """tip: what is inside, in words."""
        super().__init__(parent)
        self._theme = theme
        self.button = QPushButton(tr("More options"))
        self.button.setProperty("role", "fold")
        self.button.setCheckable(True)
        self.button.setToolTip(tip)
        self.button.setAccessibleName(tr("More options"))
        self.button.setAccessibleDescription(tip)
        self.button.toggled.connect(self._show)
        self._inside = QWidget()
        self.column = QVBoxLayout(self._inside)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.px(1))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        whole.addWidget(self._inside)
        self._show(False)

    def add(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self.column.addWidget(widget)

    def name(self, text: str) -> None:
        """What the button says instead of "More options"."""
        self.button.setText(text)
        self.button.setAccessibleName(text)

    def folded_parts(self) -> tuple[QWidget, ...]:
        return (self._inside,)

    def unfold(self, part: QWidget) -> None:
        self.set_open(True)

    def clear(self) -> None:
        """Take everything inside away."""
        while (item := self.column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    @property
    def is_open(self) -> bool:
        return self.button.isChecked()

    def set_open(self, is_open: bool) -> None:
        self.button.setChecked(is_open)

    def _show(self, is_open: bool) -> None:
        self.button.setIcon(self._theme.icons("up" if is_open else "down"))
        self._inside.setVisible(is_open)
