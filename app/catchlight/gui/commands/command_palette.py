"""The command palette: every command of the window, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from catchlight.gui.commands.menus import WORDS
from catchlight.gui.id_documents.search import SUBTITLE, TwoLines, show_whole_rows
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

LISTED, FEW = 9, 5
"""So many commands are seen at once, at usual and at large text."""


class CommandPalette(QFrame):
    """Lies over the window while it is open; Enter runs the chosen command, Escape closes."""

    said = Signal(str)
    """A sentence was chosen in the place of a command."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("palette")
        self._theme = theme
        self._actions: list[QAction] = []
        self._before: QWidget | None = None
        self._complete: Callable[[str], Sequence[str]] | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Type what you want to do"))
        self.field.setAccessibleName(tr("Search a command"))
        self.field.setToolTip(tr("Type what you want to do; Enter does it, Escape closes"))
        self.list = QListWidget()
        self.list.setItemDelegate(TwoLines(theme, self.list))
        self.list.setAccessibleName(tr("Commands"))
        self.list.setToolTip(tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(self._run)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(2),) * 4)
        column.setSpacing(theme.px(1))
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.hide()

    def open(self, actions: Sequence[QAction], complete: Callable[[str], Sequence[str]] | None = None) -> None:
        """Offer these commands. complete: sentences that what is typed can become, for ``said``."""
        self._complete = complete
        self._actions = [action for action in actions if action.text() and action.isEnabled()]
        window = self._over
        self._before = window.focusWidget()
        width = min(self._theme.px(140), window.width() - self._theme.px(8))
        self.setFixedWidth(width)
        self.move((window.width() - width) // 2, self._theme.px(14))
        self.field.clear()
        self._filter("")
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_palette(self) -> None:
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            key = event.key()
            keys = (Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if key not in keys:
                return False
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if key == Qt.Key.Key_Escape:
                self.close_palette()
            elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                step = 1 if key == Qt.Key.Key_Down else -1
                self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), self.list.count() - 1))
            elif self.list.currentItem() is not None:
                self._run(self.list.currentItem())
            return True
        return False

    def _filter(self, text: str) -> None:
        self.list.clear()
        words = text.casefold().split()
        for action in self._actions:
            name = action.text().replace("&", "").rstrip("…")
            help_text = action.statusTip() or action.toolTip()
            known = f"{name} {help_text} {action.property(WORDS) or ''}".casefold()
            if all(word in known for word in words):
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QListWidgetItem(action.icon(), name)
                item.setData(
                    SUBTITLE, "  ·  ".join(part for part in (keys, help_text if help_text != name else "") if part)
                )
                item.setData(Qt.ItemDataRole.UserRole, action)
                self.list.addItem(item)
        for sentence in self._complete(text.strip()) if self._complete is not None and words else ():
            item = QListWidgetItem(self._theme.icons("picker"), tr("Say “{sentence}”", sentence=sentence))
            item.setData(SUBTITLE, tr("In your own words, in the Edit tab"))
            item.setData(Qt.ItemDataRole.UserRole, sentence)
            self.list.addItem(item)
        if not self.list.count():
            nothing = QListWidgetItem(tr("Nothing found"))
            nothing.setData(SUBTITLE, tr("No command has these words. Try fewer, or others."))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nothing)
        self.list.setCurrentRow(0)
        show_whole_rows(self.list, FEW if self._theme.large else LISTED)
        self.adjustSize()

    def _run(self, item: QListWidgetItem) -> None:
        action = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(action, QAction):
            self.close_palette()
            action.trigger()
        elif isinstance(action, str):
            self.close_palette()
            self.said.emit(action)
