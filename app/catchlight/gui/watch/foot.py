"""The foot of the window of the watched folder: how it stands, what is told, and the buttons that drive it."""

from __future__ import annotations

from catchlight.gui.runs.footer import RunFooter
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class WatchFooter(RunFooter):
    def __init__(self, watching: Watching, theme: Theme) -> None:
        stop_tip = tr("Watch no more; what is not done yet is done when the folder is watched again")
        super().__init__(watching.stop, stop_tip, tr("Watch the folder (Ctrl+Return)"), theme)
        self._watching = watching
        self.notice = label("", "muted", wrap=True)
        self._lay((self.notice,), ())

    def show_state(self, missing: str) -> None:
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
