"""Every step of the current picture, with a thumbnail: jump to any, and nothing is lost by going back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QMenu, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.film_strip import frame_thumbnail
from catchlight.gui.document.step_rows import StepRows
from catchlight.gui.id_documents.search import SUBTITLE
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.gui.wording.step_words import step_subtitle, step_title
from catchlight.operations.registry import OPERATIONS


class HistoryPanel(QWidget):
    """Lists the steps of a document; a row's menu does more than jumping to it."""

    export_wanted = Signal(object)
    """A Step."""
    command_wanted = Signal(str, int)
    """Key of a command of the window, and the number of the step that it is wanted for."""

    def __init__(
        self, session: Session, undo: QAction, redo: QAction, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("historyPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._catalogue = session.catalogue
        self._theme = theme
        self._document: OpenDocument | None = None
        self._listed: list[EditStep] = []
        """The steps that the rows show."""
        self._ratio = 0.0
        head = QHBoxLayout()
        head.addWidget(label(tr("History"), "section"), 1)
        for action in (undo, redo):
            button = QToolButton()
            button.setProperty("role", "flat")
            button.setDefaultAction(action)
            button.setAccessibleName(action.text().replace("&", ""))
            head.addWidget(button)
        self.list = QListWidget()
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)  # by rows the end would lie half empty
        self.list.setAccessibleName(tr("Steps"))
        self.list.setToolTip(tr("Steps of this picture: Enter jumps to one"))
        side = theme.px(11)
        self.list.setIconSize(QSize(side, side))
        self.list.setItemDelegate(StepRows(theme, self.list))
        self.list.setUniformItemSizes(True)  # a long history is not measured row by row
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._jump)
        self.list.itemActivated.connect(self._jump)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.more = QToolButton()
        self.more.setProperty("role", "flat")
        self.more.setIcon(theme.icons("more"))
        self.more.setToolTip(tr("What can be done with the chosen step (menu key)"))
        self.more.setAccessibleName(tr("Do more with the step"))
        self.more.clicked.connect(self._show_menu_below)
        head.addWidget(self.more)
        self.folded = QToolButton()
        self.folded.setProperty("role", "flat")
        self.folded.setCheckable(True)
        self.folded.setMinimumHeight(theme.target)
        self.folded.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.folded.setToolTip(tr("Steps that were gone back from, and others made in their place"))
        self.folded.toggled.connect(lambda _on: self._fold())
        self.folded.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(4), theme.px(1), theme.px(2), theme.px(1))
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(self.folded)

    def show_document(self, document: OpenDocument | None) -> None:
        if self._document is not None:
            self._document.changed.disconnect(self._fill)
        self._document = document
        if document is not None:
            document.changed.connect(self._fill)
        self._fill()

    def menu_of(self, number: int) -> QMenu:
        """What can be done with a step."""
        menu = QMenu(self)
        document = self._document
        if document is None or not 0 <= number < len(document.steps):
            return menu
        step = document.steps[number]
        jump = menu.addAction(self._theme.icons("history"), tr("Go to this step"))
        jump.triggered.connect(lambda: document.jump(number))
        if step.operation in OPERATIONS and step.params is not None:
            again = menu.addAction(self._theme.icons("reset"), tr("Apply to this picture again"))
            again.setEnabled(number != document.index)
            again.triggered.connect(lambda: self._session.apply_step(step, document))
            others = menu.addMenu(self._theme.icons("photo"), tr("Apply to another open picture"))
            for other in self._session.documents:
                if other is not document and not other.broken:
                    others.addAction(other.title).triggered.connect(partial(self._session.apply_step, step, other))
            others.setEnabled(not others.isEmpty())
            menu.addSeparator()
            keep = menu.addAction(self._theme.icons("preset"), tr("Save the steps as a preset…"))
            keep.triggered.connect(lambda: self.command_wanted.emit("save_preset", number))
            spread = menu.addAction(tr("Apply these steps to other open pictures"))
            spread.setEnabled(not others.isEmpty())
            spread.triggered.connect(lambda: self.command_wanted.emit("apply_others", number))
        menu.addSeparator()
        export = menu.addAction(self._theme.icons("export"), tr("Export…"))
        export.triggered.connect(lambda: self.export_wanted.emit(step))
        return menu

    def _show_menu(self, position: QPoint) -> None:
        item = self.list.itemAt(position) or self.list.currentItem()
        if item is not None:
            self.menu_of(self.list.row(item)).popup(self.list.mapToGlobal(position))

    def _show_menu_below(self) -> None:
        self.menu_of(self.list.currentRow()).popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _fill(self) -> None:
        """Show the document's steps. Rows of steps that are listed already stay: a long history is not listed anew."""
        document = self._document
        steps = [] if document is None else list(document.steps)
        self.more.setEnabled(document is not None and document.loaded)
        ratio = self.devicePixelRatioF()
        if ratio != self._ratio or len(steps) < len(self._listed):
            self.list.clear()
            self._listed, self._ratio = [], ratio
        if document is None:
            self.folded.hide()
            return
        for number, step in enumerate(steps):
            if number < len(self._listed) and self._listed[number] is step:
                continue
            item = self.list.item(number)
            if item is None:
                item = QListWidgetItem()
                self.list.addItem(item)
            self._tell(item, number, step)
        self._listed = steps
        self.list.setCurrentRow(document.index)
        self._fold()

    def show_colours(self) -> None:
        """Draw every step anew: the screen's colours are others."""
        for row in range(len(self._listed)):
            self._tell(self.list.item(row), row, self._listed[row])

    def _fold(self) -> None:
        """Hide the steps that were discarded, or show them too."""
        gone = self._document.discarded() if self._document is not None else frozenset[int]()
        self.folded.setVisible(bool(gone))
        shown = self.folded.isChecked()
        self.folded.setText(
            tr_counted("{count} discarded step", "{count} discarded steps", len(gone))
            if not shown
            else tr("Hide discarded steps")
        )
        self.folded.setIcon(self._theme.icons("up" if shown else "down"))
        for row in range(self.list.count()):
            self.list.setRowHidden(row, row in gone and not shown)

    def _tell(self, item: QListWidgetItem, number: int, step: EditStep) -> None:
        title, subtitle = step_title(step, self._catalogue), step_subtitle(step, self._catalogue)
        item.setText(title)
        item.setData(SUBTITLE, subtitle)
        item.setData(Qt.ItemDataRole.UserRole, number)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {subtitle}")
        item.setToolTip(f"{title}\n{subtitle}")
        picture = frame_thumbnail(step.thumbnail, self.list.iconSize().width(), self._theme, False, self._ratio)
        item.setIcon(QIcon(picture))

    def _jump(self, item: QListWidgetItem) -> None:
        if self._document is not None:
            self._document.jump(int(item.data(Qt.ItemDataRole.UserRole)))
