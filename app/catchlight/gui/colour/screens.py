"""What the preferences do about screens: read and try the profile that is chosen, keep it, and say what it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.colour.choices import ICC
from catchlight.gui.colour.profiles.system_profile import ScreenPlace, place_of, screen_key
from catchlight.gui.colour.screen_follower import NONE, SYSTEM, display_profile
from catchlight.gui.colour.screens_pane import FILE, ScreensPane
from catchlight.gui.colour.trial import ProfileTrial
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.colour.output_profiles import OutputProfile

Change = Callable[[dict[str, object]], None]


class ScreenChoices(QObject):
    """Serves the screens of one preferences dialog."""

    def __init__(
        self, session: Session, change: Change, ask: SystemDialogs, pane: ScreensPane, dialog: QWidget
    ) -> None:
        """change: writes settings by name, of a part only what is given."""
        super().__init__(dialog)
        self._session, self._change, self._ask, self._pane, self._dialog = session, change, ask, pane, dialog
        self._places: dict[str, ScreenPlace] = {}
        for screen in QGuiApplication.screens():
            key = screen_key(screen)
            if key in self._places:
                continue
            self._places[key] = place_of(screen)
            name = " ".join(part for part in (screen.manufacturer(), screen.model() or screen.name()) if part)
            pane.add(key, name or tr("Screen"), self._choice(key))
            self._describe(key)
        pane.chosen.connect(self._choose)

    def _choice(self, key: str) -> str:
        return self._session.memory.settings.display.screens.get(key, SYSTEM)

    def _choose(self, key: str, choice: str) -> None:
        self._pane.refuse("")
        if choice != FILE:
            self._keep(key, choice)
            return
        self._pane.show_choice(key, self._choice(key))
        file = self._ask.file(self._dialog, tr("Choose the screen's profile"), str(Path.home()), ICC)
        if file is not None:
            trial = ProfileTrial(self._session.jobs, "display", self)
            trial.taken.connect(partial(self._keep, key))
            trial.refused.connect(self._pane.refuse)
            trial.begin(file)

    def _keep(self, key: str, choice: str) -> None:
        screens = self._session.memory.settings.display.screens
        self._change({"display": {"screens": {**screens, key: choice}}})
        self._pane.show_choice(key, choice)
        self._describe(key)

    def _describe(self, key: str) -> None:
        """Say on a worker's word what the choice stands for."""
        choice, place = self._choice(key), self._places[key]
        if choice == NONE:
            self._pane.tell(key, tr("Numbers go to the screen as they are."))
            return

        def work(_progress: Progress) -> tuple[str, str, OutputProfile | CatchlightError | None]:
            try:
                return key, choice, display_profile(choice, place)
            except CatchlightError as error:
                return key, choice, error

        self._session.jobs.submit("", work, lane="files", visible=False).finished.connect(self._tell)

    def _tell(self, answer: tuple[str, str, OutputProfile | CatchlightError | None]) -> None:
        key, choice, found = answer
        if choice != self._choice(key):
            return
        if isinstance(found, CatchlightError):
            text = sentence_of(found)
        elif found is None:
            text = tr("The system keeps no profile for this screen: numbers go to it as they are.")
        elif found.srgb:
            text = tr("{name}: this is sRGB, nothing is changed.", name=found.name)
        else:
            text = found.name
        self._pane.tell(key, text)
