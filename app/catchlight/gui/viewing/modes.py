"""How pictures are looked at: zoom, full screen, the picture alone, and the client's window, whose keys are the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.zoom_view import ZoomView
from catchlight.gui.colour.client_colours import ClientColours
from catchlight.gui.commands.command import Command
from catchlight.gui.culling.screen_preview import ScreenPreview
from catchlight.gui.viewing.client_window import ClientWindow
from catchlight.gui.viewing.full_screen import leave_full_screen, switch_full_screen
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
        self._shared: Sequence[QAction] = ()
        """Commands whose keys hold in the client's window too."""
        self._view: Callable[[], ZoomView] | None = None
        self._scene: CanvasScene | None = None
        self._preview: ScreenPreview | None = None
        self._culls = False
        self.client: ClientWindow | None = None
        """While it is open."""
        self._colours: ClientColours | None = None
        """Of the client's window."""

    def join(
        self,
        around: Sequence[QWidget],
        table: Sequence[Command],
        actions: Mapping[str, QAction],
        view: Callable[[], ZoomView],
    ) -> None:
        """around: what is hidden while the picture is alone. table: its rows of the view menu hold in the client's window too.
        view: the one that is looked at in the main window."""
        self._around, self._actions, self._view = around, actions, view
        self._shared = [actions[row.key] for row in table if row.menu == "view"]

    def slots(self) -> dict[str, Callable[[], object]]:
        """What its commands do, by key."""
        return {
            "full_screen": self.toggle_full_screen,
            "alone": self.toggle_alone,
            "client_window": self.toggle_client,
            "fit": lambda: self.view.fit(),
            "actual": lambda: self.view.actual_size(),
            "zoom_in": lambda: self.view.zoom_by(1.25),
            "zoom_out": lambda: self.view.zoom_by(0.8),
        }

    @property
    def view(self) -> ZoomView:
        """The view that has the keys."""
        assert self._view is not None
        client = self._client_in_use
        return client.canvas if client is not None else self._view()

    def canvas(self, own: Canvas) -> Canvas:
        """The canvas that has the keys. own: that of the main window."""
        client = self._client_in_use
        return own if client is None else client.canvas

    @property
    def _client_in_use(self) -> ClientWindow | None:
        """The client's window while it has the keys."""
        return self.client if self.client is not None and self.client.isActiveWindow() else None

    @property
    def alone(self) -> bool:
        """Whether the picture is alone in the window."""
        return bool(self._around) and self._around[0].isHidden()

    def toggle_full_screen(self) -> None:
        """Of the window that has the keys."""
        client = self._client_in_use
        if client is not None:
            client.toggle_full_screen()
        else:
            switch_full_screen(self._window)
        self.tell_full_screen()

    def leave_full_screen(self) -> bool:
        """Give the main window back the state that it had before; says whether it was full screen."""
        return leave_full_screen(self._window)

    def tell_full_screen(self) -> None:
        """Check the command as the main window is."""
        if self._actions:
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
        self.client = ClientWindow(self._theme, self._shared)
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
