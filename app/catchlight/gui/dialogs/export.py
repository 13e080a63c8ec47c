"""The export dialog: format, quality, size, file size, metadata, a name from a pattern; nothing is overwritten silently."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.core.files.naming import file_name, free_path
from catchlight.core.files.originals import refuse_original
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import ExportChoices
from catchlight.gui.credentials.notices import limit_of, with_source
from catchlight.gui.dialogs.dialog_buttons import DialogButtons, ReplaceRow
from catchlight.gui.dialogs.export_defaults import (
    as_measured,
    default_format,
    is_id_photo,
    name_values,
    offered_format,
)
from catchlight.gui.dialogs.export_form import ExportForm
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.originals import originals_of
from catchlight.gui.widgets.labels import label, rule, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import problem_of, sentence_of
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.service.export import ExportRequest, ExportResult, encode_export

ESTIMATE_MS = 250


class ExportDialog(QDialog):
    """Writes one step of a document."""

    saved = Signal(object)
    """Path of the file that was written."""

    def __init__(
        self,
        session: Session,
        document: OpenDocument,
        step: EditStep,
        ask: SystemDialogs,
        theme: Theme,
        parent: QWidget | None = None,
        note: str = "",
    ) -> None:
        super().__init__(parent)
        self._note = note
        self._session = session
        self._document = document
        self._step = step
        self._ask = ask
        self._theme = theme
        self._job: BackgroundJob | None = None
        self._can_be_made = True
        """Whether there are bytes to write; False also while they are being written."""
        self._ready: tuple[ExportRequest, ExportResult] | None = None
        self._last = session.memory.state.export
        self._folder = Path(self._last.folder) if self._last.folder else self._first_folder()
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ESTIMATE_MS)
        self._timer.timeout.connect(self._estimate)
        first = offered_format(step.picture, step.file, self._last)
        if is_id_photo(step):
            first, self._last = default_format(step), as_measured(self._last)
        self.form = ExportForm(first, self._last, theme, _profile_of(step.picture))
        self.form.changed.connect(self._changed)
        self.form.renamed.connect(self._show_target)
        self.form.folder_wanted.connect(self._browse)
        self._build()
        self._changed()

    def _first_folder(self) -> Path:
        path = self._document.path
        return (
            path.parent if path is not None and not self._document.sample and not self._document.pasted else Path.home()
        )

    def _build(self) -> None:
        theme = self._theme
        replace, otherwise = tr("Replace the file that has this name"), tr("Otherwise a number is added to the name")
        self._replace_row = ReplaceRow(replace, otherwise, theme)
        self.replace = self._replace_row.switch
        self.replace.toggled.connect(self._show_target)
        self._target = label("", "section", wrap=True)
        self._estimate_text = label("", "muted", wrap=True)
        self._trouble = warning_label()
        self._refusal = warning_label()
        answers = DialogButtons(self, tr("Export"), tr("Write the file"), tr("Close without writing"), theme)
        self.save_button = answers.go
        self.save_button.clicked.connect(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(label(tr("Export"), "title"))
        if self._note:
            column.addWidget(warning_label(self._note))
        for widget in (
            self.form,
            rule(),
            self._target,
            self._replace_row,
            self._estimate_text,
            self._trouble,
            self._refusal,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(answers)
        self.setMinimumWidth(theme.px(135))

    # State

    def target(self) -> Path:
        """Where the file will be written: never over another one unless that was asked for."""
        path = self._wanted()
        return path if self.replace.isChecked() else free_path(path)

    def _wanted(self) -> Path:
        form = self.form
        values = name_values(self._document, self._step)
        return self._folder / file_name(form.pattern.text(), values, codec.EXTENSIONS[form.format.currentData()])

    def _changed(self) -> None:
        self._ready = None
        self._show_target()
        self._estimate_text.setText(tr("Measuring the file…"))
        self._timer.start()

    def _show_target(self, _value: object = None) -> None:
        self.form.show_folder(str(self._folder))
        self._target.setText(self.target().name)
        self._replace_row.setVisible(self._wanted().exists())
        try:
            if self.replace.isChecked():
                refuse_original(self.target(), originals_of(self._session.documents))
            self._refusal.hide()
        except InvalidRequest as error:
            self._refusal.setText(sentence_of(error))
            self._refusal.show()
        self._allow(self._can_be_made)
        self._grow()

    def _allow(self, can_be_made: bool) -> None:
        """Let Export be pressed where there are bytes, and a file that may take them."""
        self._can_be_made = can_be_made
        self.save_button.setEnabled(can_be_made and self._refusal.isHidden())

    def _browse(self) -> None:
        folder = self._ask.folder(self, tr("Choose the folder"), str(self._folder))
        if folder is not None:
            self._folder = folder
            if self._can_be_made:
                self._trouble.hide()  # it was said of the other folder
            self._show_target()

    def _grow(self) -> None:
        """Words that have come need their room; what was made larger by hand stays so."""
        layout = self.layout()
        needed = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        if self.isVisible() and self.height() < needed:
            self.resize(self.width(), needed)

    # Work

    def _estimate(self) -> None:
        """Write the file in memory to say how large it is."""
        if self._job is not None:
            self._job.cancel()
        wish, encode = self.form.wish(), self._encode
        job = self._session.jobs.submit(
            tr("Export"),
            lambda progress: encode(wish, progress),
            lane="files",
            visible=False,
        )
        self._job = job
        job.finished.connect(lambda made: self._estimated(job, wish, made))
        job.failed.connect(lambda error: self._failed(job, error))

    def _encode(self, wish: ExportRequest, progress: Progress) -> ExportResult:
        """The bytes as they would be written. Called on workers."""
        step = self._step
        pixels = step.held.finished()
        picture = with_source(pixels.picture, self._document)
        return encode_export(picture, pixels.file, wish, progress, self._session.signing, limit_of(step, self._session))

    def _estimated(self, job: BackgroundJob, wish: ExportRequest, made: ExportResult) -> None:
        if job is not self._job:
            return
        self._ready = (wish, made)
        self._trouble.setText(tell_or_keep(made.note))
        self._trouble.setVisible(bool(made.note))
        self._allow(True)
        parts = [f"{made.width} × {made.height} px", size_text(len(made.data))]
        if made.dpi is not None and (wish.dpi is not None or wish.size is not None):
            parts.insert(1, f"{made.dpi:.0f} dpi")
        if made.quality is not None and made.quality != wish.quality:
            parts.append(tr("quality {quality}", quality=made.quality))
        if made.profile != "sRGB":
            parts.append(made.profile)
        if made.unchanged:
            parts.append(tr("exactly the file that was measured"))
        if made.signed:
            parts.append(tr("with Content Credentials"))
        self._estimate_text.setText("  ·  ".join(parts))
        self._grow()

    def _failed(self, job: BackgroundJob, error: CatchlightError) -> None:
        if job is not self._job:
            return
        problem = problem_of(error)
        self._trouble.setText(f"{problem.title}. {problem.text}")
        self._trouble.show()
        self._estimate_text.setText("")
        self._allow(False)
        self._grow()

    def save(self) -> None:
        """Write the file and close."""
        self._timer.stop()  # an estimate would call off the job before it: the writing
        path, wish, ready, replace = self.target(), self.form.wish(), self._ready, self.replace.isChecked()
        encode, documents = self._encode, self._session.documents

        def work(progress: Progress) -> Path:
            made = ready[1] if ready is not None and ready[0] == wish else encode(wish, progress)
            place = path
            while True:
                progress.check()
                if replace:
                    refuse_original(place, originals_of(documents))
                try:
                    write_atomic(place, made.data, replace=replace)
                    return place
                except FileExistsError:
                    place = free_path(path)

        self._session.memory.keep(export=self._choices())
        job = self._session.jobs.submit(tr("Writing {name}", name=path.name), work, lane="files")
        job.delivers = True
        self._job = job
        self._allow(False)
        job.finished.connect(self._saved)
        job.failed.connect(lambda error: self._not_saved(job, error))

    def _choices(self) -> ExportChoices:
        """For the next time; an ID photo says of other pictures only what is the same for them."""
        chosen, before = self.form.choices(str(self._folder)), self._session.memory.state.export
        if is_id_photo(self._step):
            same = chosen.model_dump(include={"folder", "quality", "metadata", "pattern"})
            return before.model_copy(update=same)
        return chosen.model_copy(update={"unedited": before.unedited})

    def _not_saved(self, job: BackgroundJob, error: CatchlightError) -> None:
        """The file itself is as good as before: another folder, or the same with more room, may take it."""
        measured = self._estimate_text.text()
        self._failed(job, error)
        if job is self._job:
            self._estimate_text.setText(measured)
            self._allow(True)
            self._grow()

    def _saved(self, path: Path) -> None:
        self._session.save_memory()
        self.saved.emit(path)
        self.accept()

    def done(self, result: int) -> None:
        self._timer.stop()
        if self._job is not None and result != QDialog.DialogCode.Accepted:
            self._job.cancel()
        self._job = None
        super().done(result)


def _profile_of(picture: Picture) -> str:
    """The colour space that the picture is written in, where it is not sRGB."""
    return picture.metadata.profile if picture.source_colours is not None else ""


def size_text(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1000))} kB"
