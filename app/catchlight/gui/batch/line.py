"""The batch under way in the bottom bar: how far it is; pressed, it leads to the batch window."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from catchlight.gui.batch.batches import Batches
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.time_left import remaining_time_text


class BatchLine(QPushButton):
    """Hidden while no batch is under way."""

    def __init__(self, batches: Batches, theme: Theme) -> None:
        super().__init__()
        self._batches = batches
        self.setProperty("role", "flat")
        self.setIcon(theme.icons("batch"))
        self.setToolTip(tr("The batch under way; press to see it"))
        batches.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        tally, busy = self._batches.tally, self._batches.busy
        self.setVisible(busy)
        if not busy:
            return
        ended, total = (tally.done + tally.failed, len(self._batches.items)) if tally is not None else (0, 0)
        text = tr("Batch {done} of {total}", done=ended, total=total or "…")
        if self._batches.paused:
            text += f"  ·  {tr('paused')}"
        elif tally is not None and tally.seconds_left is not None:
            text += f"  ·  {remaining_time_text(tally.seconds_left)}"
        self.setText(text)
        self.setAccessibleName(text)
