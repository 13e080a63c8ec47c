"""The panel of the tethered camera: how it stands, what is set at it, and the release. It stays connected when that closes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from catchlight.camera.port import CameraSetting, SettingId
from catchlight.core.messages import mark
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import TetherChoices
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.tether.tethering import Tethering
from catchlight.gui.widgets.labels import OneLine, label, restyle
from catchlight.gui.widgets.push_button import push_button
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.paths import Home

NAMES: dict[SettingId, str] = {
    "shutter": mark("Shutter speed"),
    "aperture": mark("Aperture"),
    "iso": mark("ISO"),
    "compensation": mark("Exposure compensation"),
    "white_balance": mark("White balance"),
}


class TetherDialog(QDialog):
    """Beside the window, not over it: pictures are looked at while it is open."""

    watch_wanted = Signal()

    def __init__(
        self, tethering: Tethering, session: Session, home: Home, ask: SystemDialogs, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._tethering = tethering
        self._session = session
        self._home = home
        self._ask = ask
        self.setWindowTitle(tr("Tethered camera"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.boxes: dict[SettingId, QComboBox] = {}
        self._shown: set[SettingId] = set()
        self._build(theme)
        tethering.changed.connect(self._show)
        self._show()

    def _build(self, theme: Theme) -> None:
        self.title = label(tr("No camera"), "title")
        self.words = label("", "muted", wrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.px(3))
        self._grid.setVerticalSpacing(theme.px(2))
        self._grid.setColumnStretch(1, 1)
        self._where = OneLine("", "small")
        self._where.setAccessibleName(tr("Folder of the pictures"))
        self.browse = push_button(
            tr("Folder…"), tr("Choose the folder of the pictures"), self._choose_folder, theme, "folder"
        )
        where = QHBoxLayout()
        where.setSpacing(theme.px(2))
        where.addWidget(self.browse)
        where.addWidget(self._where, 1)
        self.count = label("", "small")
        self.connect_button = push_button(tr("Connect"), tr("Look for the camera on USB"), self.toggle, theme)
        self.watch_button = push_button(
            tr("Watch a folder…"),
            tr("Take what the camera's own program writes"),
            self.watch_wanted.emit,
            theme,
            "folder",
        )
        self.release_button = push_button(
            tr("Release"), tr("Take a picture (Space; F8 in the main window)"), self._tethering.release, theme
        )
        self.release_button.setProperty("role", "primary")
        self.release_button.setMinimumWidth(theme.px(30))
        self.release_button.setShortcut(Qt.Key.Key_Space)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.px(2))
        for button in (self.connect_button, self.watch_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.release_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        for widget in (self.title, self.words):
            column.addWidget(widget)
        column.addLayout(self._grid)
        column.addStretch(1)
        column.addLayout(where)
        column.addWidget(self.count)
        column.addLayout(buttons)
        self.setMinimumWidth(theme.px(110))

    @property
    def folder(self) -> Path:
        """Of the session: the chosen one, or one of the day in the program's own."""
        chosen = self._session.memory.state.tether.folder
        return Path(chosen) if chosen else self._home.camera / date.today().isoformat()

    def toggle(self) -> None:
        """Look for the camera, or let it go."""
        if self._tethering.busy:
            self._tethering.stop()
        else:
            self._tethering.begin(self.folder, self._session.memory.state.tether.pattern)

    def _choose_folder(self) -> None:
        chosen = self._ask.folder(self, tr("Choose the folder of the pictures"), str(self.folder.parent))
        if chosen is not None:
            last = self._session.memory.state.tether
            self._session.memory.keep(tether=TetherChoices(folder=str(chosen), pattern=last.pattern))
            self._session.save_memory()
            self._show()

    def _show(self) -> None:
        tethering = self._tethering
        ready = tethering.ready
        self.title.setText(ready.name if ready is not None else tr("No camera"))
        idle = tr("Connect a camera by USB, switch it on, and press Connect.")
        self.words.setText(tethering.words or (idle if not tethering.busy else ""))
        self.words.setVisible(bool(self.words.text()))
        self.words.setProperty("state", "fail" if ready is not None and tethering.words else "")
        restyle(self.words)
        self._show_settings(ready.settings if ready is not None else ())
        self._where.show_text(str(self.folder))
        self.browse.setEnabled(not tethering.busy)
        taken = tethering.pictures
        self.count.setText(
            tr("{count} taken, the last is {name}", count=len(taken), name=taken[-1].name) if taken else ""
        )
        self.connect_button.setText(tr("Disconnect") if tethering.busy else tr("Connect"))
        self.connect_button.setAccessibleName(self.connect_button.text())
        self.watch_button.setVisible(ready is None)
        self.release_button.setEnabled(ready is not None and ready.can_release)

    def _show_settings(self, settings: Sequence[CameraSetting]) -> None:
        """A box for each setting; boxes that are there are kept, so that a list which is open is not closed."""
        known = {one.id: one for one in settings}
        for gone in self.boxes.keys() - known.keys():
            box = self.boxes.pop(gone)
            caption = self._grid.itemAtPosition(list(NAMES).index(gone), 0)
            for widget in (box, caption.widget() if caption is not None else None):
                if widget is not None:
                    self._grid.removeWidget(widget)
                    widget.hide()
                    widget.deleteLater()
        for setting in known.values():
            box = self.boxes.get(setting.id) or self._add_box(setting)
            if [box.itemText(number) for number in range(box.count())] != list(setting.choices):
                box.clear()
                box.addItems(setting.choices)
            box.setCurrentText(setting.value)
        if self.isVisible() and known.keys() != self._shown:
            self.adjustSize()
        self._shown = set(known)

    def _add_box(self, setting: CameraSetting) -> QComboBox:
        box, name = QComboBox(), tr(NAMES[setting.id])
        box.setAccessibleName(name)
        box.setToolTip(tr("Set it at the camera"))
        box.activated.connect(lambda _index: self._tethering.choose(setting.id, box.currentText()))
        row = list(NAMES).index(setting.id)
        caption = label(name, "section")
        caption.setBuddy(box)
        self._grid.addWidget(caption, row, 0)
        self._grid.addWidget(box, row, 1)
        self.boxes[setting.id] = box
        return box
