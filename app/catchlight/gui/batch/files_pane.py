"""The files of a batch: the table, what stands there while it is empty, and the ways in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QStackedLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from catchlight.core.errors import InvalidRequest
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.batch.batches import Batches
from catchlight.gui.batch.left_out import exclusion_reasons, exclusion_summary
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.runs.table import TIME
from catchlight.gui.runs.table_view import RunTable
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.push_button import push_button
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.files.discovery import DiscoveredFiles, find_pictures


class FilesPane(QWidget):
    """Takes files by buttons, keys and drops; Delete takes rows out, a double click opens a result."""

    failed = Signal(object)
    """A CatchlightError."""
    nothing_found = Signal()
    chosen = Signal()
    """Other rows are chosen."""

    def __init__(self, batches: Batches, session: Session, ask: SystemDialogs, theme: Theme) -> None:
        super().__init__()
        self._batches = batches
        self._session = session
        self._ask = ask
        self._theme = theme
        self.setAcceptDrops(True)
        self.add_button = push_button(
            tr("Add pictures…"), tr("Add picture files (Ctrl+O)"), self.ask_files, theme, "photo"
        )
        self.folder_button = push_button(
            tr("Add a folder…"), tr("Add the pictures of a folder (Ctrl+Shift+O)"), self.ask_folder, theme, "folder"
        )
        self.remove_button = push_button(
            tr("Remove"), tr("Take the chosen rows out (Delete)"), self.remove, theme, "remove"
        )
        self.clear_button = push_button(
            tr("Clear"), tr("Empty the table; files stay as they are"), self._clear, theme, "close"
        )
        self._count = label("", "muted")
        self._left_out = DiscoveredFiles(())
        tools = QHBoxLayout()
        tools.setSpacing(theme.px(2))
        for button in (self.add_button, self.folder_button, self.remove_button, self.clear_button):
            tools.addWidget(button)
        tools.addStretch(1)
        tools.addWidget(self._count)
        for keys, does in (("Ctrl+O", self.ask_files), ("Ctrl+Shift+O", self.ask_folder)):
            QShortcut(QKeySequence(keys), self, context=Qt.ShortcutContext.WindowShortcut).activated.connect(does)
        self._pages = QStackedLayout()
        self._pages.addWidget(self._table())
        self._pages.addWidget(self._empty())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addLayout(tools)
        column.addLayout(self._pages, 1)

    def _table(self) -> QTableView:
        self.table = table = RunTable(
            self._batches,
            self._session,
            self._theme,
            tr("Pictures of the batch"),
            tr("Pictures of the batch: Enter opens a result, Delete takes a row out"),
        )
        self.thumbs, self.model = table.thumbs, table.rows
        # Where text is large the room is needed for names; the state's tip says the time.
        table.setColumnHidden(TIME, self._theme.large)
        table.selectionModel().selectionChanged.connect(lambda *_changes: self.chosen.emit())
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), table, context=Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.remove)
        return table

    def _empty(self) -> QWidget:
        theme, page = self._theme, QFrame()
        page.setProperty("role", "card")
        mark = QLabel()
        side = theme.px(14)
        mark.setPixmap(theme.icons("batch", theme.tokens["muted"]).pixmap(side, side))
        words = QVBoxLayout(page)
        words.setSpacing(theme.px(2))
        words.addStretch(1)
        for widget in (
            mark,
            label(tr("Drop pictures or folders here"), "title"),
            label(tr("or add them above"), "muted"),
        ):
            words.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        words.addStretch(1)
        return page

    # What is shown

    def show_state(self) -> None:
        """What can be done now."""
        batches = self._batches
        count, fresh = len(batches.items), batches.journal is None and not batches.busy
        self._pages.setCurrentIndex(0 if count else 1)
        self._show_count(count)
        for button in (self.add_button, self.folder_button):
            button.setEnabled(not batches.busy)
        self.remove_button.setVisible(fresh)
        self.remove_button.setEnabled(self.table.selectionModel().hasSelection())
        self.clear_button.setVisible(bool(count) and not batches.busy)
        words = (
            (tr("Clear"), tr("Empty the table; files stay as they are"), "close")
            if fresh
            else (tr("New batch"), tr("The same pictures for another batch; results stay as they are"), "reset")
        )
        self.clear_button.setText(words[0])
        self.clear_button.setAccessibleName(words[0])
        self.clear_button.setToolTip(words[1])
        self.clear_button.setIcon(self._theme.icons(words[2]))

    def _show_count(self, count: int) -> None:
        """How many pictures there are, and how many files the folders that were added last held beside them."""
        said, reasons = (tr("Pictures: {count}", count=count) if count else ""), exclusion_reasons(self._left_out)
        if count and reasons:
            said += f"  ·  {exclusion_summary(self._left_out)}"
        self._count.setText(said)
        self._count.setToolTip(reasons if count else "")

    # Files in

    def ask_files(self) -> None:
        if not self._batches.busy:
            self.add(self._ask.pictures(self, self._session.memory.settings.last_folder or ""))

    def ask_folder(self) -> None:
        folder = self._session.memory.settings.last_folder or ""
        chosen = None if self._batches.busy else self._ask.folder(self, tr("Add a folder"), folder)
        if chosen is not None:
            self.add([chosen])

    def add(self, paths: Sequence[Path]) -> None:
        """Files, and the pictures of folders, which are looked for on a worker."""
        if not paths:
            return

        def work(_progress: Progress) -> DiscoveredFiles:
            return find_pictures(path.absolute() for path in paths)

        job = self._session.jobs.submit(tr("Looking for pictures"), work, lane="files", visible=False)
        job.finished.connect(self._found)
        job.failed.connect(self.failed)

    def _found(self, found: DiscoveredFiles) -> None:
        if found.files:
            self._left_out = found
            self._batches.add(found.files)
        for folder, reason in found.closed:
            self.failed.emit(
                InvalidRequest(
                    Message("The folder {path} cannot be read: {why}.", path=display_name(folder), why=reason)
                )
            )
        if not found.files and not found.closed:
            self.nothing_found.emit()

    def _clear(self) -> None:
        """First from a batch that is over to its pictures, then to none."""
        if self._batches.journal is not None:
            self._batches.renew()
        else:
            self._batches.clear()

    def remove(self) -> None:
        self._batches.remove([index.row() for index in self.table.selectionModel().selectedRows()])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if not self._batches.busy and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.add([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])
