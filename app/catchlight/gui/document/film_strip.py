"""The film strip: the open pictures, one under the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QItemSelectionModel, QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.colour.current import on_screen
from catchlight.gui.culling.arrangement import Arrangement
from catchlight.gui.culling.mark_words import mark_words
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.strip_rows import MARK, StripRows
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.files.discovery import RAW_SUFFIXES


class FilmStrip(QWidget):
    """Chooses the current document, or what is leafed through; Delete closes one. Its order and its gaps are the marks'."""

    def __init__(
        self, session: Session, actions: Mapping[str, QAction], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("filmStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._theme = theme
        self._side = theme.px(20)
        self._items: dict[OpenDocument, QListWidgetItem] = {}
        self._unread: dict[OpenDocument, None] = {}
        """Those without a small picture, in their order."""
        self._job: BackgroundJob | None = None
        self._leaf: Callable[[OpenDocument], None] | None = None
        self._waiting = QIcon()
        """Stands for every picture that has not been read yet; drawn once."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fill)
        self._list = self._make_list()
        self._rows = StripRows(theme, self._side, self._list)
        self._list.setItemDelegate(self._rows)
        self._filter = self._tool("filter", tr("Sort and filter the pictures"), tr("Sort and filter the pictures"))
        self._filter.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._filter.setMenu(self._filter_menu(actions))
        self._count = label("", "small")
        self._count.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._count.hide()
        add = self._tool("plus", tr("Open pictures"), tr("Open pictures (Ctrl+O)"))
        add.clicked.connect(actions["open"].trigger)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(1), theme.px(2), theme.px(1), theme.px(2))
        column.setSpacing(theme.px(1))
        column.addWidget(self._filter, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._count)
        column.addWidget(self._list, 1)
        column.addWidget(add, 0, Qt.AlignmentFlag.AlignHCenter)
        self.setFixedWidth(self._side + theme.px(8))
        delete = QAction(tr("Close this picture"), self._list)
        delete.setShortcut(Qt.Key.Key_Delete)
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(self._close_current)
        self._list.addAction(delete)
        session.opened.connect(self._add)
        session.closed.connect(self._remove)
        session.current_changed.connect(lambda document: self.mark(document) if self._leaf is None else None)
        session.marks.changed.connect(self._tell)
        session.marks.arranged.connect(self._arrange)
        for document in session.documents:
            self._add(document)
        self._arrange()
        self.mark(session.current)

    def _make_list(self) -> QListWidget:
        found = QListWidget()
        found.setAccessibleName(tr("Open pictures"))
        found.setToolTip(
            tr("Open pictures: Enter shows one, Delete closes it, Ctrl or Shift and a click choose several")
        )
        found.setIconSize(QSize(self._side, self._side))
        found.setViewMode(QListWidget.ViewMode.IconMode)
        found.setMovement(QListWidget.Movement.Static)
        found.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        found.setSelectionRectVisible(False)
        found.setFlow(QListWidget.Flow.TopToBottom)
        found.setWrapping(False)
        found.setUniformItemSizes(True)
        found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        found.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        found.customContextMenuRequested.connect(self._menu)
        found.currentItemChanged.connect(self._chosen)
        found.verticalScrollBar().valueChanged.connect(lambda _value: self._soon.start())
        return found

    @property
    def rows(self) -> QListWidget:
        """The open pictures, a row for each."""
        return self._list

    def selected(self) -> list[OpenDocument]:
        """The chosen pictures, from the top; the current one where none else is."""
        chosen = [item for item in self._items.values() if item.isSelected() and not item.isHidden()]
        chosen.sort(key=self._list.row)
        found = [item.data(Qt.ItemDataRole.UserRole) for item in chosen]
        return found or ([] if self._session.current is None else [self._session.current])

    def leaf_with(self, show: Callable[[OpenDocument], None] | None) -> None:
        """What choosing a row does while pictures are leafed through; None: it becomes the current one."""
        self._leaf = show

    def show_filter(self, chosen: Arrangement, shown: int, count: int) -> None:
        """Tell whether pictures are hidden, and how many are not."""
        self._filter.setIcon(self._theme.icons("filter", self._theme.tokens["accent" if chosen.filters else "text"]))
        self._count.setText(tr("{place} of {count}", place=shown, count=count))
        self._count.setVisible(chosen.filters)

    def _tool(self, icon: str, name: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setIcon(self._theme.icons(icon))
        button.setIconSize(QSize(self._theme.px(5), self._theme.px(5)))
        button.setToolTip(tip)
        button.setAccessibleName(name)
        button.setMinimumHeight(self._theme.target)
        return button

    def _filter_menu(self, actions: Mapping[str, QAction]) -> QMenu:
        """The same commands as in the menu of the window, at hand."""
        menu = QMenu(self)
        for title, begin in (
            (tr("Sort the strip"), "sort_"),
            (tr("Show by stars"), "least_"),
            (tr("Show by flag"), "show_"),
            (tr("Show by label"), "show_label_"),
        ):
            inner = menu.addMenu(title)
            for key, action in actions.items():
                if key.startswith(begin) and key.startswith("show_label_") == (begin == "show_label_"):
                    inner.addAction(action)
        menu.addAction(actions["clear_filter"])
        return menu

    def _add(self, document: OpenDocument) -> None:
        item = QListWidgetItem(document.title)
        item.setData(Qt.ItemDataRole.UserRole, document)
        item.setSizeHint(self._rows.row_size(self._list.fontMetrics()))
        self._items[document] = item
        self._unread[document] = None
        self._list.addItem(item)
        self._tell(document)
        self._draw(document)
        document.thumbnail_changed.connect(self._draw)
        self._soon.start()

    def _remove(self, document: OpenDocument) -> None:
        item = self._items.pop(document, None)
        self._unread.pop(document, None)
        if item is not None:
            self._list.blockSignals(True)
            self._list.takeItem(self._list.row(item))
            self._list.blockSignals(False)

    def _tell(self, document: OpenDocument) -> None:
        """A row as its picture is marked."""
        item = self._items.get(document)
        if item is None:
            return
        mark = self._session.marks.of(document)
        words = mark_words(mark)
        item.setData(MARK, mark)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{document.title}, {words}" if words else document.title)
        item.setToolTip("\n".join(part for part in (_told(document), words) if part))

    def _arrange(self) -> None:
        """Rows in the order of the marks, without those that are filtered away."""
        visible = self._session.marks.visible
        order = [document for document in visible if document in self._items]
        shown = set(order)
        rest = [document for document in self._items if document not in shown]
        current, chosen = self._list.currentItem(), self._list.selectedItems()
        wanted = [self._items[document] for document in (*order, *rest)]
        self._list.blockSignals(True)
        if wanted != [self._list.item(row) for row in range(self._list.count())]:
            while self._list.count():
                self._list.takeItem(self._list.count() - 1)
            for item in wanted:
                self._list.addItem(item)
            if current is not None:
                self._list.setCurrentItem(current, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            for item in chosen:
                item.setSelected(True)
        for row, item in enumerate(wanted):
            self._list.setRowHidden(row, item.data(Qt.ItemDataRole.UserRole) not in shown)
        self._list.blockSignals(False)
        self._soon.start()

    def mark(self, document: OpenDocument | None) -> None:
        """Show which one is looked at."""
        item = self._items.get(document) if document is not None else None
        self._list.blockSignals(True)
        if item is None:
            self._list.clearSelection()
        elif item is not self._list.currentItem() or not self._list.selectedItems():
            # Else the strip has made it current itself, and goes on to choose it alone or beside others.
            self._list.setCurrentItem(item, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._list.blockSignals(False)
        if item is not None:
            item.setText(document.title if document else "")
            self._list.scrollToItem(item)

    def _fill(self) -> None:
        """Have the next small picture read, those in sight first; one at a time, so that what is scrolled to is next."""
        if self._job is not None:
            return
        for document in (*self._in_sight(), *self._unread):
            job = self._session.want_thumbnail(document)
            if job is not None:
                self._job = job
                for ended in (job.finished, job.failed, job.cancelled):
                    ended.connect(self._filled)
                return

    def _in_sight(self) -> list[OpenDocument]:
        """Those of the visible rows that have no small picture yet."""
        first = max(0, self._list.indexAt(QPoint(8, 8)).row())
        last = self._list.indexAt(QPoint(8, self._list.height() - 8)).row()
        rows = range(first, (last if last >= 0 else self._list.count() - 1) + 1)
        documents = [self._list.item(row).data(Qt.ItemDataRole.UserRole) for row in rows]
        return [document for document in documents if document in self._unread]

    def _filled(self, _result: object = None) -> None:
        self._job = None
        self._soon.start()

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            (self._leaf or self._session.show)(item.data(Qt.ItemDataRole.UserRole))

    def _close_current(self) -> None:
        item = self._list.currentItem()
        if item is not None:
            self._session.close(item.data(Qt.ItemDataRole.UserRole))

    def _menu(self, position: QPoint) -> None:
        item = self._list.itemAt(position)
        if item is None:
            return
        menu = QMenu(self)
        close = menu.addAction(self._theme.icons("close"), tr("Close this picture"))
        close.triggered.connect(lambda: self._session.close(item.data(Qt.ItemDataRole.UserRole)))
        document: OpenDocument = item.data(Qt.ItemDataRole.UserRole)
        if document.pair is not None:
            is_raw = document.path is not None and document.path.suffix.lower() in RAW_SUFFIXES
            other = menu.addAction(tr("Take the JPEG of this shot") if is_raw else tr("Take the raw file of this shot"))
            other.triggered.connect(lambda: self._session.switch_pair(document))
        menu.popup(self._list.mapToGlobal(position))

    def _draw(self, document: OpenDocument) -> None:
        item = self._items.get(document)
        if item is None:
            return
        item.setText(document.title)
        self._tell(document)
        ratio = self.devicePixelRatioF()
        if document.thumbnail is None and not document.broken:
            if self._waiting.isNull():
                self._waiting = QIcon(frame_thumbnail(None, self._side, self._theme, False, ratio))
            item.setIcon(self._waiting)
        else:
            self._unread.pop(document, None)
            item.setIcon(QIcon(frame_thumbnail(document.thumbnail, self._side, self._theme, document.broken, ratio)))

    def show_colours(self) -> None:
        """Draw every picture anew: the screen's colours are others."""
        for document in self._items:
            if document.thumbnail is not None:
                self._draw(document)


def _told(document: OpenDocument) -> str:
    """Where its file lies, and which other one of the shot it stands for."""
    where = str(document.path or document.title)
    return where if document.pair is None else f"{where}\n{tr('Also of this shot: {name}', name=document.pair.name)}"


def frame_thumbnail(image: QImage | None, side: int, theme: Theme, broken: bool, ratio: float) -> QPixmap:
    """A thumbnail in the middle of a square, in the colours of the screen; an icon while there is none."""
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    if image is None:
        icon = theme.icons("warning" if broken else "photo", theme.tokens["fail" if broken else "muted"])
        third = side // 3
        icon.paint(painter, third, third, third, third)
    else:
        scale = min(side / image.width(), side / image.height())
        width, height = image.width() * scale, image.height() * scale
        left, top = (side - width) / 2, (side - height) / 2
        if image.hasAlphaChannel():
            painter.fillRect(round(left), round(top), round(width), round(height), QColor("#D8D8D8"))
        painter.drawImage(QRectF(left, top, width, height), on_screen(image))
    painter.end()
    return pixmap
