"""The reference picture with its own zoom, its name above it, and the switch that links its zoom to the other's."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.widgets.labels import OneLine
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class ReferencePane(QWidget):
    """Shows and says what is pressed; decides nothing."""

    linked = Signal(bool)
    choice_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.canvas = Canvas(theme)
        self.canvas.setAccessibleName(tr("Reference picture"))
        self.canvas.setMinimumSize(QSize(160, 160))
        self._name = OneLine("")
        self.link = self._tool("link", tr("Link the zoom of both pictures"), checkable=True)
        self.link.setChecked(True)
        self.link.toggled.connect(self.linked)
        choose = self._tool("photo", tr("Choose another reference picture"))
        choose.clicked.connect(self.choice_wanted)
        close = self._tool("close", tr("Put the reference picture away (Ctrl+5)"))
        close.clicked.connect(self.close_wanted)
        head = QHBoxLayout()
        head.setContentsMargins(theme.px(3), 0, theme.px(1), 0)
        head.setSpacing(0)
        head.addWidget(self._name, 1)
        for button in (self.link, choose, close):
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.canvas, 1)

    def show_name(self, name: str) -> None:
        self._name.show_text(tr("Reference: {name}", name=name))

    def _tool(self, icon: str, tip: str, *, checkable: bool = False) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setIcon(self._theme.icons(icon))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setCheckable(checkable)
        return button
