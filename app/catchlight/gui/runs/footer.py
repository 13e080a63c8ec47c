"""The foot of the window of a run: how it stands, what stands in the way, and the buttons that drive it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.push_button import push_button
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class RunFooter(QWidget):
    """Shows and emits."""

    start_wanted = Signal()
    report_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, stop: Callable[[], object], stop_tip: str, start_tip: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.said = label("", "section", wrap=True)
        self.trouble = warning_label()
        self.report_button = push_button(
            tr("Report…"), tr("Write a table of all pictures as a CSV file"), self.report_wanted.emit, theme
        )
        self.open_button = push_button(
            tr("Open folder"), tr("Show the results in the system's own window"), self.folder_wanted.emit, theme
        )
        self.stop_button = push_button(tr("Stop"), stop_tip, stop, theme, "close")
        self.start_button = push_button(tr("Start"), start_tip, self.start_wanted.emit, theme)
        self.start_button.setProperty("role", "primary")
        self.start_button.setMinimumWidth(theme.px(26))
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self.start_button.click)

    def _lay(self, above: Sequence[QWidget], own: Sequence[QPushButton]) -> None:
        """above: over the line of buttons; own: buttons of this kind of run, left of the one that stops it."""
        line = QHBoxLayout()
        line.setSpacing(self._theme.px(2))
        line.addWidget(self.said, 1)
        for button in (self.report_button, self.open_button, *own, self.stop_button, self.start_button):
            line.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.px(2))
        for widget in (*above, self.trouble):
            column.addWidget(widget)
        column.addLayout(line)

    def show_state(self, missing: str) -> None:
        """missing: what is to be chosen before it can begin; empty where nothing is."""
        raise NotImplementedError

    def complain(self, sentence: str) -> None:
        """What stands in the way; empty takes it away."""
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))
