"""The dialog that keeps the hair or the garment of a photo in the style book: its name, tags, and a note on whose photo it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.dialog_buttons import DialogButtons
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.store.style_book_entry import HAIR, LONGEST_NAME, LONGEST_NOTE, Kind, StyleBookEntry


class AddPieceDialog(QDialog):
    """What stands in the way is said here; closing it stops the work."""

    saved = Signal(object)
    """The StyleBookEntry."""

    def __init__(
        self,
        session: Session,
        photo: PhotoChoice,
        theme: Theme,
        parent: QWidget | None = None,
        kind: Kind = HAIR,
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._session = session
        self._photo = photo
        self._job: BackgroundJob | None = None
        self.setWindowTitle(tr("Add to the style book"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name = QLineEdit(photo.name.rpartition(".")[0][:LONGEST_NAME] or photo.name[:LONGEST_NAME])
        self.name.setMaxLength(LONGEST_NAME)
        self.tags = QLineEdit()
        self.tags.setPlaceholderText(tr("bob, curls, brown") if kind == HAIR else tr("jacket, navy, team"))
        self.note = QLineEdit()
        self.note.setMaxLength(LONGEST_NOTE)
        self.trouble = warning_label()
        form = self._build_form(theme)
        self._build_column(form, theme)
        self.name.selectAll()

    def _build_form(self, theme: Theme) -> QGridLayout:
        form = QGridLayout()
        form.setHorizontalSpacing(theme.px(3))
        form.setVerticalSpacing(theme.px(3))
        for row, (field, caption, tip) in enumerate(
            (
                (self.name, tr("Name"), tr("Under this name it is found again")),
                (self.tags, tr("Tags"), tr("Words to find it by, with commas between them")),
                (self.note, tr("Note"), tr("Whose photo it is, and what it may be used for")),
            )
        ):
            field.setAccessibleName(caption)
            field.setToolTip(tip)
            field.textChanged.connect(self._on_changed)
            named = label(caption)
            named.setBuddy(field)
            form.addWidget(named, row, 0)
            form.addWidget(field, row, 1)
        return form

    def _build_column(self, form: QGridLayout, theme: Theme) -> None:
        kind = self._kind
        answers = DialogButtons(
            self,
            tr("Add"),
            tr("Keep this hair under this name") if kind == HAIR else tr("Keep these clothes under this name"),
            tr("Close without adding it"),
            theme,
        )
        self.save_button = answers.go
        self.save_button.clicked.connect(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Add to the style book"), "title"))
        said = (
            tr("Its hair alone is kept, nothing of the face. Keep only photos that you may use.")
            if kind == HAIR
            else tr("Its clothes alone are kept, nothing of the face. Keep only photos that you may use.")
        )
        column.addWidget(label(said, "muted", wrap=True))
        column.addLayout(form)
        column.addWidget(self.trouble)
        column.addLayout(answers)
        self.setMinimumWidth(theme.px(110))

    def save(self) -> None:
        """Cut it out and keep it, on a worker."""
        session, picture, kind = self._session, self._photo.picture, self._kind
        name, note = self.name.text(), self.note.text()
        tags = [word for word in self.tags.text().replace("，", ",").split(",") if word.strip()]

        def work(progress: Progress) -> StyleBookEntry:
            from catchlight.service.style_pieces import piece_of

            progress.report(0.1, "reading the hair" if kind == HAIR else "finding the clothes")
            piece = piece_of(session.portraits.of(picture), kind, progress)
            progress.check()
            return session.style_book.add(piece, name, tags, note)

        self.save_button.setEnabled(False)
        self._job = self._session.jobs.submit(tr("Adding to the style book"), work)
        self._job.finished.connect(self._saved)
        self._job.failed.connect(self._failed)
        self._job.cancelled.connect(self._on_changed)

    def reject(self) -> None:
        if self._job is not None:
            self._job.cancel()
        super().reject()

    def _saved(self, entry: StyleBookEntry) -> None:
        self.saved.emit(entry)
        self.accept()

    def _failed(self, error: CatchlightError) -> None:
        self.trouble.setText(sentence_of(error))
        self.trouble.show()
        self.save_button.setEnabled(True)

    def _on_changed(self, _value: object = None) -> None:
        self.trouble.hide()
        self.save_button.setEnabled(bool(self.name.text().strip()))
