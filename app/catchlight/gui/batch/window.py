"""The batch window: files on the left, choices on the right, how far it is below. Shows the batch and passes wishes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.batch.batches import Batches
from catchlight.gui.batch.files_pane import FilesPane
from catchlight.gui.batch.foot import BatchFooter
from catchlight.gui.batch.form import BatchForm
from catchlight.gui.batch.notice import InterruptedNotice
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.presets.collecting import preset_summary
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.service.batch.report import write_report
from catchlight.service.batch.worker_processes import cores, default_jobs
from catchlight.service.presets.preset_library import PresetFile, PresetFolder


class BatchWindow(QDialog):
    """A view of the batch: closing it stops nothing."""

    presets_wanted = Signal()

    def __init__(
        self,
        batches: Batches,
        session: Session,
        shelf: PresetFolder,
        ask: SystemDialogs,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._batches = batches
        self._session = session
        self._shelf = shelf
        self._ask = ask
        self.setWindowTitle(tr("Batch"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMinMaxButtonsHint)
        self.notice = InterruptedNotice(theme)
        self.files = FilesPane(batches, session, ask, theme)
        self.form = BatchForm(session.memory.state.batch, max(cores(), default_jobs()), theme)
        self.foot = BatchFooter(batches, theme)
        self._arrange(theme)
        self.notice.continued.connect(self._continue_interrupted)
        self.notice.forgotten.connect(batches.forget_interrupted)
        self.files.failed.connect(self._say)
        self.files.nothing_found.connect(lambda: self.foot.complain(tr("There is no picture in this folder")))
        self.files.chosen.connect(self.files.show_state)
        self.form.changed.connect(self._show_state)
        self.form.folder_wanted.connect(self._choose_folder)
        self.form.presets_wanted.connect(self.presets_wanted)
        self.foot.start_wanted.connect(self.start)
        self.foot.retry_wanted.connect(lambda: self._go_on(retry=True))
        self.foot.report_wanted.connect(self.report)
        self.foot.folder_wanted.connect(self._open_folder)
        self.finished.connect(self.files.thumbs.stop)
        batches.reset.connect(self._on_reset)
        batches.changed.connect(self._show_state)
        batches.failed.connect(self._say)
        batches.look_for_interrupted()
        self.reload_presets()
        self._on_reset()

    def _arrange(self, theme: Theme) -> None:
        inside = QScrollArea()
        inside.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what is inside
        inside.setWidgetResizable(True)
        inside.setFrameShape(QFrame.Shape.NoFrame)
        inside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside.setWidget(self.form)
        inside.setFixedWidth(theme.px(90 if theme.large else 80))
        middle = QHBoxLayout()
        middle.setSpacing(theme.px(5))
        middle.addWidget(self.files, 1)
        middle.addWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Batch"), "title"))
        advice = tr("The same steps done to many pictures, on this computer; the originals stay as they are.")
        column.addWidget(label(advice, "muted", wrap=True))
        column.addWidget(self.notice)
        column.addLayout(middle, 1)
        column.addWidget(self.foot)
        resize_dialog(self, theme.px(285), theme.px(185))

    # What is shown

    def reload_presets(self, chosen: str = "") -> None:
        """Read the presets again; chosen: the one to be taken."""
        shelf, catalogue, chinese = self._shelf, self._session.catalogue, is_chinese()

        def work(_progress: Progress) -> tuple[Sequence[PresetFile], list[str]]:
            entries = shelf.all_entries(chinese)
            return entries, [preset_summary(one.preset, catalogue) if one.preset else one.fault for one in entries]

        if chosen:
            self.form.choose_preset(chosen)
        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(self._have_presets)
        job.failed.connect(self._say)

    def _have_presets(self, found: tuple[Sequence[PresetFile], list[str]]) -> None:
        self.form.show_presets(*found)

    def missing(self) -> str:
        """What is to be chosen before it can begin; empty where nothing is."""
        if not self._batches.items:
            return tr("Add the pictures")
        if self.form.preset is None:
            return tr("Choose a preset")
        if self.form.folder is None:
            return tr("Choose the folder of the results")
        return "" if self.form.is_telling else tr("Write {name} or {number} into the name")

    def _on_reset(self) -> None:
        items = self._batches.items
        if items:
            self.form.show_example(items[0].source)
        self._show_state()

    def _show_state(self) -> None:
        batches = self._batches
        self.notice.show_batch(batches.interrupted if not batches.busy else None)
        self.files.show_state()
        self.form.setEnabled(not batches.busy and batches.journal is None)
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
            self._batches.begin(preset, self.form.output(), self.form.jobs.value())

    def _go_on(self, retry: bool = False) -> None:
        if self._batches.journal is not None and not self._batches.busy:
            self.foot.complain("")
            self._batches.go_on(self._batches.journal, self.form.jobs.value(), retry)

    def _continue_interrupted(self) -> None:
        found = self._batches.interrupted
        if found is not None and not self._batches.busy:
            self.foot.complain("")
            self._batches.go_on(found.journal, self.form.jobs.value())

    def report(self) -> None:
        """Ask where to, and write the table."""
        folder = self.form.folder or Path.home()
        target = self._ask.save_as(self, tr("Report"), folder / "report.csv", "CSV (*.csv)")
        if target is None:
            return
        items = list(self._batches.items)
        job = self._session.jobs.submit(
            tr("Writing {name}", name=target.name), lambda _progress: write_report(target, items), lane="files"
        )
        job.failed.connect(self._say)

    def _choose_folder(self) -> None:
        last = self.form.folder or self._session.memory.settings.last_folder or Path.home()
        chosen = self._ask.folder(self, tr("Choose the folder of the results"), str(last))
        if chosen is not None:
            self.form.show_folder(chosen)

    def _open_folder(self) -> None:
        done = next((item.output for item in self._batches.items if item.output is not None), None)
        folder = done.parent if done is not None else self.form.folder
        if folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _say(self, error: CatchlightError) -> None:
        self.foot.complain(sentence_of(error))
