"""The film strip: the open pictures, one under the other."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.colour.current import on_screen
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.files.discovery import RAW_SUFFIXES


class FilmStrip(QWidget):
    """Chooses the current document; Delete closes one."""

    def __init__(self, session: Session, open_action: QAction, theme: Theme, parent: QWidget | None = None) -> None:
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
        self._waiting = QIcon()
        """Stands for every picture that has not been read yet; drawn once."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fill)
        self._list = QListWidget()
        self._list.setAccessibleName(tr("Open pictures"))
        self._list.setToolTip(tr("Open pictures: Enter shows one, Delete closes it"))
        self._list.setIconSize(QSize(self._side, self._side))
        self._list.setViewMode(QListWidget.ViewMode.IconMode)
        self._list.setMovement(QListWidget.Movement.Static)
        self._list.setFlow(QListWidget.Flow.TopToBottom)
        self._list.setWrapping(False)
        self._list.setUniformItemSizes(True)
        self._list.setWordWrap(False)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._menu)
        self._list.currentItemChanged.connect(self._chosen)
        self._list.verticalScrollBar().valueChanged.connect(lambda _value: self._soon.start())
        add = QToolButton()
        add.setProperty("role", "flat")
        add.setIcon(theme.icons("plus"))
        add.setIconSize(QSize(theme.px(5), theme.px(5)))
        add.setToolTip(tr("Open pictures (Ctrl+O)"))
        add.setAccessibleName(tr("Open pictures"))
        add.setMinimumHeight(theme.target)
        add.clicked.connect(open_action.trigger)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(1), theme.px(2), theme.px(1), theme.px(2))
        column.setSpacing(theme.px(1))
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
        session.current_changed.connect(self._mark)
        for document in session.documents:
            self._add(document)
        self._mark(session.current)

    @property
    def rows(self) -> QListWidget:
        """The open pictures, a row for each."""
        return self._list

    def _add(self, document: OpenDocument) -> None:
        item = QListWidgetItem(self._elided(document.title))
        item.setData(Qt.ItemDataRole.UserRole, document)
        item.setToolTip(_told(document))
        item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
        item.setSizeHint(QSize(self._side + self._theme.px(5), self._side + self._theme.px(9)))
        self._items[document] = item
        self._unread[document] = None
        self._list.addItem(item)
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

    def _mark(self, document: OpenDocument | None) -> None:
        item = self._items.get(document) if document is not None else None
        self._list.blockSignals(True)
        if item is not None:
            self._list.setCurrentItem(item)
        else:
            self._list.clearSelection()
        self._list.blockSignals(False)
        if item is not None:
            item.setText(self._elided(document.title if document else ""))
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
            self._session.show(item.data(Qt.ItemDataRole.UserRole))

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

    def _elided(self, name: str) -> str:
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, self._side + self._theme.px(3))

    def _draw(self, document: OpenDocument) -> None:
        item = self._items.get(document)
        if item is None:
            return
        item.setText(self._elided(document.title))
        item.setToolTip(_told(document))
        ratio = self.devicePixelRatioF()
        if document.thumbnail is None and not document.broken:
            if self._waiting.isNull():
                self._waiting = QIcon(frame_thumbnail(None, self._side, self._theme, False, ratio))
            item.setIcon(self._waiting)
        else:
            self._unread.pop(document, None)
            item.setIcon(QIcon(frame_thumbnail(_shown(document), self._side, self._theme, document.broken, ratio)))

    def show_colours(self) -> None:
        """Draw every picture anew: the screen's colours are others."""
        for document in self._items:
            if document.thumbnail is not None:
                self._draw(document)


def _shown(document: OpenDocument) -> QImage | None:
    return on_screen(document.thumbnail) if document.thumbnail is not None else None


def _told(document: OpenDocument) -> str:
    """Where its file lies, and which other one of the shot it stands for."""
    where = str(document.path or document.title)
    return where if document.pair is None else f"{where}\n{tr('Also of this shot: {name}', name=document.pair.name)}"


def frame_thumbnail(image: QImage | None, side: int, theme: Theme, broken: bool, ratio: float) -> QPixmap:
    """A thumbnail in the middle of a square; an icon while there is none."""
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
        painter.drawImage(QRectF(left, top, width, height), image)
    painter.end()
    return pixmap
