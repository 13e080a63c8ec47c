"""The view for choosing between many pictures: one large, or up to four side by side with one zoom."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.empty_stage import NothingShown
from catchlight.gui.canvas.zoom_view import ZoomView
from catchlight.gui.culling.hint_desk import HintDesk
from catchlight.gui.culling.linked_panes import LinkedPanes
from catchlight.gui.culling.mark_bar import MOST_PANES, MarkBar
from catchlight.gui.culling.mark_words import hint_words
from catchlight.gui.culling.previews import AHEAD, BEHIND, PreviewCache
from catchlight.gui.culling.screen_preview import ScreenPreview
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.sidecar.mark import NO_MARK

HINTS_AHEAD = 2
_SHARPER = 0.85
"""Blur of the sharpest of several pictures by that of the next one, from which it is told."""


class CullingView(QWidget):
    """Leafs through what the strip shows. The picture with the frame is the one that keys and buttons mark."""

    active_changed = Signal(object)
    """The OpenDocument that is marked by keys now."""
    looked_at = Signal(object)
    """The ScreenPreview of the active picture, None while there is none."""
    left = Signal()
    """Its user wants to go back to the tabs."""

    def __init__(self, session: Session, actions: Mapping[str, QAction], theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._marks = session.marks
        allowed = session.memory.settings.local_limits
        self._limits = DecodeLimits(allowed.max_bytes, allowed.max_pixels, allowed.min_side)
        self.previews = PreviewCache(session.jobs, self._limits, self)
        self.hints = HintDesk(session.jobs, self._limits, session.portraits.models, self)
        self._active: OpenDocument | None = None
        self._begin = 0
        self._way = 1
        self._seen: ScreenPreview | None = None
        self.linked = LinkedPanes(session.jobs, self._limits, self.previews, self.hints, theme)
        self.panes = self.linked.panes
        self.bar = MarkBar(actions, theme)
        self.nothing = NothingShown(actions["clear_filter"], theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.linked, 1)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.bar)
        self.linked.moved.connect(self._tell)
        self.linked.focused.connect(self._focus)
        self.bar.leave.clicked.connect(self.left)
        self.bar.panes_chosen.connect(self.show_panes)
        self.bar.part_chosen.connect(self.linked.show_part)
        self.previews.made.connect(self._made)
        self.hints.found.connect(self._hinted)
        self._marks.changed.connect(lambda _document: self._tell())
        self._marks.arranged.connect(self._arranged)
        session.closed.connect(self._closed)

    @property
    def active(self) -> OpenDocument | None:
        return self._active

    @property
    def active_view(self) -> ZoomView:
        """The view of the active picture; the first where there is none."""
        return next((pane.view for pane in self.linked.used() if pane.document is self._active), self.panes[0].view)

    @property
    def count(self) -> int:
        """Panes that are shown."""
        return self.linked.count

    def shown(self) -> list[OpenDocument]:
        """The pictures that are seen now."""
        return list(self._marks.visible[self._begin : self._begin + self.count])

    # Commands

    def show_document(self, document: OpenDocument | None) -> None:
        """Make a picture the active one."""
        visible = self._marks.visible
        if document not in visible:
            document = visible[min(self._begin, len(visible) - 1)] if visible else None
        if document is not None:
            place = visible.index(document)
            self._way = -1 if self._active in visible and place < visible.index(self._active) else 1
            if not self._begin <= place < self._begin + self.count:
                self._begin = place if place >= self._begin else place - self.count + 1
        self._begin = max(0, min(self._begin, len(visible) - self.count))
        self._active = document
        self._fill()
        self.active_changed.emit(document)

    def step(self, by: int) -> None:
        """Go so many pictures on, and stay at the ends."""
        if self._active is not None:
            beside = self._marks.neighbour(self._active, by)
            if beside is not None:
                self.show_document(beside)

    def show_panes(self, count: int) -> None:
        self.linked.show_panes(count)
        self.previews.use_side(self.linked.side())
        self.show_document(self._active)
        self.linked.focus(self._active)

    def next_panes(self) -> None:
        self.show_panes(self.count % MOST_PANES + 1)

    def begin(self, document: OpenDocument | None) -> None:
        """It is shown now."""
        self.previews.use_side(self.linked.side())
        self.show_document(document)
        self.linked.focus(self._active)

    def end(self) -> None:
        """It is not looked at any more: no memory for it."""
        self.hints.stop()
        self.previews.clear()
        self.linked.clear()

    # Inside

    def _fill(self) -> None:
        """Put the pictures into the panes, and have made what comes next; where there are none, say why."""
        none = not self._marks.visible
        had_focus = self.linked.isAncestorOf(self.focusWidget())
        self.linked.setVisible(not none)
        self.nothing.setVisible(none)
        if none and had_focus:
            self.nothing.clear.setFocus(Qt.FocusReason.OtherFocusReason)
        self.linked.show_pictures(self.shown())
        self._ask()
        self._tell()

    def _ask(self) -> None:
        visible, begin, end = self._marks.visible, self._begin, self._begin + self.count
        after, before = list(visible[end : end + AHEAD]), list(visible[max(0, begin - BEHIND) : begin])[::-1]
        if self._way < 0:
            after, before = list(visible[end : end + BEHIND]), list(visible[max(0, begin - AHEAD) : begin])[::-1]
            coming = before + after
        else:
            coming = after + before
        self.previews.want(self.shown(), coming)
        self.hints.want([*self.shown(), *coming[:HINTS_AHEAD]])

    def _made(self, document: OpenDocument) -> None:
        self.linked.show_preview(document)
        self._tell()

    def _hinted(self, document: OpenDocument) -> None:
        for pane in self.linked.used():
            if pane.document is document or self.linked.keeps_whole:
                self.linked.place(pane)
        self._tell()

    def _closed(self, document: OpenDocument) -> None:
        self.previews.forget(document)
        self.hints.forget(document)
        self.linked.forget(document)

    def _arranged(self) -> None:
        if self.isVisible():
            self.show_document(self._active)

    def _tell(self) -> None:
        """Captions, frame and bar as the marks are."""
        self._show_active()
        sharpest = self._sharpest()
        for pane in self.linked.used():
            document = pane.document
            assert document is not None
            hints = hint_words(self.hints.of(document))
            fault = self.previews.fault(document)
            if fault is not None:
                hints = [sentence_of(fault)]
            elif document is sharpest:
                hints = [*hints, tr("Sharpest eyes of these")]
            pane.tell(self._marks.of(document), hints)
            pane.set_active(document is self._active and self.count > 1)
        for pane in self.panes[: self.count]:
            pane.caption.setVisible(pane.document is not None)
        visible, active = self._marks.visible, self._active
        place = visible.index(active) + 1 if active in visible else 0
        mark = self._marks.of(active) if active is not None else NO_MARK
        self.bar.tell(mark, place, len(visible), self.count, self.linked.part)
        self.bar.setEnabled(bool(visible))

    def _show_active(self) -> None:
        preview = self.linked.preview_of(self._active) if self._active is not None else None
        if preview is not self._seen:
            self._seen = preview
            self.looked_at.emit(preview)

    def _sharpest(self) -> OpenDocument | None:
        """The picture whose eyes are clearly sharper than those of all others that are seen."""
        measured = []
        for document in self.shown():
            hints = self.hints.of(document)
            if hints is None or hints.blur is None:
                return None
            measured.append((hints.blur, document))
        measured.sort(key=lambda one: one[0])
        if len(measured) < 2 or measured[0][0] > _SHARPER * measured[1][0]:
            return None
        return measured[0][1]

    def _focus(self, document: OpenDocument) -> None:
        if document is not self._active:
            self._active = document
            self._tell()
            self.active_changed.emit(document)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self.previews.use_side(self.linked.side())
            self._ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps: Mapping[int, int] = {
            Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageDown: 1, Qt.Key.Key_Space: 1,
            Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Backspace: -1,
        }  # fmt: skip
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        elif key in steps:
            self.step(steps[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._marks.visible:
            self.show_document(self._marks.visible[0 if key == Qt.Key.Key_Home else -1])
        else:
            super().keyPressEvent(event)
