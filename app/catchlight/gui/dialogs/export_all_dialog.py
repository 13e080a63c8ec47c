"""The dialog that writes all open pictures at once: the choices of an export, and how many pictures they are for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.dialog_buttons import DialogButtons
from catchlight.gui.dialogs.export_all import export_all
from catchlight.gui.dialogs.export_defaults import is_id_photo
from catchlight.gui.dialogs.export_form import ExportForm
from catchlight.gui.dialogs.export_selection import ExportSelection, select_for_export
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.widgets.labels import label, rule, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class ExportAllDialog(QDialog):
    """Follows what the film strip shows until it is agreed to."""

    begun = Signal(object)
    """The BackgroundJob that gives ``ExportedPictures``."""

    def __init__(
        self,
        session: Session,
        ask: SystemDialogs,
        theme: Theme,
        note: Callable[[Sequence[OpenDocument]], str],
        parent: QWidget | None = None,
    ) -> None:
        """note: what is to be said beside the files of pictures, if anything."""
        super().__init__(parent)
        self._note_of = note
        self._session = session
        self._ask = ask
        self._theme = theme
        last = session.memory.state.export
        self._folder = Path(last.folder) if last.folder else Path.home()
        self.setWindowTitle(tr("Export all"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form = ExportForm(last.media_type, last, theme, several=True)
        self.form.folder_wanted.connect(self._browse)
        self.form.show_folder(str(self._folder))
        self.unedited = QCheckBox(tr("Also pictures without edits"))
        self.unedited.setToolTip(
            tr("Pictures that nothing was made of, in the format and the size that are chosen here")
        )
        self.unedited.setChecked(last.unedited)
        self.unedited.toggled.connect(self._show_count)
        self._count = label("", "section", wrap=True)
        self._note = warning_label()
        self._measured = label(tr("ID photos keep the format, size, density, sharpness and colours that were measured."),
                               "muted", wrap=True)  # fmt: skip
        advice = tr("What the film strip shows is written, each picture as it is shown. No file is replaced.")
        answers = DialogButtons(self, tr("Export"), tr("Write the files"), tr("Close without writing"), theme)
        self.go_button = answers.go
        self.go_button.clicked.connect(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(label(tr("Export all"), "title"))
        column.addWidget(label(advice, "muted", wrap=True))
        for widget in (self.form, self.unedited, rule(), self._count, self._note, self._measured):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(answers)
        self.setMinimumWidth(theme.px(135))
        for signal in (session.marks.arranged, session.marks.changed, session.marks.all_read):
            signal.connect(self._show_count)
        for signal in (session.opened, session.closed):
            signal.connect(self._show_count)
        self._show_count()

    @property
    def selection(self) -> ExportSelection:
        """What would be written now."""
        return select_for_export(self._session, unedited=self.unedited.isChecked())

    def count_text(self) -> str:
        """How many pictures are written, and why others are not, as it is shown."""
        return self._count.text()

    def _show_count(self, _value: object = None) -> None:
        selection, unread = self.selection, self._session.marks.reading
        self._count.setText(tr("Reading stars and flags…") if unread else selection.said)
        self.go_button.setEnabled(bool(selection.taken) and not unread)
        note = self._note_of(selection.taken)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        shown = (document.chosen for document in selection.taken)
        self._measured.setVisible(any(step is not None and is_id_photo(step) for step in shown))

    def _browse(self) -> None:
        folder = self._ask.folder(self, tr("Choose the folder"), str(self._folder))
        if folder is not None:
            self._folder = folder
            self.form.show_folder(str(folder))

    def go(self) -> None:
        """Write the pictures and close."""
        wish, session = self.form.wish(), self._session
        choices = self.form.choices(str(self._folder)).model_copy(
            update={"media_type": wish.media_type or None, "unedited": self.unedited.isChecked()}
        )
        session.memory.keep(export=choices)
        session.save_memory()
        self.begun.emit(export_all(session, self._folder, self.selection.taken, wish, choices.pattern))
        self.accept()
