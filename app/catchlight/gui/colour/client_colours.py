"""What the client's window is shown through: the profile of its own screen, which may be another than the main window's."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.colour.pyramid_converter import PyramidConverter
from catchlight.gui.colour.screen_follower import FoundColours, ScreenFollower


class ClientColours(QObject):
    """While the client's window is open. Shows no proof: nothing there says that one is shown."""

    def __init__(self, session: Session, canvas: Canvas, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._converter = PyramidConverter(session.jobs, lambda: CURRENT.client, self)
        self._converter.serve(canvas)
        self._follower = ScreenFollower(session, window, lambda: None)
        self._follower.found.connect(self._use)
        self._follower.refused.connect(self._refuse)

    def refresh(self) -> None:
        """Look again at screen and settings."""
        self._follower.refresh()

    def leave(self) -> None:
        """The window closes."""
        self._converter.stop()
        CURRENT.client = None

    def _refuse(self, error: CatchlightError) -> None:
        self._session.report(error)
        self._use((None, None))

    def _use(self, found: FoundColours) -> None:
        if found[1] is not CURRENT.client:
            CURRENT.client = found[1]
            self._converter.show()
