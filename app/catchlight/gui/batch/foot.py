"""The foot of the batch window: how far the whole is, what stands in the way, and the buttons that drive it."""

from __future__ import annotations

from PySide6.QtCore import Signal

from catchlight.gui.batch.batches import Batches
from catchlight.gui.batch.words import tally_summary
from catchlight.gui.jobs.job_bar import ProgressBar
from catchlight.gui.runs.footer import RunFooter
from catchlight.gui.widgets.push_button import push_button
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class BatchFooter(RunFooter):
    retry_wanted = Signal()

    def __init__(self, batches: Batches, theme: Theme) -> None:
        stop_tip = tr("Stop; what is finished is kept, the rest can be done later")
        super().__init__(batches.stop, stop_tip, tr("Do the steps to every picture (Ctrl+Return)"), theme)
        self._batches = batches
        self.bar = ProgressBar(theme)
        self.bar.setAccessibleName(tr("Progress of the batch"))
        self.retry_button = push_button(
            tr("Try the failed ones again"), tr("Do those that failed once more"), self.retry_wanted.emit, theme
        )
        self.pause_button = push_button(
            tr("Pause"), tr("Begin no further picture; those at work end"), self._pause, theme, "pause"
        )
        self._lay((self.bar,), (self.retry_button, self.pause_button))

    def show_state(self, missing: str) -> None:
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

    def _pause(self) -> None:
        if self._batches.paused:
            self._batches.resume()
        else:
            self._batches.pause()
