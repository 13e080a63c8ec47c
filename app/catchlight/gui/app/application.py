"""Starting the window: the only place of the package that builds its parts."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.client.job_backend import JobBackends
from catchlight.gui.app.file_events import FileEvents
from catchlight.gui.app.gc_policy import GcPolicy
from catchlight.gui.app.main_window import MainWindow
from catchlight.gui.app.session import Session
from catchlight.gui.app.start_notices import tell_notices
from catchlight.gui.app.window_layout import keep_geometry
from catchlight.gui.app.window_memory import Memory, SettingsStore
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.restore_steps import GenerationHistory
from catchlight.gui.engines.memory_store import MemoryStore
from catchlight.gui.recovery.recovery import Recovery
from catchlight.gui.recovery.tab_drafts import Drafts
from catchlight.gui.widgets import theme
from catchlight.gui.wording.i18n import Language
from catchlight.paths import Home, resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import Editor
from catchlight.service.imagining.engines import Engines
from catchlight.service.marks.marks import MarkFiles
from catchlight.service.signing import Signing
from catchlight.store.previews import Previews, content_version
from catchlight.store.settings.engine_settings import LanguageModelSettings

if TYPE_CHECKING:
    from catchlight.service.rewording import LanguageModel
    from catchlight.store.marks import MarkStore
    from catchlight.store.style_book import StyleBook

WINDOW_FILE = "window.json"
SWITCH_SECONDS = 0.0005
"""How soon a busy worker gives way. Qt calls let other threads in, so painting waits this long again and again: with
Python's usual 5 ms a window full of controls stands still for 100 ms while an edit runs."""


TOUR_AFTER_MS = 1500
"""When the first start's tour begins: the window has its place, and the sample is seen."""


class DesktopApplication(QObject):
    """The application around a session: dresses the window anew when theme, language or text size change."""

    def __init__(
        self, application: QApplication, session: Session, home: Home, ask: SystemDialogs | None = None
    ) -> None:
        super().__init__()
        self._application = application
        self._system_font = QFont(application.font())
        self._home = home
        self._ask = ask or SystemDialogs()
        self._language = Language(application)
        self.session = session
        self.recovery: Recovery | None = None
        application.setStyle("Fusion")
        sys.setswitchinterval(SWITCH_SECONDS)
        self._rubbish = GcPolicy(session.jobs, self)
        application.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        application.applicationStateChanged.connect(self._state_changed)
        self.window = self._dressed()

    def _dressed(self) -> MainWindow:
        """A window in the looks that were chosen."""
        memory = self.session.memory
        self._language.use(memory.settings.language)
        looks = theme.build(memory.settings.theme, memory.state.text_scale)
        theme.apply_metrics(self._application, looks, self._system_font)
        window = MainWindow(self.session, looks, self._ask, self._home.root)
        theme.apply_theme(window, looks)
        window.redress.connect(self.redress)
        window.closed.connect(self.shut_down)
        return window

    def stand(self) -> None:
        """Show the window; the tabs that are not chosen come after it."""
        self.window.show()
        self.window.tabs.fill()

    def redress(self) -> None:
        """A new window in the chosen looks, in the place of the old one, with its choices."""
        old = self.window
        keep_geometry(old, self.session.memory)
        old.closed.disconnect(self.shut_down)
        kept, chosen = old.tabs.keep(), old.tab.key
        self.window = self._dressed()
        self.window.take_over(kept, chosen)
        self.window.show()
        if old.dialogs.in_preferences:
            self.window.dialogs.preferences()
        old.retire()

    def shut_down(self) -> None:
        """Stop the workers and give the application its own looks back; called when the window closes."""
        self._rubbish.stop()
        self.session.shut_down()
        if self.recovery is not None:
            self.recovery.close()
        self._language.use("en")
        self._application.setFont(self._system_font)

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self.session.changes.look()

    def _scheme_changed(self) -> None:
        if self.session.memory.settings.theme == "system":
            self.redress()


def run(
    home: Home,
    catalogue: Catalogue,
    editor: Editor,
    portraits: Portraits,
    generations: GenerationHistory,
    settings: SettingsStore,
    paths: list[Path],
    places: EditBackend,
    job_places: JobBackends | None = None,
    begun: Callable[[DesktopApplication], None] | None = None,
    engines: Engines | None = None,
    language_model: Callable[[LanguageModelSettings], LanguageModel | None] | None = None,
) -> int:
    """Show the window until it is closed; returns the exit status.

    paths: pictures or folders to open; without any, the first start opens the sample. places: where edits run, what
    ``editor`` ends in. job_places: where profile pictures are made. language_model: makes the
    one of the settings. begun: called when the window and all its
    tabs are there, and what was left open is being opened.
    """
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName("catchlight")
    application.setApplicationDisplayName("Catchlight")
    application.setDesktopFileName("catchlight")
    memory = Memory(settings, home.root / WINDOW_FILE)
    session = session_of(home, catalogue, editor, portraits, generations, memory, places, job_places)
    if engines is not None:
        use_engines(session, engines)
    if language_model is not None:
        session.language_model = lambda: language_model(memory.settings.language_model)
    desk = DesktopApplication(application, session, home)
    if sys.platform == "darwin":
        application.installEventFilter(FileEvents(session))
    desk.stand()
    desk.recovery = Recovery(session, home, Drafts(desk), desk)

    def filled() -> None:
        gc.freeze()  # modules and window have come to stay
        gc.enable()
        begin(session, generations, paths, desk.recovery)
        if begun is not None:
            begun(desk)

    desk.window.tabs.filled.connect(filled)
    if begun is None and not memory.state.toured:
        QTimer.singleShot(TOUR_AFTER_MS, desk, lambda: offer_tour(desk))
    status = application.exec()
    desk.shut_down()
    return status


def use_engines(session: Session, engines: Engines) -> None:
    """Let the window use engines, whose rows it keeps in its own settings from now on."""
    engines.store = MemoryStore(session.memory, session.save_memory)
    session.engines = engines
    session.batch_engine = engines.adapters.for_batches


def offer_tour(desk: DesktopApplication) -> None:
    """Lead through the window, unless a dialog is in front of it (a preset's file was opened): then at the next start."""
    if QApplication.activeModalWidget() is None:
        desk.window.take_tour()


def session_of(
    home: Home,
    catalogue: Catalogue,
    editor: Editor,
    portraits: Portraits,
    generations: GenerationHistory,
    memory: Memory,
    places: EditBackend | None = None,
    job_places: JobBackends | None = None,
) -> Session:
    """A session that keeps its cards in the home."""

    def state() -> str:
        program = Path(__file__).resolve().parents[1]
        return content_version((program, resources(), home.catalogue), portraits.models.face_parsing)

    previews = Previews(home.previews, memory.settings.cache.max_megabytes * 1_000_000)
    session = Session(
        catalogue,
        editor,
        portraits,
        generations,
        memory,
        places,
        job_places,
        previews,
        state,
        home.pasted,
        open_style_book=lambda: _open_style_book(home),
        mark_files=MarkFiles(lambda: _open_marks(home)),
        resume_file=home.resume_points,
    )
    session.signing = Signing(home.credentials, lambda: memory.settings.credentials)
    return session


def _open_style_book(home: Home) -> StyleBook:
    from catchlight.store.style_book import StyleBook

    return StyleBook(home.style_book)


def _open_marks(home: Home) -> MarkStore:
    from catchlight.store.marks import MarkStore

    return MarkStore(home.marks)


def begin(session: Session, store: GenerationHistory, paths: list[Path], recovery: Recovery | None = None) -> None:
    """What is open at the start: what a crash has left open, then ``paths``; the very first time, the sample."""
    memory = session.memory
    tell_notices(session, store)
    if session.profile_jobs is not None:
        session.profile_jobs.resume()
    taken_back = recovery is not None and recovery.begin()
    if paths:
        session.open_paths(paths)
    elif not taken_back and not memory.state.greeted:
        session.open_sample()
    memory.keep(greeted=True)
    session.save_memory()
