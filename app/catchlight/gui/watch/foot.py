"""The foot of the window of the watched folder: how it stands, what is told, and the buttons that drive it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from catchlight.gui.batch.files_pane import push_button
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class WatchFooter(QWidget):
    """Shows and emits."""

    start_wanted = Signal()
    report_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, watching: Watching, theme: Theme) -> None:
        super().__init__()
        self._watching = watching
        self.said = label("", "section", wrap=True)
        self.notice = label("", "muted", wrap=True)
        self.trouble = warning_label()
        self.report_button = push_button(
            tr("Report…"), tr("Write a table of all pictures as a CSV file"), self.report_wanted.emit, theme
        )
        self.open_button = push_button(
            tr("Open folder"), tr("Show the results in the system's own window"), self.folder_wanted.emit, theme
        )
        self.stop_button = push_button(
            tr("Stop"),
            tr("Watch no more; what is not done yet is done when the folder is watched again"),
            watching.stop,
            theme,
            "close",
        )
        self.start_button = push_button(
            tr("Start"), tr("Watch the folder (Ctrl+Return)"), self.start_wanted.emit, theme
        )
        self.start_button.setProperty("role", "primary")
        self.start_button.setMinimumWidth(theme.px(26))
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self.start_button.click)
        line = QHBoxLayout()
        line.setSpacing(theme.px(2))
        line.addWidget(self.said, 1)
        for button in (self.report_button, self.open_button, self.stop_button, self.start_button):
            line.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        for widget in (self.notice, self.trouble):
            column.addWidget(widget)
        column.addLayout(line)

    def show_state(self, missing: str) -> None:
        """missing: what is to be chosen before it can begin; empty where nothing is."""
        watching = self._watching
        self.said.setText(self._summary() if watching.busy or watching.items else missing)
        self.notice.setText(watching.notice)
        self.notice.setVisible(bool(watching.notice))
        self.report_button.setVisible(bool(watching.items))
        self.open_button.setVisible(watching.count("done") > 0)
        self.stop_button.setVisible(watching.busy)
        self.stop_button.setEnabled(not watching.stopping)
        self.start_button.setVisible(not watching.busy)
        self.start_button.setEnabled(not missing)

    def complain(self, sentence: str) -> None:
        """What stands in the way; empty takes it away."""
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))

    def _summary(self) -> str:
        """How it stands in one line."""
        watching = self._watching
        parts = [tr("{count} done", count=watching.count("done"))]
        if failed := watching.count("failed"):
            parts.append(tr("{count} failed", count=failed))
        if watching.stopping:
            parts.append(tr("stopping"))
        elif not watching.busy:
            parts.append(tr("not watched any more"))
        elif waiting := watching.count("waiting") + watching.count("writing"):
            parts.append(tr("{count} at work or waiting", count=waiting))
        else:
            parts.append(tr("waiting for pictures"))
        return "  ·  ".join(parts)
