"""What the window is shown through: the profile of the screen it is on, and a soft proof where one is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import ProofChoices
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.qt_images import ImagePyramid, make_ready
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.colour.system_profile import ScreenPlace, place_of, screen_key, system_profile
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.imaging.colour.output_profiles import OutputProfile, check_output_profile, read_output_profile
from catchlight.imaging.colour.output_transform import Proof, ScreenColours, ScreenTransform
from catchlight.store.settings import DisplayColours

_Found = tuple[ScreenColours | None, ScreenColours | None]
"""Of the canvas, and of cards and film strip."""
NONE, SYSTEM = "none", "system"
"""Choices for a screen that are no file."""


class ColourDesk(QObject):
    """Follows the window from screen to screen; profiles are read, tried and tabulated on workers."""

    changed = Signal()
    """Cards, film strip and canvas are shown through other colours; or a proof is shown, or no more."""

    def __init__(self, session: Session, canvas: Canvas, window: QMainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._asked = 0
        self._wanted: dict[ImagePyramid, None] = {}
        self._busy = False
        self._tables: list[BackgroundJob] = []
        """Tables that are being written, of the colours that are used now."""
        self.proof = False
        """Whether a proof is wanted; it never outlives the session."""
        self._canvases: list[Canvas] = []
        self.serve(canvas)
        window.installEventFilter(self)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.screenAdded.connect(self.refresh)
            application.screenRemoved.connect(self.refresh)

    def serve(self, canvas: Canvas) -> None:
        """Show a canvas through the colours of the screen and of the proof."""
        self._canvases.append(canvas)
        canvas.unready.connect(self._want)
        canvas.show_through(CURRENT.canvas)

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

    def show_proof(self, on: bool) -> None:
        self.proof = on
        self.refresh()

    def refresh(self, _screen: object = None) -> None:
        """Look again at screen, settings and proof, and show the window through what they say."""
        settings = self._session.memory.settings.display
        choice = settings.screens.get(screen_key(self.screen), SYSTEM)
        place = place_of(self.screen)
        proof = self._session.memory.state.proof if self.proof else None
        self._asked += 1
        number = self._asked

        def work(progress: Progress) -> tuple[int, _Found | CatchlightError]:
            try:
                return number, _colours(choice, place, settings, proof)
            except CatchlightError as error:
                return number, error

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(self._answered)

    def _answered(self, answer: tuple[int, _Found | CatchlightError]) -> None:
        number, found = answer
        if number != self._asked:
            return
        if not isinstance(found, CatchlightError):
            self._use(found)
            return
        self._session.report(found)
        if self.proof:
            self.proof = False
            self.refresh()
        else:
            self._use((None, None))

    def _use(self, found: _Found) -> None:
        """Show the window through these colours, of the canvas and of what is small."""
        if found == (CURRENT.canvas, CURRENT.small):
            self.changed.emit()
            return
        CURRENT.canvas, CURRENT.small = found
        for canvas in self._canvases:
            canvas.show_through(CURRENT.canvas)
        for widget in self._window.findChildren(QWidget):
            widget.update()
        self.changed.emit()
        for job in self._tables:
            job.cancel()
        wanted = [colours.transform() for colours in dict.fromkeys(found) if colours is not None]
        self._tables = [self._session.jobs.follow("", partial(_tabulate, transform)) for transform in wanted]

    # Pictures that were made ready for other colours, or for none

    def _want(self, pyramids: Sequence[ImagePyramid]) -> None:
        self._wanted |= dict.fromkeys(pyramids)
        self._next()

    def _next(self) -> None:
        colours = CURRENT.canvas
        if self._busy or colours is None:
            return
        pyramids = [one for one in self._wanted if _is_old(one, colours)]
        self._wanted.clear()
        if not pyramids:
            return

        def work(progress: Progress) -> None:
            for pyramid in pyramids:
                progress.check()
                make_ready(pyramid, colours)

        self._busy = True
        job = self._session.jobs.submit("", work, lane="files", visible=False)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(self._made)

    def _made(self, _result: object = None) -> None:
        self._busy = False
        for canvas in self._canvases:
            canvas.update()
        self._next()

    def leave(self) -> None:
        """The window closes: whatever comes next starts with numbers as they are."""
        CURRENT.canvas = CURRENT.small = None


def _tabulate(transform: ScreenTransform, progress: Progress) -> Iterator[object]:
    """In a thread of its own: it takes seconds, and nobody waits for it."""
    transform.tabulate(progress.check)
    yield transform


def _is_old(pyramid: ImagePyramid, colours: ScreenColours) -> bool:
    return pyramid.display.levels is None or pyramid.display.levels.colours is not colours


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


def _colours(choice: str, place: ScreenPlace, settings: DisplayColours, proof: ProofChoices | None) -> _Found:
    """On a worker: transforms are built here. Raises InvalidRequest for a profile that is refused."""
    display = display_profile(choice, place)
    small = _known(ScreenColours(display, settings.intent, settings.black_point))
    canvas = small
    if proof is not None:
        profile = read_output_profile(Path(proof.profile), "proof")
        wanted = Proof(profile, proof.intent, proof.black_point, proof.paper_white, proof.gamut)
        canvas = _known(ScreenColours(display, settings.intent, settings.black_point, wanted))
    for colours in (small, canvas):
        if colours.active:
            colours.transform()
    return canvas if canvas.active else None, small if small.active else None


def _known(colours: ScreenColours) -> ScreenColours:
    """The one that is used already, where it shows the same: what was made ready for it stays."""
    used = (CURRENT.canvas, CURRENT.small)
    return next((one for one in used if one is not None and one.key == colours.key), colours)
