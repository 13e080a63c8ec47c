"""Which edits of the picture are copied, by check boxes; what of them cannot come along stands beside them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QFrame, QScrollArea, QVBoxLayout, QWidget

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.copy_edits.parts import EditPart, chosen_steps, edit_parts
from catchlight.gui.dialogs.dialog_buttons import DialogButtons
from catchlight.gui.presets.collecting import note_text
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.step_words import edit_title
from catchlight.service.presets.carry_over import AppliedStep, notes_on


class CopyEditsDialog(QDialog):
    """Says what was chosen; copies nothing itself."""

    chosen = Signal(object)
    """A list of AppliedStep."""

    def __init__(self, steps: Sequence[AppliedStep], catalogue: Catalogue, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Copy edits"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._steps, self._theme = steps, theme
        self.boxes: list[tuple[EditPart, QCheckBox]] = []
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, theme.px(2), 0)
        rows.setSpacing(theme.px(1))
        parts = edit_parts(steps, catalogue)
        for number, done in enumerate(steps):
            own = [part for part in parts if part.step == number]
            if len(own) > 1 or done.operation == "brush":
                rows.addWidget(label(edit_title(done.operation, done.params, catalogue), "section"))
            for part in own:
                rows.addWidget(self._box(part))
            notes = " ".join(note_text(kind) for kind in notes_on(done))
            if notes:
                rows.addWidget(self._note(notes))
        rows.addStretch(1)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        scroll.setMinimumHeight(min(inside.sizeHint().height() + theme.px(2), theme.px(90)))
        answers = DialogButtons(self, tr("Copy"), tr("Copy the chosen edits"), tr("Close without copying"), theme)
        self.copy_button = answers.go
        self.copy_button.clicked.connect(self._copy)
        about = tr(
            "Choose pictures in the film strip (Ctrl or Shift and a click), then paste the edits with Ctrl+Alt+V."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Copy edits"), "title"))
        column.addWidget(label(about, "muted", wrap=True))
        column.addWidget(scroll, 1)
        column.addLayout(answers)
        self.setMinimumWidth(theme.px(115))
        self._allow()

    def _box(self, part: EditPart) -> QCheckBox:
        box = QCheckBox(part.title)
        box.setToolTip(tr("Whether this edit is copied"))
        box.setEnabled(part.able)
        box.setChecked(part.able and part.usual)
        box.toggled.connect(self._allow)
        self.boxes.append((part, box))
        return box

    def _note(self, text: str) -> QWidget:
        note = label(text, "small", wrap=True)
        note.setContentsMargins(self._theme.px(6), 0, 0, self._theme.px(1))
        return note

    def wanted(self) -> list[AppliedStep]:
        """The steps with what is checked of them."""
        return chosen_steps(self._steps, [part for part, box in self.boxes if box.isChecked()])

    def _allow(self, _on: bool = False) -> None:
        self.copy_button.setEnabled(any(box.isChecked() for _, box in self.boxes))

    def _copy(self) -> None:
        self.chosen.emit(self.wanted())
        self.accept()
