"""The batch under way in the bottom bar: how far it is; pressed, it leads to the batch window."""

from __future__ import annotations

from catchlight.gui.batch.batches import Batches
from catchlight.gui.runs.line import RunLine
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.time_left import remaining_time_text


class BatchLine(RunLine):
    def __init__(self, batches: Batches, theme: Theme) -> None:
        self._batches = batches
        super().__init__(batches, "batch", tr("The batch under way; press to see it"), theme)

    def summary(self) -> str:
        tally, items = self._batches.tally, self._batches.items
        ended, total = (tally.done + tally.failed, len(items)) if tally is not None else (0, 0)
        text = tr("Batch {done} of {total}", done=ended, total=total or "…")
        if self._batches.paused:
            text += f"  ·  {tr('paused')}"
        elif tally is not None and tally.seconds_left is not None:
            text += f"  ·  {remaining_time_text(tally.seconds_left)}"
        return text
