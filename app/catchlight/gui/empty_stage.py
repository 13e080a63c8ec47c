"""What the canvas says while nothing is open, and while something is about to be dropped."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.i18n import tr
from catchlight.gui.text import label
from catchlight.gui.theme import Theme


class EmptyStage(QWidget):
    """An invitation: drop a picture, open one, or try the sample."""

    def __init__(self, open_action: QAction, sample_action: QAction, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        mark = QLabel()
        side = theme.px(16)
        mark.setPixmap(theme.icons("photo", theme.tokens["muted"]).pixmap(side, side))
        title = label(tr("Drop a picture here"), "title")
        text = label(tr("or a folder, or paste one. Nothing leaves this computer."), "muted")
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(2))
        column.addStretch(1)
        for widget in (mark, title, text):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        row = QHBoxLayout()
        row.setSpacing(theme.px(2))
        row.addStretch(1)
        for action, primary in ((open_action, True), (sample_action, False)):
            button = QPushButton(action.text())
            button.setToolTip(action.toolTip())
            button.setAccessibleName(action.text().rstrip("…"))
            if primary:
                button.setProperty("role", "primary")
            button.setMinimumHeight(theme.px(11))
            button.clicked.connect(action.trigger)
            row.addWidget(button)
        row.addStretch(1)
        column.addSpacing(theme.px(2))
        column.addLayout(row)
        column.addStretch(1)


class DropFrame(QFrame):
    """Lies over the canvas while a picture is dragged over the window."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "drop")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        words = label(tr("Drop to open"), "title")
        words.setProperty("role", "drop")
        words.setMargin(theme.px(3))
        column = QVBoxLayout(self)
        column.addWidget(words, 0, Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def show_over(self, widget: QWidget) -> None:
        self.setGeometry(widget.rect())
        self.show()
        self.raise_()
