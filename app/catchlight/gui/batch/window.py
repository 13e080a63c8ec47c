"""The batch window: files on the left, choices on the right, how far it is below. Shows the batch and passes wishes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.batch.batches import Batches
from catchlight.gui.batch.files_pane import FilesPane
from catchlight.gui.batch.foot import BatchFooter
from catchlight.gui.batch.notice import InterruptedNotice
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.presets.collecting import preset_summary
from catchlight.gui.runs.window import RunWindow
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.service.presets.preset_library import PresetFile, PresetFolder


class BatchWindow(RunWindow):
    def __init__(
        self,
        batches: Batches,
        session: Session,
        shelf: PresetFolder,
        ask: SystemDialogs,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        self.foot = BatchFooter(batches, theme)
        last, servers = session.memory.state.batch, None if session.places is None else batches.known_servers
        super().__init__(batches, session, ask, last, self.foot, theme, parent, servers)
        self._batches = batches
        self._shelf = shelf
        self.notice = InterruptedNotice(theme)
        self.files = FilesPane(batches, session, ask, theme)
        advice = tr("The same steps done to many pictures; the originals stay as they are.")
        self._lay(tr("Batch"), advice, self.files, self.notice)
        self.notice.continued.connect(self._continue_interrupted)
        self.notice.forgotten.connect(batches.forget_interrupted)
        self.files.failed.connect(self._say)
        self.files.nothing_found.connect(lambda: self.foot.complain(tr("There is no picture in this folder")))
        self.files.chosen.connect(self.files.show_state)
        self.foot.retry_wanted.connect(lambda: self._go_on(retry=True))
        self.finished.connect(self.files.thumbs.stop)
        batches.reset.connect(self._on_reset)
        batches.changed.connect(self._show_state)
        batches.failed.connect(self._say)
        batches.look_for_interrupted()
        self.reload_presets()
        self.form.show_servers()
        self._on_reset()

    # What is shown

    def reload_presets(self, chosen: str = "") -> None:
        """Read the presets again; chosen: the one to be taken."""
        shelf, catalogue, chinese = self._shelf, self._session.catalogue, is_chinese()

        def work(_progress: Progress) -> tuple[Sequence[PresetFile], list[str]]:
            entries = shelf.all_entries(chinese)
            return entries, [preset_summary(one.preset, catalogue) if one.preset else one.fault for one in entries]

        if chosen:
            self.form.choose_preset(chosen)
        self._show_presets(work)

    def _lacks_pictures(self) -> str:
        return "" if self._batches.items else tr("Add the pictures")

    def _on_reset(self) -> None:
        items = self._batches.items
        if items:
            self.form.show_example(items[0].source)
        self._show_state()

    def _show_state(self) -> None:
        batches = self._batches
        self.notice.show_batch(batches.interrupted if not batches.busy else None)
        self.files.show_state()
        self.form.lock(batches.busy or batches.journal is not None, busy=batches.busy)
        self.foot.show_state(self.missing())

    # What is done

    def start(self) -> None:
        """Begin, or go on with what was stopped."""
        preset = self.form.preset
        if self._batches.unfinished:
            self._go_on()
        elif preset is not None and not self.missing() and not self._batches.busy:
            self.foot.complain("")
            choices = self.form.choices()
            self._session.memory.keep(batch=choices)
            self._session.save_memory()
            self._batches.begin(preset, self.form.output(), self.form.jobs.value(), self.form.server)

    def _go_on(self, retry: bool = False) -> None:
        if self._batches.journal is not None and not self._batches.busy:
            self.foot.complain("")
            self._batches.go_on(self._batches.journal, self.form.jobs.value(), retry, self.form.server)

    def _continue_interrupted(self) -> None:
        found = self._batches.interrupted
        if found is not None and not self._batches.busy:
            self.foot.complain("")
            if self.form.place is not None:
                self.form.place.choose(found.server)
                self.form.show_servers()
            self._batches.go_on(found.journal, self.form.jobs.value(), server=found.server)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ActivationChange:
            self.form.show_servers()  # another may have been chosen in the main window
        super().changeEvent(event)

    def _say(self, error: CatchlightError) -> None:
        said = sentence_of(error)
        if error.code == "unauthorized":
            said += " " + tr(
                "Choose the server in the bar of the main window, which asks for the token; then go on here."
            )
        self.foot.complain(said)

    def _results(self) -> Path | None:
        done = next((item.output for item in self._batches.items if item.output is not None), None)
        return done.parent if done is not None else self.form.folder
