"""A sentence and what it was understood as: completion while typing, chips before anything runs, suggestions where it fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.core.messages import mark
from catchlight.gui.widgets.chip_label import ChipLabel
from catchlight.gui.widgets.flow_layout import FlowPanel
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.prompt.sentence_edit import SentenceEdit
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.chip_words import Chip, chips, unknown_chips
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.language.intents import NotUnderstood, Understanding

if TYPE_CHECKING:
    from catchlight.language.interpreter import Interpreter

PATIENCE_MS = 700
"""So long after the last key a sentence that is not understood yet is taken for one that will not be."""
COMPLETIONS = 6
_TABS = {
    "hair": mark("Hair"), "headshot": mark("Headshot"), "id_photo": mark("ID photo"), "print_sheet": mark("Print sheet"),
    "edit": mark("Edit"), "face_expression": mark("Expression"), "adjust": mark("Adjust"),
    "crop": mark("Crop"),
}  # fmt: skip
"""Titles of the tabs that a sentence can be meant for, by their keys."""


class PromptField(QWidget):
    """Shows and emits; whoever owns it acts on ``understanding``."""

    changed = Signal()
    """The text, and with it what it means, has changed."""
    tab_wanted = Signal(str)
    """What is asked for is done in the tab with that key."""
    submitted = Signal()
    """Enter was pressed on a sentence that is understood."""
    model_wanted = Signal()
    """The user's language model is to read the sentence that is not understood."""

    def __init__(
        self,
        theme: Theme,
        hint: str,
        parent: QWidget | None = None,
        *,
        beside: Sequence[QWidget] = (),
        shy: bool = False,
    ) -> None:
        """hint: what stands in the empty field. beside: what shares the line with it. shy: examples are offered only to
        who has gone to the field, not to who passes by.
        """
        super().__init__(parent)
        self._shy = shy
        self._theme = theme
        self._interpreter: Interpreter | None = None
        self.understanding: Understanding | None = None
        self.refusal: NotUnderstood | None = None
        self._place: str | None = None
        self._owed = False
        self.has_model: Callable[[], bool] = lambda: False
        """Whether there is a language model that can be asked."""
        self._reading: tuple[str, tuple[str, ...]] | None = None
        self.field = SentenceEdit(theme, hint, 1 if shy else 2)
        self._chips = FlowPanel(theme.px(1))
        self._reason = label("", "small", wrap=True)
        self._suggestions = FlowPanel(theme.px(1), between_lines=0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        line = QHBoxLayout()
        line.setSpacing(theme.px(2))
        line.addWidget(self.field, 1)
        for widget in beside:
            line.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        for widget in (self._chips, self._reason, self._suggestions):
            column.addWidget(widget)
        for widget in (self._chips, self._reason, self._suggestions):
            widget.hide()
        self._examples: tuple[str, ...] = ()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._show)
        self.field.textChanged.connect(self._read)
        self.field.submitted.connect(self._submit)
        self.setFocusProxy(self.field)
        if shy:
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.focusChanged.connect(self._follow_focus)

    @property
    def ready(self) -> bool:
        """Whether it has the words to understand by."""
        return self._interpreter is not None

    @property
    def text(self) -> str:
        return self.field.toPlainText().strip()

    @property
    def shown_chips(self) -> list[str]:
        """The texts of the chips."""
        return [chip.chip.text for chip in self._chips.findChildren(ChipLabel) if not chip.isHidden()]

    @property
    def suggested(self) -> list[QPushButton]:
        """The buttons of the phrases that would be understood."""
        return [button for button in self._suggestions.findChildren(QPushButton) if not button.isHidden()]

    @property
    def told(self) -> str:
        """What is said of a sentence that is not understood; empty where it is."""
        return self._reason.text() if self.refusal is not None else ""

    def use(self, interpreter: Interpreter) -> None:
        """Understand by this from now on; until then what is typed waits."""
        owed = self._owed
        self._interpreter = interpreter
        self._read()
        if owed:
            self._submit()

    def known_sentences(self, typed: str) -> tuple[str, ...]:
        """Sentences that are understood, in the language of what is typed; none while there are no words to understand it by."""
        return () if self._interpreter is None else self._interpreter.known(typed)

    def continued(self, typed: str) -> tuple[str, ...]:
        """A sentence of which the first clauses stand there, with known phrases for the last one."""
        return () if self._interpreter is None else self._interpreter.continue_sentence(typed, self._place)

    def owe(self) -> bool:
        """Hand the sentence in as soon as there are words to understand it by; false where they are there, or none is
        written. Whoever writes on meanwhile takes it back.
        """
        self._owed = not self.ready and bool(self.text)
        return self._owed

    def set_place(self, place: str | None) -> None:
        """Understand what is typed as said of this region, the one under the hotspot."""
        if place != self._place:
            self._place = place
            before = self.understanding.intents if self.understanding is not None else None
            self._understand()
            if before != (self.understanding.intents if self.understanding is not None else None):
                self._show()
                self.changed.emit()

    def take_back(self) -> None:
        """Owe nothing any more: the sentence was meant for something else."""
        self._owed = False

    def set_text(self, text: str) -> None:
        """Put a sentence in as if it had been typed."""
        self.field.setPlainText(text)
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def show_examples(self, phrases: tuple[str, ...]) -> None:
        """Offer these while nothing is written."""
        if phrases != self._examples:
            self._examples = phrases
            self._show()

    def show_reading(self, told: str, phrases: tuple[str, ...]) -> None:
        """Show what the language model has to say of the refused sentence: words, and phrases to write instead."""
        if self.refusal is not None:
            self._reading = told, phrases
            self._show()

    def _read(self) -> None:
        self._owed = False
        self._reading = None
        self._understand()
        if self._interpreter is not None and self.text:
            typed = self.field.toPlainText()
            self.field.offer(self._interpreter.complete(typed, COMPLETIONS) if self.field.at_end else ())
        if self.refusal is not None and self.field.at_end:
            self._patience.start()
        else:
            self._patience.stop()
            self._show()
        self.changed.emit()

    def _understand(self) -> None:
        self.understanding = self.refusal = None
        if self._interpreter is not None and self.text:
            try:
                self.understanding = self._interpreter.understand(self.text, self._place)
            except NotUnderstood as refusal:
                self.refusal = refusal

    def _show(self) -> None:
        vocabulary = self._interpreter.vocabulary if self._interpreter is not None else None
        shown: list[Chip] = []
        if self.understanding is not None and vocabulary is not None:
            shown = chips(self.understanding, vocabulary)
        elif self.refusal is not None:
            shown = unknown_chips(self.refusal)
        self._chips.show_only([ChipLabel(chip, self._theme) for chip in shown])
        offered = () if self.text or (self._shy and not self._visited) else self._examples
        buttons: list[QWidget] = []
        if self.refusal is not None:
            told, offered = self._refused(self.refusal)
            if self.refusal.elsewhere in _TABS:
                buttons = [self._door(self.refusal.elsewhere)]
            elif self._reading is None and self.has_model():
                buttons = [self._ask_button()]
            self._reason.setText(told)
        self._reason.setVisible(self.refusal is not None)
        self._suggestions.show_only([*(self._suggestion(phrase) for phrase in offered), *buttons])

    def _refused(self, refusal: NotUnderstood) -> tuple[str, tuple[str, ...]]:
        """Why, and what could be written instead."""
        if self._reading is not None:
            return self._reading
        reason = tell_or_keep(refusal.reason)
        if refusal.elsewhere in _TABS:
            return reason, ()
        return tr("{why} Understood would be, for example:", why=reason), refusal.suggestions

    def _ask_button(self) -> QPushButton:
        button = QPushButton(tr("Ask your language model"))
        button.setProperty("role", "suggestion")
        button.setToolTip(
            tr("It runs on this computer and reads the sentence alone; nothing is done before you have seen it")
        )
        button.clicked.connect(lambda: QTimer.singleShot(0, self, self.model_wanted.emit))
        return button

    @property
    def _visited(self) -> bool:
        """Whether the focus is here, on the field or on what is offered below it."""
        here = QApplication.focusWidget()
        return here is not None and (here is self.field or self._suggestions.isAncestorOf(here))

    def _follow_focus(self, _old: QWidget | None, _new: QWidget | None) -> None:
        if self._examples and not self.text and self._visited == self._suggestions.isHidden():
            self._show()

    def _door(self, operation: str) -> QPushButton:
        """A button that opens the tab which does what is asked for."""
        button = QPushButton(tr("Open {tab}", tab=tr(_TABS[operation])))
        button.setProperty("role", "suggestion")
        button.setToolTip(tr("This is done there"))
        button.clicked.connect(lambda: QTimer.singleShot(0, self, lambda: self.tab_wanted.emit(operation)))
        return button

    def _suggestion(self, phrase: str) -> QPushButton:
        button = QPushButton(phrase)
        button.setProperty("role", "suggestion")
        button.setToolTip(tr("Write this instead"))
        button.setAccessibleName(tr("Write instead: {phrase}", phrase=phrase))
        # Putting the text in takes this button away; that has to wait until the click is over.
        button.clicked.connect(lambda: QTimer.singleShot(0, self, lambda: self._take(phrase)))
        return button

    def _take(self, phrase: str) -> None:
        self.set_text(phrase)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _submit(self) -> None:
        self._patience.stop()
        self._show()
        if not self.owe() and self.understanding is not None:
            self.submitted.emit()
