"""The field that a sentence is typed into: it wraps, grows with its text and completes."""

from __future__ import annotations

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCompleter, QPlainTextEdit

from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.language.intents import LONGEST

MOST_LINES = 4


class SentenceEdit(QPlainTextEdit):
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
