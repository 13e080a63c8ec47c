"""What the window's commands for pictures that come by themselves do: the watched folder and the tethered camera."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.jobs.job_bar import JobBar
from catchlight.gui.tether.tethering import Tethering
from catchlight.gui.watch.line import WatchLine
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.theme import Theme
from catchlight.paths import Home
from catchlight.service.presets.preset_library import PresetFolder

if TYPE_CHECKING:
    from catchlight.gui.tether.dialog import TetherDialog
    from catchlight.gui.watch.window import WatchWindow


class IntakeDesk(QObject):
    """One for each window; the watch and the camera belong to the session and go on over all of them."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        ask: SystemDialogs,
        home: Path,
        presets: Callable[[], QDialog],
        window: QWidget,
    ) -> None:
        """presets: shows the dialog of presets."""
        super().__init__(window)
        self._session = session
        self._theme = theme
        self._ask = ask
        self._home = Home(home)
        self._presets = presets
        self._window = window
        self.watch_window: WatchWindow | None = None
        """While it is open."""
        self.tether_dialog: TetherDialog | None = None
        known = session.findChild(Watching)
        self.watching = known if isinstance(known, Watching) else Watching(session, self._home)
        held = session.findChild(Tethering)
        self.tethering = held if isinstance(held, Tethering) else Tethering(session)
        if self.watching.window_open:
            QTimer.singleShot(0, self, self.open_watch)

    def join(self, bar: JobBar) -> None:
        """Show in the bar that a folder is watched."""
        line = WatchLine(self.watching, self._theme)
        line.clicked.connect(self.open_watch)
        bar.add(line)

    def slots(self) -> dict[str, Callable[[], object]]:
        """What they do, by the key of the command table."""
        return {"watch_folder": self.open_watch, "tether": self.open_tether, "release": self.release}

    def open_watch(self) -> None:
        """Show the window of the watched folder, or bring it to the front."""
        from catchlight.gui.watch.window import WatchWindow

        window = self.watch_window
        if window is None:
            shelf = PresetFolder(self._home.presets)
            window = self.watch_window = WatchWindow(
                self.watching, self._session, shelf, self._ask, self._theme, self._window
            )
            window.presets_wanted.connect(self._open_presets)
            window.finished.connect(self._watch_closed)
            self.watching.window_open = True
        _show(window)

    def open_tether(self) -> None:
        """Show the panel of the camera, and look for one."""
        from catchlight.gui.tether.dialog import TetherDialog

        dialog = self.tether_dialog
        if dialog is None:
            dialog = self.tether_dialog = TetherDialog(
                self.tethering, self._session, self._home, self._ask, self._theme, self._window
            )
            dialog.watch_wanted.connect(self.open_watch)
            dialog.finished.connect(self._tether_closed)
        if not self.tethering.busy:
            dialog.toggle()
        _show(dialog)

    def release(self) -> None:
        """Take a picture; without a camera, show the panel that says so."""
        if self.tethering.ready is None:
            self.open_tether()
        else:
            self.tethering.release()

    def _open_presets(self) -> None:
        self._presets().finished.connect(self._reload_presets)

    def _reload_presets(self, _result: int) -> None:
        if self.watch_window is not None:
            self.watch_window.reload_presets()

    def _watch_closed(self, _result: int) -> None:
        self.watching.window_open, self.watch_window = False, None

    def _tether_closed(self, _result: int) -> None:
        self.tether_dialog = None


def _show(window: QDialog) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
