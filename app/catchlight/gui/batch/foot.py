"""The foot of the batch window: how far the whole is, what stands in the way, and the buttons that drive it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from catchlight.gui.batch.batches import Batches
from catchlight.gui.batch.files_pane import push_button
from catchlight.gui.batch.words import tally_summary
from catchlight.gui.jobs.job_bar import ProgressBar
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class BatchFooter(QWidget):
    """Shows and emits."""

    start_wanted = Signal()
    retry_wanted = Signal()
    report_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, batches: Batches, theme: Theme) -> None:
        super().__init__()
        self._batches = batches
        self._theme = theme
        self.bar = ProgressBar(theme)
        self.bar.setAccessibleName(tr("Progress of the batch"))
        self.said = label("", "section", wrap=True)
        self.trouble = warning_label()
        self.report_button = push_button(
            tr("Report…"), tr("Write a table of all pictures as a CSV file"), self.report_wanted.emit, theme
        )
        self.open_button = push_button(
            tr("Open folder"), tr("Show the results in the system's own window"), self.folder_wanted.emit, theme
        )
        self.retry_button = push_button(
            tr("Try the failed ones again"), tr("Do those that failed once more"), self.retry_wanted.emit, theme
        )
        self.pause_button = push_button(
            tr("Pause"), tr("Begin no further picture; those at work end"), self._pause, theme, "pause"
        )
        self.stop_button = push_button(
            tr("Stop"), tr("Stop; what is finished is kept, the rest can be done later"), batches.stop, theme, "close"
        )
        self.start_button = push_button(
            tr("Start"), tr("Do the steps to every picture (Ctrl+Return)"), self.start_wanted.emit, theme
        )
        self.start_button.setProperty("role", "primary")
        self.start_button.setMinimumWidth(theme.px(26))
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self.start_button.click)
        line = QHBoxLayout()
        line.setSpacing(theme.px(2))
        line.addWidget(self.said, 1)
        for button in (self.report_button, self.open_button, self.retry_button, self.pause_button, self.stop_button):
            line.addWidget(button)
        line.addWidget(self.start_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(self.bar)
        column.addWidget(self.trouble)
        column.addLayout(line)

    def show_state(self, missing: str) -> None:
        """missing: what is to be chosen before it can begin; empty where nothing is."""
        batches = self._batches
        busy, over = batches.busy, batches.journal is not None and not batches.busy
        self._show_progress(busy, over, missing)
        self._show_buttons(busy, over)
        self.pause_button.setText(tr("Go on") if batches.paused else tr("Pause"))
        self.pause_button.setIcon(self._theme.icons("play" if batches.paused else "pause"))
        self.pause_button.setAccessibleName(self.pause_button.text())
        for button in (self.pause_button, self.stop_button):
            button.setEnabled(not batches.stopping)
        self.start_button.setText(tr("Go on") if batches.unfinished else tr("Start"))
        self.start_button.setAccessibleName(self.start_button.text())
        self.start_button.setEnabled(batches.unfinished or not missing)

    def _show_progress(self, busy: bool, over: bool, missing: str) -> None:
        tally = self._batches.tally
        self.bar.setVisible(busy or over)
        self.bar.show_fraction(tally.fraction if tally is not None else 0.0)
        if busy and tally is None:
            self.said.setText(tr("Beginning"))
        elif tally is not None and (busy or over):
            self.said.setText(tally_summary(tally, len(self._batches.items)))
        else:
            self.said.setText(missing)

    def _show_buttons(self, busy: bool, over: bool) -> None:
        batches = self._batches
        failed = any(item.state == "failed" for item in batches.items)
        for button, shown in (
            (self.report_button, over),
            (self.open_button, over),
            (self.retry_button, over and failed and not batches.unfinished),
            (self.pause_button, busy),
            (self.stop_button, busy),
            (self.start_button, not busy and (not over or batches.unfinished)),
        ):
            button.setVisible(shown)

    def complain(self, sentence: str) -> None:
        """What stands in the way; empty takes it away."""
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))

    def _pause(self) -> None:
        if self._batches.paused:
            self._batches.resume()
        else:
            self._batches.pause()
