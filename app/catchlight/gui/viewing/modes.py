"""Full screen, the picture alone, and the client's window: their commands, and what of the window they hide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.colour.client_colours import ClientColours
from catchlight.gui.culling.screen_preview import ScreenPreview
from catchlight.gui.viewing.client_window import ClientWindow
from catchlight.gui.widgets.theme import Theme


class ViewingModes(QObject):
    """One for each main window."""

    def __init__(self, session: Session, window: QMainWindow, theme: Theme) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._theme = theme
        self._around: Sequence[QWidget] = ()
        self._actions: Mapping[str, QAction] = {}
        self._scene: CanvasScene | None = None
        self._preview: ScreenPreview | None = None
        self._culls = False
        self.client: ClientWindow | None = None
        """While it is open."""
        self._colours: ClientColours | None = None
        """Of the client's window."""

    def join(self, around: Sequence[QWidget], actions: Mapping[str, QAction]) -> None:
        """around: what is hidden while the picture is alone."""
        self._around, self._actions = around, actions

    def slots(self) -> dict[str, Callable[[], object]]:
        """What its commands do, by key."""
        return {"full_screen": self.toggle_full_screen, "alone": self.toggle_alone, "client_window": self.toggle_client}

    @property
    def alone(self) -> bool:
        """Whether the picture is alone in the window."""
        return bool(self._around) and self._around[0].isHidden()

    def toggle_full_screen(self) -> None:
        if self._window.isFullScreen():
            self._window.showNormal()
        else:
            self._window.showFullScreen()
        self._actions["full_screen"].setChecked(self._window.isFullScreen())

    def toggle_alone(self) -> None:
        shown = self.alone
        for widget in self._around:
            widget.setVisible(shown)
        self._actions["alone"].setChecked(not shown)

    def leave(self) -> bool:
        """Bring back what is hidden; says whether there was something."""
        if self.alone:
            self.toggle_alone()
            return True
        return False

    # The client's window

    def toggle_client(self) -> None:
        if self.client is not None:
            self.client.close()
            return
        self.client = ClientWindow(self._theme)
        self.client.closed.connect(self._client_closed)
        self._colours = ClientColours(self._session, self.client.canvas, self.client)
        self.client.stand(self._window)
        self._actions["client_window"].setChecked(True)
        self._show()
        self._window.activateWindow()

    def refresh_colours(self) -> None:
        """The settings are others."""
        if self._colours is not None:
            self._colours.refresh()

    def show_scene(self, scene: CanvasScene | None) -> None:
        """What the canvas shows now."""
        self._scene = scene
        self._show()

    def show_preview(self, preview: ScreenPreview | None) -> None:
        """What is looked at while pictures are chosen."""
        self._preview = preview
        self._show()

    def cull(self, on: bool) -> None:
        """Whether pictures are chosen now."""
        self._culls = on
        self._show()

    def close(self) -> None:
        """The window goes: so does the client's."""
        if self.client is not None:
            self.client.close()

    def _show(self) -> None:
        if self.client is None:
            return
        if self._culls:
            self.client.follow_preview(self._preview)
        else:
            self.client.follow(self._scene)

    def _client_closed(self) -> None:
        if self._colours is not None:
            self._colours.leave()
        if self.client is not None:
            self.client.deleteLater()
        self.client = self._colours = None
        self._actions["client_window"].setChecked(False)
