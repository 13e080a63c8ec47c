"""The command palette: every command of the window, and what can be set in it, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from catchlight.gui.finding.matching import RankedRow, rank
from catchlight.gui.finding.palette_rows import PaletteRow
from catchlight.gui.id_documents.search import SUBTITLE, TwoLines, show_whole_rows
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

LISTED, FEW = 9, 5
"""So many commands are seen at once, at usual and at large text."""
MOST = 40
"""Rows that are listed of what fits; who sees none of them types on."""
AHEAD = 6
"""Rows before the sentences: these are seen without scrolling."""


class CommandPalette(QFrame):
    """Lies over the window while it is open; Enter runs the chosen command, Escape closes."""

    said = Signal(str)
    """A sentence was chosen in the place of a command."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("palette")
        self._theme = theme
        self._rows: list[PaletteRow] = []
        self._before: QWidget | None = None
        self._complete: Callable[[str], Sequence[RankedRow[str]]] | None = None
        self._rest: Callable[[], Sequence[PaletteRow]] = tuple
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

    def open(
        self,
        rows: Sequence[PaletteRow],
        complete: Callable[[str], Sequence[RankedRow[str]]] | None = None,
        rest: Callable[[], Sequence[PaletteRow]] = tuple,
    ) -> None:
        """Offer these rows. complete: sentences that what is typed can become, for ``said``. rest: rows that were not added yet,
        asked for when something is typed."""
        self._complete, self._rest = complete, rest
        self._rows = list(rows)
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

    def add_rows(self, rows: Sequence[PaletteRow]) -> None:
        """Offer more, which took longer to find; the chosen one stays chosen."""
        self._rows += rows
        if self.isVisible() and self.field.text().strip():
            chosen = self.list.currentItem().data(Qt.ItemDataRole.UserRole) if self.list.currentRow() > 0 else None
            self._filter(self.field.text())
            for number in range(self.list.count()):
                if chosen is not None and self.list.item(number).data(Qt.ItemDataRole.UserRole) == chosen:
                    self.list.setCurrentRow(number)

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
        typed = text.strip()
        if typed:
            self._rows += self._rest()
            self._list_found(typed)
        else:
            for row in self._rows:
                if row.listed and not row.why_not:
                    self._add(row)
        if not self.list.count():
            nothing = QListWidgetItem(tr("Nothing found"))
            nothing.setData(SUBTITLE, tr("No command has these words. Try fewer, or others."))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nothing)
        self.list.setCurrentRow(0)
        show_whole_rows(self.list, FEW if self._theme.large else LISTED)
        self.adjustSize()

    def _list_found(self, typed: str) -> None:
        """Commands and options before sentences, unless these have the words themselves; at last what fits in part."""
        found = rank(typed, [(row.found_by, row) for row in self._rows])
        whole = [match for match in found if match.whole]
        can = [match.row for match in whole if not match.row.why_not]
        cannot = [match.row for match in whole if match.row.why_not]
        said = list(self._complete(typed)) if self._complete is not None else []
        best = max((match.least for match in whole), default=0.0)
        first = 0 if said and said[0].least > best else AHEAD
        for row in can[:first]:
            self._add(row)
        for match in said:
            item = QListWidgetItem(self._theme.icons("picker"), tr("Say “{sentence}”", sentence=match.row))
            item.setData(SUBTITLE, tr("In your own words, in the Edit tab"))
            item.setData(Qt.ItemDataRole.UserRole, match.row)
            self.list.addItem(item)
        in_part = [match.row for match in found if not match.whole and not match.row.why_not]
        for row in (*can[first:MOST], *cannot, *in_part[:FEW]):
            self._add(row)

    def _add(self, row: PaletteRow) -> None:
        item = QListWidgetItem(row.icon, row.title)
        item.setData(SUBTITLE, row.why_not or row.subtitle)
        item.setData(Qt.ItemDataRole.UserRole, row)
        if row.why_not:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(item)

    def _run(self, item: QListWidgetItem) -> None:
        chosen = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(chosen, PaletteRow) and not chosen.why_not:
            self.close_palette()
            chosen.run()
        elif isinstance(chosen, str):
            self.close_palette()
            self.said.emit(chosen)
