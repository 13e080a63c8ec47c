"""The help page: the handbook's sections on the left, the chosen one beside them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.guide.handbook import Section, sections
from catchlight.gui.guide.markdown_view import show_markdown
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import is_chinese, tr


class HelpDialog(QDialog):
    """The handbook in the language of the window; typing finds the sections that hold the words."""

    def __init__(self, theme: Theme, topic: str = "start", parent: QWidget | None = None) -> None:
        """topic: key of the section to begin with, for example of the tab that is shown."""
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self._sections = sections("zh" if is_chinese() else "en")
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search the help"))
        self.search.setAccessibleName(tr("Search the help"))
        self.search.setToolTip(tr("Only the pages that hold these words"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Pages"))
        self.list.setToolTip(tr("Pages of the help"))
        self.list.currentItemChanged.connect(self._show)
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("Help"))
        self.text.setToolTip("")
        self.text.setOpenExternalLinks(False)
        side = QVBoxLayout()
        side.setSpacing(theme.px(3))
        side.addWidget(label(tr("Help"), "title"))
        side.addWidget(self.search)
        side.addWidget(self.list, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(*(theme.px(6),) * 4)
        row.setSpacing(theme.px(6))
        row.addLayout(side)
        row.addWidget(self.text, 1)
        self.list.setFixedWidth(theme.px(48))
        self.search.setFixedWidth(theme.px(48))
        self.text.document().setDocumentMargin(theme.px(4))
        QShortcut(QKeySequence.StandardKey.Find, self, self.search.setFocus)
        resize_dialog(self, theme.px(210), theme.px(150))
        self._filter("")
        self.choose(topic)

    def choose(self, topic: str) -> None:
        """Show the section with that key, the first where there is none."""
        rows = [self.list.item(row).data(Qt.ItemDataRole.UserRole).key for row in range(self.list.count())]
        self.list.setCurrentRow(rows.index(topic) if topic in rows else 0)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        self.list.clear()
        for section in self._sections:
            if all(word in f"{section.title} {section.text}".casefold() for word in words):
                item = QListWidgetItem(section.title)
                item.setData(Qt.ItemDataRole.UserRole, section)
                self.list.addItem(item)
        self.list.setCurrentRow(0)
        if not self.list.count():
            self.text.setPlainText(tr("No page of the help holds these words."))

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        section: Section = item.data(Qt.ItemDataRole.UserRole)
        show_markdown(self.text, f"## {section.title}\n\n{section.text}", self._theme.px(2))
