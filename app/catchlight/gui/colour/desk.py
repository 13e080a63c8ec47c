"""What the window is shown through: the profile of the screen it is on, and a soft proof where one is wanted."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QMainWindow, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import ProofChoices
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.colour.pyramid_converter import PyramidConverter
from catchlight.gui.colour.screen_follower import FoundColours, ScreenFollower


class ColourDesk(QObject):
    """One for each main window: its canvases, and all that is small, in the colours of its screen."""

    changed = Signal()
    """Cards, film strip and canvas are shown through other colours; or a proof is shown, or no more."""

    def __init__(self, session: Session, canvas: Canvas, window: QMainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.proof = False
        """Whether a proof is wanted; it never outlives the session."""
        self._converter = PyramidConverter(session.jobs, lambda: CURRENT.canvas, self)
        self.serve(canvas)
        self._follower = ScreenFollower(session, window, self._proof_choices)
        self._follower.found.connect(self._use)
        self._follower.refused.connect(self._refuse)

    def serve(self, canvas: Canvas) -> None:
        """Show a canvas through the colours of the screen and of the proof."""
        self._converter.serve(canvas)

    @property
    def screen(self) -> QScreen:
        """The one that the window is on."""
        return self._follower.screen

    def show_proof(self, on: bool) -> None:
        self.proof = on
        self.refresh()

    def refresh(self) -> None:
        """Look again at screen, settings and proof, and show the window through what they say."""
        self._follower.refresh()

    def leave(self) -> None:
        """The window closes: whatever comes next starts with numbers as they are."""
        CURRENT.canvas = CURRENT.small = None

    def _proof_choices(self) -> ProofChoices | None:
        return self._session.memory.state.proof if self.proof else None

    def _refuse(self, error: CatchlightError) -> None:
        self._session.report(error)
        if self.proof:
            self.proof = False
            self.refresh()
        else:
            self._use((None, None))

    def _use(self, found: FoundColours) -> None:
        if found != (CURRENT.canvas, CURRENT.small):
            CURRENT.canvas, CURRENT.small = found
            for widget in self._window.findChildren(QWidget):
                widget.update()
            self._converter.show(CURRENT.small)
        self.changed.emit()
