"""What the window's commands for presets and batches do: saving steps, doing them to others, and the places for both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.batch.batches import Batches
from catchlight.gui.batch.line import BatchLine
from catchlight.gui.culling.mark_words import left_out_words
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.history import HistoryPanel
from catchlight.gui.jobs.job_bar import JobBar
from catchlight.gui.presets.applying import PresetRun
from catchlight.gui.presets.collecting import note_text, preset_steps, steps_to
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import is_chinese, tr, tr_counted
from catchlight.gui.wording.problems import Problem
from catchlight.paths import Home
from catchlight.service.presets.carry_over import AppliedStep, notes_on, preset_of
from catchlight.service.presets.preset import Preset
from catchlight.service.presets.preset_library import PresetFolder

if TYPE_CHECKING:
    from catchlight.gui.batch.window import BatchWindow
    from catchlight.gui.presets.presets_dialog import PresetsDialog

_LOOK_MS = 800
"""When an interrupted batch is looked for: the window is on screen before a database is loaded."""


class PresetCommands(QObject):
    """One for each window; the batch itself belongs to the session and goes on over all of them."""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, home: Path, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._theme = theme
        self._ask = ask
        self._window = window
        self._wanted = ""
        self.batch_window: BatchWindow | None = None
        """While it is open."""
        self.shelf = PresetFolder(Home(home).presets)
        known = session.findChild(Batches)
        self.batches = known if isinstance(known, Batches) else Batches(session, Home(home))
        if known is None:
            QTimer.singleShot(_LOOK_MS, self, self._look_for_interrupted)
        if self.batches.window_open:
            QTimer.singleShot(0, self, self.open_batch)

    def join(self, history: HistoryPanel, bar: JobBar) -> None:
        """Serve the history's menu, and show in the bar how far a batch is."""
        history.command_wanted.connect(self._do)
        line = BatchLine(self.batches, self._theme)
        line.clicked.connect(self.open_batch)
        bar.add(line)

    def slots(self) -> dict[str, Callable[[], object]]:
        """What they do, by the key of the command table."""
        return {
            "save_preset": self.save,
            "apply_others": self.apply_to_others,
            "presets": self.open_presets,
            "batch": self.open_batch,
        }

    def _do(self, key: str, index: int) -> None:
        {"save_preset": self.save, "apply_others": self.apply_to_others}[key](index)

    # Presets

    def save(self, index: int | None = None) -> None:
        """Ask for a name for the steps that led to the shown step, or to another."""
        from catchlight.gui.presets.saving import SavePresetDialog

        document = self._session.current
        if document is None or not steps_to(document, index):
            return
        place = document.index if index is None else index
        dialog = SavePresetDialog(self._session, document, place, self.shelf, self._theme, self._window)
        dialog.saved.connect(self._say_saved)
        dialog.open()

    def import_files(self, files: Sequence[Path]) -> None:
        """Import presets' files, in the place where presets lie."""
        self.open_presets().import_files(files)

    def open_presets(self) -> PresetsDialog:
        """Show the dialog of presets, or bring it to the front."""
        from catchlight.gui.presets.presets_dialog import PresetsDialog

        known = [place for place in self._window.findChildren(PresetsDialog) if place.isVisible()]
        if known:
            known[0].raise_()
            known[0].activateWindow()
            return known[0]
        place = PresetsDialog(self._session, self.shelf, self._ask, self._theme, self._window)
        place.apply_wanted.connect(self.apply_here)
        place.apply_all_wanted.connect(lambda preset: self._apply_to_all(preset, self._session.marks.worked_on))
        place.batch_wanted.connect(self._use_in_batch)
        place.finished.connect(lambda _result: self._reload_batch())
        place.open()
        return place

    def read(self, have: Callable[[Sequence[Preset]], None]) -> None:
        """Read the presets that can be used, in the background, and hand them over."""
        chinese = is_chinese()

        def work(_progress: Progress) -> list[Preset]:
            return [entry.preset for entry in self.shelf.all_entries(chinese) if entry.preset is not None]

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(have)
        job.failed.connect(self._session.report)

    def apply_to_others(self, index: int | None = None) -> None:
        """Do the steps that led to the shown step, or to another, to every other picture that the film strip shows, but not to
        rejected ones unless just they are shown."""
        document = self._session.current
        others = [entry for entry in self._session.marks.worked_on if entry is not document]
        done = preset_steps(document, steps_to(document, index)) if document is not None else []
        if not done:
            return
        if not others:
            self._say_none()
            return

        def work(_progress: Progress) -> Preset:
            return preset_of(tr("Steps"), done)

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(lambda preset: self._apply(preset, others))
        job.failed.connect(self._session.report)
        self._say_count(len(others), done)

    def apply_here(self, preset: Preset) -> None:
        """Do a preset to the current picture."""
        if self._session.current is not None:
            self._apply(preset, [self._session.current])

    def _apply_to_all(self, preset: Preset, documents: Sequence[OpenDocument]) -> None:
        if not documents:
            self._say_none()
            return
        self._apply(preset, documents)
        self._say_count(len(documents), ())

    def _apply(self, preset: Preset, documents: Sequence[OpenDocument]) -> None:
        PresetRun(self._session, preset, documents, self._session).begin()

    def _say_saved(self, preset: Preset) -> None:
        text = tr("Batch, Presets… does it to other pictures.")
        self._session.problem.emit(Problem(tr("Saved as “{name}”", name=preset.name), text, good=True))
        self._reload_batch()

    def _say_count(self, count: int, done: Sequence[AppliedStep]) -> None:
        """To how many pictures it is done, why others are left out, and what of the steps stays with the picture they were made
        on."""
        title = tr_counted(
            "The steps are being done to {count} picture", "The steps are being done to {count} pictures", count
        )
        kinds = dict.fromkeys(kind for one in done for kind in notes_on(one) if kind not in ("relative", "face"))
        said = [left_out_words(*self._session.marks.left_out), *(note_text(kind) for kind in kinds)]
        self._session.problem.emit(Problem(title, "\n".join(filter(None, said)), good=True))

    def _say_none(self) -> None:
        text = left_out_words(*self._session.marks.left_out)
        self._session.problem.emit(Problem(tr("There is no other picture that these steps could be done to"), text))

    # Batches

    def open_batch(self) -> None:
        """Show the batch window, or bring it to the front."""
        from catchlight.gui.batch.window import BatchWindow

        window = self.batch_window
        if window is None:
            window = self.batch_window = BatchWindow(
                self.batches, self._session, self.shelf, self._ask, self._theme, self._window
            )
            window.presets_wanted.connect(self.open_presets)
            window.finished.connect(self._closed)
            self.batches.window_open = True
        window.show()
        window.raise_()
        window.activateWindow()

    def _closed(self, _result: int) -> None:
        self.batches.window_open, self.batch_window = False, None

    def _use_in_batch(self, preset: Preset) -> None:
        self._wanted = preset.name
        self.open_batch()
        self._reload_batch()

    def _reload_batch(self) -> None:
        """The shelf may have changed: the batch window reads it again."""
        if self.batch_window is not None:
            self.batch_window.reload_presets(self._wanted)
        self._wanted = ""

    def _look_for_interrupted(self) -> None:
        job = self.batches.look_for_interrupted()
        if job is not None:
            job.finished.connect(lambda _found: self._say_interrupted())
            job.failed.connect(self._session.report)

    def _say_interrupted(self) -> None:
        found = self.batches.interrupted
        if found is not None and not self.batches.window_open:
            said = tr("{done} of {total} pictures are done. Nothing is lost, and nothing is done twice.",
                      done=found.done, total=found.total)  # fmt: skip
            self._session.problem.emit(Problem(tr("A batch was interrupted"), said, "batch", good=True))
