"""A sentence and what it was understood as: completion while typing, chips before anything runs, suggestions where it fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QCompleter,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from catchlight.core.messages import mark
from catchlight.gui.widgets.chip_label import ChipLabel
from catchlight.gui.widgets.flow_layout import FlowPanel
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.chip_words import Chip, chips, unknown_chips
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.language.intents import LONGEST, NotUnderstood, Understanding

if TYPE_CHECKING:
    from catchlight.language.interpreter import Interpreter

MOST_LINES = 4
PATIENCE_MS = 700
"""So long after the last key a sentence that is not understood yet is taken for one that will not be."""
COMPLETIONS = 6
_TABS = {
    "hair": mark("Hair"), "headshot": mark("Headshot"), "id_photo": mark("ID photo"), "print_sheet": mark("Print sheet"),
    "edit": mark("Edit"), "face_expression": mark("Expression"), "adjust": mark("Adjust"),
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
        self.field = _Field(theme, hint, 1 if shy else 2)
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

    def use(self, interpreter: Interpreter) -> None:
        """Understand by this from now on; until then what is typed waits."""
        owed = self._owed
        self._interpreter = interpreter
        self._read()
        if owed:
            self._submit()

    def completions(self, beginning: str, most: int) -> tuple[str, ...]:
        """Sentences that a beginning can become; none while there are no words to understand it by."""
        if self._interpreter is None:
            return ()
        found = self._interpreter.complete(beginning, 2 * COMPLETIONS)
        return tuple(one for one in found if " " in one)[:most]

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

    def _read(self) -> None:
        self._owed = False
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
            reason = tell_or_keep(self.refusal.reason)
            if self.refusal.elsewhere in _TABS:
                buttons = [self._door(self.refusal.elsewhere)]
                self._reason.setText(reason)
            else:
                offered = self.refusal.suggestions
                self._reason.setText(tr("{why} Understood would be, for example:", why=reason))
        self._reason.setVisible(self.refusal is not None)
        self._suggestions.show_only([*buttons, *(self._suggestion(phrase) for phrase in (() if buttons else offered))])

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


class _Field(QPlainTextEdit):
    """Wraps, grows with its text, completes; Enter hands the sentence in."""

    submitted = Signal()

    def __init__(self, theme: Theme, hint: str, least_lines: int) -> None:
        super().__init__()
        self._theme = theme
        self._least = least_lines
        self.setPlaceholderText(hint)
        self.setAccessibleName(tr("What to do, in your own words"))
        self.setToolTip(tr("Say what to do; Tab takes a completion, Enter applies"))
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._offers = QStringListModel(self)
        self.completer = QCompleter(self._offers, self)
        self.completer.setWidget(self)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.activated.connect(self._complete)
        popup = self.completer.popup()
        assert popup is not None
        popup.setProperty("role", "results")  # lists have no ground of their own
        self.popup = popup
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self._grow()

    @property
    def at_end(self) -> bool:
        """Whether the cursor stands behind the last word: only there a completion is wanted."""
        return self.textCursor().atEnd() and self.hasFocus()

    def offer(self, phrases: tuple[str, ...]) -> None:
        """Show what the sentence could become."""
        popup = self.popup
        if not phrases:
            popup.hide()
            return
        if popup.styleSheet() != self.window().styleSheet():  # a window of its own, which takes after none
            popup.setStyleSheet(self.window().styleSheet())
        self._offers.setStringList(list(phrases))
        self.completer.complete(self.rect())
        popup.setCurrentIndex(self._offers.index(-1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup = self.popup
        if popup.isVisible():
            chosen = popup.currentIndex()
            if event.key() == Qt.Key.Key_Tab:
                self._complete(str((chosen if chosen.isValid() else self._offers.index(0)).data()))
                return
            if event.key() == Qt.Key.Key_Escape or (self._is_enter(event) and chosen.isValid()):
                event.ignore()
                return
        if self._is_enter(event):
            popup.hide()
            self.submitted.emit()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.popup.hide()

    def insertFromMimeData(self, source: object) -> None:
        """Pasted text is one sentence of a bearable length."""
        text = " ".join(source.text().split())  # type: ignore[attr-defined]  # a QMimeData
        self.insertPlainText(text[: LONGEST - len(self.toPlainText())])

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(40), self.height())

    @staticmethod
    def _is_enter(event: QKeyEvent) -> bool:
        return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)

    def _complete(self, phrase: str) -> None:
        self.popup.hide()
        self.setPlainText(phrase)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.popup.hide()

    def _grow(self, *_size: object) -> None:
        lines = min(max(int(self.document().size().height()), self._least), MOST_LINES)
        around = 2 * self._theme.px(1.5) + 2 * int(self.document().documentMargin()) + 2
        needed = lines * self.fontMetrics().lineSpacing() + around
        spare = max(0, self._theme.target - needed)
        self.setViewportMargins(0, spare // 2, 0, 0)
        self.setFixedHeight(needed + spare)
