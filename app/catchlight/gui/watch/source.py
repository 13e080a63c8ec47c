"""Which folder is watched, and how."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from catchlight.gui.app.window_memory import WatchChoices
from catchlight.gui.widgets.flow_layout import FlowLayout
from catchlight.gui.widgets.labels import OneLine, label
from catchlight.gui.widgets.push_button import push_button
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class SourcePane(QWidget):
    """Knows what is chosen; does nothing."""

    changed = Signal()
    folder_wanted = Signal()

    def __init__(self, last: WatchChoices, theme: Theme) -> None:
        super().__init__()
        self.folder: Path | None = Path(last.folder) if last.folder else None
        self._where = OneLine("", "small")
        self._where.setAccessibleName(tr("Folder that is watched"))
        browse = push_button(tr("Folder…"), tr("Choose the folder to watch"), self.folder_wanted.emit, theme, "folder")
        browse.setAccessibleName(tr("Choose the folder to watch"))
        line = QHBoxLayout()
        line.setSpacing(theme.px(2))
        line.addWidget(browse)
        line.addWidget(self._where, 1)
        row = QWidget()
        flow = FlowLayout(theme.px(2), row)
        self.only_new = self._switch(
            theme, flow, tr("Only new pictures"), tr("Leave the pictures that lie there at the start"), last.only_new
        )
        self.subfolders = self._switch(
            theme, flow, tr("Folders inside too"), tr("Take pictures of folders inside the folder too"), last.subfolders
        )
        self.poll = self._switch(
            theme, flow, tr("Network folder"), tr("Look every second, where the system reports no changes"), last.poll
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(1))
        column.addLayout(line)
        column.addWidget(row)
        self._show()

    def choices(self) -> WatchChoices:
        """For the watch, and for the next time; without what is done to the pictures."""
        return WatchChoices(
            folder=str(self.folder) if self.folder is not None else "",
            only_new=self.only_new.isChecked(),
            subfolders=self.subfolders.isChecked(),
            poll=self.poll.isChecked(),
        )

    def show_folder(self, folder: Path) -> None:
        self.folder = folder
        self._show()

    def _show(self) -> None:
        self._where.show_text(str(self.folder) if self.folder is not None else tr("No folder chosen"))
        self.changed.emit()

    def _switch(self, theme: Theme, flow: FlowLayout, text: str, tip: str, on: bool) -> Switch:
        made, holder = Switch(theme), QWidget()
        made.setAccessibleName(text)
        made.setToolTip(tip)
        made.setChecked(on)
        made.toggled.connect(lambda _on: self.changed.emit())
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, theme.px(3), 0)
        line.setSpacing(theme.px(1))
        words = label(text)
        words.setToolTip(tip)
        words.setBuddy(made)
        line.addWidget(made)
        line.addWidget(words)
        flow.addWidget(holder)
        return made
