"""Follows a window from screen to screen, and finds the colours that it is to be shown through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import ProofChoices
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.colour.profiles.system_profile import ScreenPlace, place_of, screen_key, system_profile
from catchlight.imaging.colour.output_profiles import OutputProfile, check_output_profile, read_output_profile
from catchlight.imaging.colour.output_transform import Proof, ScreenColours
from catchlight.store.settings.picture_settings import DisplayColours

NONE, SYSTEM = "none", "system"
"""Choices for a screen that are no file."""
FoundColours = tuple[ScreenColours | None, ScreenColours | None]
"""Of the picture that is worked on, with a proof where one is wanted; and of the screen alone."""


class ScreenFollower(QObject):
    """Profiles are read and tried on workers. Asks anew when the window is shown, on another screen, and when told to."""

    found = Signal(object)
    """FoundColours; only those that were asked for last."""
    refused = Signal(object)
    """The CatchlightError of a profile that cannot be used."""

    def __init__(self, session: Session, window: QWidget, proof: Callable[[], ProofChoices | None]) -> None:
        """proof: what pictures are proofed for at present; None for nothing."""
        super().__init__(window)
        self._session, self._window, self._proof = session, window, proof
        self._asked = 0
        window.installEventFilter(self)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.screenAdded.connect(self.refresh)
            application.screenRemoved.connect(self.refresh)

    @property
    def screen(self) -> QScreen:
        """The one that the window is on."""
        return self._window.screen()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            handle = self._window.windowHandle()
            if handle is not None:
                handle.screenChanged.connect(self.refresh)
            self.refresh()
        return False

    def refresh(self, _screen: object = None) -> None:
        """Look again at screen, settings and proof."""
        settings = self._session.memory.settings.display
        choice = settings.screens.get(screen_key(self.screen), SYSTEM)
        place, proof = place_of(self.screen), self._proof()
        self._asked += 1
        number = self._asked

        def work(progress: Progress) -> tuple[int, FoundColours | CatchlightError]:
            try:
                return number, _find_colours(choice, place, settings, proof)
            except CatchlightError as error:
                return number, error

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(self._answered)

    def _answered(self, answer: tuple[int, FoundColours | CatchlightError]) -> None:
        number, found = answer
        if number != self._asked:
            return
        if isinstance(found, CatchlightError):
            self.refused.emit(found)
        else:  # two windows may have asked for the same at once
            self.found.emit(tuple(None if colours is None else _known(colours) for colours in found))


def display_profile(choice: str, place: ScreenPlace) -> OutputProfile | None:
    """The profile that a choice for a screen stands for; None for none. Raises InvalidRequest for one that is refused.

    choice: NONE, SYSTEM or a file. For workers.
    """
    if choice == NONE:
        return None
    if choice == SYSTEM:
        data = system_profile(place)
        return check_output_profile(data, place.name, "display") if data else None
    return read_output_profile(Path(choice), "display")


def _find_colours(
    choice: str, place: ScreenPlace, settings: DisplayColours, proof: ProofChoices | None
) -> FoundColours:
    """On a worker: transforms are built here. Raises InvalidRequest for a profile that is refused."""
    display = display_profile(choice, place)
    screen = _known(ScreenColours(display, settings.intent, settings.black_point))
    picture = screen
    if proof is not None:
        profile = read_output_profile(Path(proof.profile), "proof")
        wanted = Proof(profile, proof.intent, proof.black_point, proof.paper_white, proof.gamut)
        picture = _known(ScreenColours(display, settings.intent, settings.black_point, wanted))
    for colours in (screen, picture):
        if colours.active:
            colours.transform()
    return picture if picture.active else None, screen if screen.active else None


def _known(colours: ScreenColours) -> ScreenColours:
    """The one that is used already, where it shows the same: what was made ready for it stays."""
    used = (CURRENT.canvas, CURRENT.small, CURRENT.client)
    return next((one for one in used if one is not None and one.key == colours.key), colours)
