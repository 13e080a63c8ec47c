"""The dialog that makes a preset of a picture's steps: its name, which steps, and what of them cannot come along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.dialog_buttons import DialogButtons, ReplaceRow
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.presets.collecting import edit_summary, note_text, preset_steps, steps_to
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.gui.wording.step_words import step_title
from catchlight.service.presets.carry_over import AppliedStep, carries, notes_on, preset_of
from catchlight.service.presets.preset import LONGEST_NAME, Preset
from catchlight.service.presets.preset_library import NameTaken, PresetFolder


@dataclass(frozen=True)
class _Row:
    """A step that may go into the preset."""

    done: AppliedStep
    wanted: Switch


class SavePresetDialog(QDialog):
    """Nothing is left out silently: what a step loses, and which step cannot come along, stands beside it."""

    saved = Signal(object)
    """The Preset."""

    def __init__(
        self,
        session: Session,
        document: OpenDocument,
        index: int,
        shelf: PresetFolder,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._shelf = shelf
        self._theme = theme
        self.setWindowTitle(tr("Save the steps as a preset"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        steps = steps_to(document, index)
        titles = [step_title(step, session.catalogue) for step in steps]
        self.name = QLineEdit(", ".join(titles)[:LONGEST_NAME])
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(tr("Name of the preset"))
        self.name.setToolTip(tr("Under this name it is found again"))
        self.name.textChanged.connect(self._on_changed)
        self.rows: list[_Row] = []
        self._build(preset_steps(document, steps))
        self.name.selectAll()
        self._on_changed()

    def _build(self, done: Sequence[AppliedStep]) -> None:
        theme = self._theme
        inside = QWidget()
        list_of_steps = QVBoxLayout(inside)
        list_of_steps.setContentsMargins(0, 0, theme.px(2), 0)
        list_of_steps.setSpacing(theme.px(3))
        for number, one in enumerate(done, 1):
            said = edit_summary(one.operation, one.params, self._session.catalogue, bool(one.pictures) or one.lost)
            list_of_steps.addLayout(self._row(f"{number}  {said}", one))
        list_of_steps.addStretch(1)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what is inside
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        scroll.setMinimumHeight(theme.px(40))
        forgotten = tr("The steps it had are forgotten")
        self._replace_row = ReplaceRow(tr("Replace the preset of this name"), forgotten, theme)
        self.replace = self._replace_row.switch
        self.trouble = warning_label()
        named = tr("Save the chosen steps under this name")
        answers = DialogButtons(self, tr("Save"), named, tr("Close without saving"), theme)
        self.save_button = answers.go
        self.save_button.clicked.connect(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Save the steps as a preset"), "title"))
        column.addWidget(
            label(tr("They can then be done to other pictures, one by one or as a batch."), "muted", wrap=True)
        )
        column.addWidget(self.name)
        column.addWidget(label(tr("Steps"), "section"))
        column.addWidget(scroll, 1)
        for widget in (self._replace_row, self.trouble):
            column.addWidget(widget)
        column.addLayout(answers)
        self.setMinimumWidth(theme.px(125))

    def _row(self, title: str, done: AppliedStep) -> QHBoxLayout:
        theme, able = self._theme, carries(done)
        wanted = Switch(theme)
        wanted.setChecked(able)
        wanted.setEnabled(able)
        notes = " ".join(note_text(kind) for kind in notes_on(done))
        wanted.setAccessibleName(title)
        wanted.setAccessibleDescription(notes)
        wanted.setToolTip(tr("Whether this step goes into the preset") if able else notes)
        wanted.toggled.connect(self._on_changed)
        self.rows.append(_Row(done, wanted))
        words = QVBoxLayout()
        words.setSpacing(theme.px(0.5))
        words.addWidget(label(title, "" if able else "muted", wrap=True))
        if notes:
            words.addWidget(label(notes, "small", wrap=True))
        line = QHBoxLayout()
        line.setSpacing(theme.px(3))
        line.addWidget(wanted, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        return line

    def chosen(self) -> list[AppliedStep]:
        """The steps that are wanted."""
        return [row.done for row in self.rows if row.wanted.isChecked()]

    def save(self) -> None:
        """Write the preset and close; what stands in the way is said here."""
        name, steps, shelf, replace = self.name.text(), self.chosen(), self._shelf, self.replace.isChecked()

        def work(_progress: Progress) -> Preset:
            preset = preset_of(name, steps)
            shelf.save(preset, replace)
            return preset

        self.save_button.setEnabled(False)
        job = self._session.jobs.submit(tr("Saving the preset"), work, lane="files")
        job.finished.connect(self._saved)
        job.failed.connect(self._failed)
        job.cancelled.connect(self._on_changed)

    def _saved(self, preset: Preset) -> None:
        self.saved.emit(preset)
        self.accept()

    def _failed(self, error: CatchlightError) -> None:
        taken = isinstance(error, NameTaken)
        self._replace_row.setVisible(taken)
        self.trouble.setText(tr("There is a preset of this name already.") if taken else sentence_of(error))
        self.trouble.show()
        self.save_button.setEnabled(True)

    def _on_changed(self, _value: object = None) -> None:
        self.trouble.hide()
        self._replace_row.hide()
        self.replace.setChecked(False)
        self.save_button.setEnabled(bool(self.name.text().strip()) and bool(self.chosen()))
