"""One of the pictures that are looked at while choosing, with its name, its mark and what is worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.canvas.zoom_view import MOVES, ZoomView
from catchlight.gui.culling.mark_painter import badge_width, paint_badge
from catchlight.gui.culling.mark_words import mark_words
from catchlight.gui.culling.screen_preview import ScreenPreview
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.sidecar.mark import NO_MARK, PictureMark

MARGIN = 8.0
"""Free room around a fitted picture, in logical pixels."""
_GUESS = 16
"""A thumbnail stands for a picture so many times as large until that is known."""


class PreviewView(ZoomView):
    """A preview under a viewport that counts in pixels of the whole picture."""

    moved = Signal()
    """It was zoomed or moved by its user."""
    sharper_wanted = Signal()
    """It is looked at closer than the preview is fine."""
    unready = Signal()
    """It was painted in other colours than those that the window is shown through now."""
    focused = Signal()
    resized = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, Viewport(margin=MARGIN), parent)
        self._preview: ScreenPreview | None = None
        self._following = False
        self._last = QPointF()
        self.setMinimumSize(120, 100)
        self.setAccessibleName(tr("Picture"))

    @property
    def preview(self) -> ScreenPreview | None:
        return self._preview

    def show_preview(self, preview: ScreenPreview | None, *, keep_view: bool) -> None:
        """keep_view: the same picture, finer. Tells nobody that it moved."""
        self._preview = preview
        if not keep_view or self._view.fitted:
            self.place(replace(self._view, fitted=True))
        self.update()

    def _resize_view(self) -> None:
        self._following = True
        super()._resize_view()
        self._following = False
        self.resized.emit()

    def content_size(self) -> tuple[float, float] | None:
        return None if self._preview is None else (self._preview.width, self._preview.height)

    def place(self, view: Viewport) -> None:
        """Take a view that follows another's, and tell nobody. One that is fitted fits this picture."""
        self._following = True
        if view.fitted:
            self.fit()
        else:
            self._set_view(view)
        self._following = False

    def _set_view(self, view: Viewport) -> None:
        super()._set_view(view)
        if not self._following:
            self.moved.emit()
        preview = self._preview
        if preview is None or view.fitted or preview.whole:
            return
        if view.scale > 1.1 * preview.image.width() / preview.width:
            self.sharper_wanted.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surround"))
        preview = self._preview
        if preview is not None:
            view = self._view
            whole = QRectF(view.x, view.y, preview.width * view.step, preview.height * view.step)
            seen = whole.intersected(QRectF(self.rect()))
            factor = preview.image.width() / whole.width()
            part = QRectF(
                (seen.x() - whole.x()) * factor, (seen.y() - whole.y()) * factor, seen.width() * factor, seen.height() * factor
            )  # fmt: skip
            smooth = view.scale * preview.width / preview.image.width() < 2
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
            painter.drawImage(seen, preview.shown, part)
            if not preview.is_ready:
                self.unready.emit()
        self._paint_focus(painter)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.focused.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._last = event.position()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & (Qt.MouseButton.LeftButton | Qt.MouseButton.MiddleButton):
            moved = event.position() - self._last
            self._last = event.position()
            self._set_view(self._view.pan(moved.x(), moved.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.unsetCursor()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in MOVES and self._view.fitted:
            event.ignore()  # there is nothing to move: the arrows leaf through
        else:
            super().keyPressEvent(event)


class PaneCaption(QWidget):
    """Name and mark in one line, and above it what is worth a look."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = ""
        self._mark = NO_MARK
        self._hints: Sequence[str] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(round(self.fontMetrics().height() * 2.1) + theme.px(2))

    def tell(self, name: str, mark: PictureMark, hints: Sequence[str]) -> None:
        self._name, self._mark, self._hints = name, mark, hints
        self.setToolTip("\n".join((name, *hints)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, metrics = self._theme, self.fontMetrics()
        pad, line = theme.px(2), metrics.height()
        size = line * 0.95
        badge = badge_width(self._mark, size)
        room = self.width() - 2 * pad - round(badge) - (pad if badge else 0)
        painter.setPen(theme.colour("text"))
        top = theme.px(1)
        name = metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, max(room, 0))
        painter.drawText(QRect(pad, top, max(room, 0), line), Qt.AlignmentFlag.AlignVCenter, name)
        paint_badge(painter, QPointF(self.width() - pad - badge, top - 0.1 * line), self._mark, size, theme)
        painter.setPen(theme.colour("uncertain"))
        told = metrics.elidedText("  ·  ".join(self._hints), Qt.TextElideMode.ElideRight, self.width() - 2 * pad)
        painter.drawText(QRect(pad, top + line, self.width() - 2 * pad, line), Qt.AlignmentFlag.AlignVCenter, told)


class CullingPane(QWidget):
    """A view and its caption; framed while it is the one that keys are for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._active = False
        self.document: OpenDocument | None = None
        self.view = PreviewView(theme)
        self.caption = PaneCaption(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(0.5),) * 4)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.caption)

    def show_document(self, document: OpenDocument, preview: ScreenPreview | None) -> None:
        """preview: None while it is made; the thumbnail stands for it."""
        same = document is self.document
        self.document = document
        if preview is None:
            small = document.thumbnail
            if small is not None:
                preview = ScreenPreview(small, small.width() * _GUESS, small.height() * _GUESS)
                preview.make_ready()  # so few pixels need no worker
        self.view.show_preview(preview, keep_view=same)

    def tell(self, mark: PictureMark, hints: Sequence[str]) -> None:
        document = self.document
        name = document.title if document is not None else ""
        self.caption.tell(name, mark, hints)
        self.view.setAccessibleName(", ".join(part for part in (name, mark_words(mark), *hints) if part))

    def set_active(self, active: bool) -> None:
        self._active = active
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("window"))
        if self._active:
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
