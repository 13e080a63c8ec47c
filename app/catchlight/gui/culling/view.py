"""The view for choosing between many pictures: one large, or up to four side by side with one zoom."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.culling.hint_desk import HintDesk
from catchlight.gui.culling.linked_zoom import FaceAnchor, FacePart, anchor_of, follow, zoom_to_part
from catchlight.gui.culling.mark_bar import MOST_PANES, MarkBar
from catchlight.gui.culling.mark_words import hint_words
from catchlight.gui.culling.pane import CullingPane
from catchlight.gui.culling.previews import AHEAD, BEHIND, PreviewCache, ScreenPreview, make_whole, side_for
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.io.limits import DecodeLimits

PARTS: tuple[FacePart, ...] = ("whole", "eyes", "mouth")
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
        self._count = 1
        self._way = 1
        self._part: FacePart = "whole"
        self._lead: tuple[OpenDocument, Viewport] | None = None
        self._seen: ScreenPreview | None = None
        self._whole: dict[OpenDocument, ScreenPreview] = {}
        self.panes = [CullingPane(theme) for _ in range(MOST_PANES)]
        self.bar = MarkBar(actions, theme)
        self._grid = QGridLayout()
        self._grid.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._grid, 1)
        column.addWidget(self.bar)
        for pane in self.panes:
            pane.view.moved.connect(lambda pane=pane: self._moved(pane))
            pane.view.resized.connect(lambda pane=pane: self._place(pane))
            pane.view.focused.connect(lambda pane=pane: self._focus(pane))
            pane.view.sharper_wanted.connect(lambda pane=pane: self._sharpen(pane))
        self.bar.leave.clicked.connect(self.left)
        self.bar.panes_chosen.connect(self.show_panes)
        self.bar.part_chosen.connect(self.show_part)
        self.previews.made.connect(self._made)
        self.hints.found.connect(self._hinted)
        self._marks.changed.connect(lambda _document: self._tell())
        self._marks.arranged.connect(self._arranged)
        session.closed.connect(self._closed)
        self._lay_grid()

    @property
    def active(self) -> OpenDocument | None:
        return self._active

    @property
    def count(self) -> int:
        """Panes that are shown."""
        return self._count

    def shown(self) -> list[OpenDocument]:
        """The pictures that are seen now."""
        return list(self._marks.visible[self._begin : self._begin + self._count])

    # Commands

    def show_document(self, document: OpenDocument | None) -> None:
        """Make a picture the active one."""
        visible = self._marks.visible
        if document not in visible:
            document = visible[min(self._begin, len(visible) - 1)] if visible else None
        if document is not None:
            place = visible.index(document)
            self._way = -1 if self._active in visible and place < visible.index(self._active) else 1
            if not self._begin <= place < self._begin + self._count:
                self._begin = place if place >= self._begin else place - self._count + 1
        self._begin = max(0, min(self._begin, len(visible) - self._count))
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
        self._count = count
        self._lay_grid()
        self.previews.use_side(self._side())
        self.show_document(self._active)
        self._focus_active()

    def next_panes(self) -> None:
        self.show_panes(self._count % MOST_PANES + 1)

    def show_part(self, part: str) -> None:
        """Zoom to a part of each face, or fit."""
        self._part = next(one for one in PARTS if one == part)
        self._lead = None
        for pane in self._used():
            self._place(pane)
        self._tell()

    def next_part(self) -> None:
        self.show_part(PARTS[(PARTS.index(self._part) + 1) % len(PARTS)])

    def begin(self, document: OpenDocument | None) -> None:
        """It is shown now."""
        self.previews.use_side(self._side())
        self.show_document(document)
        self._focus_active()

    def end(self) -> None:
        """It is not looked at any more: no memory for it."""
        self.hints.stop()
        self.previews.clear()
        self._whole.clear()
        for pane in self.panes:
            pane.document = None
            pane.view.show_preview(None, keep_view=False)

    # Inside

    def _used(self) -> list[CullingPane]:
        return [pane for pane in self.panes[: self._count] if pane.document is not None]

    def _side(self) -> int:
        return side_for(self.panes[0].view.size(), self.devicePixelRatioF())

    def _lay_grid(self) -> None:
        for number, pane in enumerate(self.panes):
            self._grid.removeWidget(pane)
            pane.setVisible(number < self._count)
            if number < self._count:
                columns = 2 if self._count == MOST_PANES else self._count
                self._grid.addWidget(pane, number // columns, number % columns)
        self._grid.activate()

    def _fill(self) -> None:
        """Put the pictures into the panes, and have made what comes next."""
        shown = self.shown()
        self._whole = {one: whole for one, whole in self._whole.items() if one in shown}
        for number, pane in enumerate(self.panes[: self._count]):
            if number >= len(shown):
                pane.document = None
                pane.view.show_preview(None, keep_view=False)
                continue
            other = pane.document is not shown[number]
            pane.show_document(shown[number], self._preview_of(shown[number]))
            if other:
                self._place(pane)
        self._ask()
        self._tell()

    def _ask(self) -> None:
        visible, begin, end = self._marks.visible, self._begin, self._begin + self._count
        after, before = list(visible[end : end + AHEAD]), list(visible[max(0, begin - BEHIND) : begin])[::-1]
        if self._way < 0:
            after, before = list(visible[end : end + BEHIND]), list(visible[max(0, begin - AHEAD) : begin])[::-1]
            coming = before + after
        else:
            coming = after + before
        self.previews.want(self.shown(), coming)
        self.hints.want([*self.shown(), *coming[:HINTS_AHEAD]])

    def _preview_of(self, document: OpenDocument) -> ScreenPreview | None:
        return self._whole.get(document) or self.previews.of(document)

    def _made(self, document: OpenDocument) -> None:
        for pane in self._used():
            if pane.document is document:
                pane.show_document(document, self._preview_of(document))
                self._place(pane)
        self._tell()

    def _hinted(self, document: OpenDocument) -> None:
        for pane in self._used():
            if pane.document is document or self._part == "whole":
                self._place(pane)
        self._tell()

    def _closed(self, document: OpenDocument) -> None:
        self.previews.forget(document)
        self.hints.forget(document)
        self._whole.pop(document, None)
        if self._lead is not None and self._lead[0] is document:
            self._lead = None

    def _arranged(self) -> None:
        if self.isVisible():
            self.show_document(self._active)

    def _tell(self) -> None:
        """Captions, frame and bar as the marks are."""
        self._show_active()
        sharpest = self._sharpest()
        for pane in self._used():
            document = pane.document
            assert document is not None
            hints = hint_words(self.hints.of(document))
            fault = self.previews.fault(document)
            if fault is not None:
                hints = [sentence_of(fault)]
            elif document is sharpest:
                hints = [*hints, tr("Sharpest eyes of these")]
            pane.tell(self._marks.of(document), hints)
            pane.set_active(document is self._active and self._count > 1)
        for pane in self.panes[: self._count]:
            pane.caption.setVisible(pane.document is not None)
        visible = self._marks.visible
        if self._active is not None and self._active in visible:
            place = visible.index(self._active) + 1
            part = "" if self._lead is not None else self._part
            self.bar.tell(self._marks.of(self._active), place, len(visible), self._count, part)

    def _show_active(self) -> None:
        preview = self._preview_of(self._active) if self._active is not None else None
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

    # Zoom

    def _anchors(self, *documents: OpenDocument) -> list[FaceAnchor] | None:
        """An anchor of each: by the faces where all have one, else by the middle. None while a size is not known."""
        part: FacePart = "mouth" if self._part == "mouth" else "eyes"
        faces = [self.hints.face(document) for document in documents]
        found = []
        for document, face in zip(documents, faces, strict=True):
            preview = self._preview_of(document)
            if preview is None:
                return None
            found.append(anchor_of(preview.width, preview.height, face if all(faces) else None, part))
        return found

    def _place(self, pane: CullingPane) -> None:
        """Give a pane the view that the chosen part, or the leading picture, asks for."""
        document, now = pane.document, pane.view.viewport_now
        if document is None or self._preview_of(document) is None:
            return
        if self._part != "whole" and self.hints.face(document) is not None:
            own = self._anchors(document)
            if own is not None:
                pane.view.place(zoom_to_part(now, own[0], self._part))
        elif self._lead is not None:
            leader, view = self._lead
            anchors = self._anchors(document, leader) if leader is not document else None
            if anchors is not None:
                pane.view.place(follow(now, anchors[0], view, anchors[1]))
        else:
            pane.view.place(pane.view.viewport_now.fit(*(pane.view.content_size() or (1, 1))))

    def _moved(self, pane: CullingPane) -> None:
        """Its user has zoomed or moved one: the others follow."""
        view = pane.view.viewport_now
        self._part = "whole"
        self._lead = None if view.fitted or pane.document is None else (pane.document, view)
        for other in self._used():
            if other is not pane:
                self._place(other)
        self._tell()

    def _sharpen(self, pane: CullingPane) -> None:
        """All pixels of a picture that is looked at closely."""
        document, limits = pane.document, self._limits
        if document is None or document.path is None or document in self._whole or self.previews.of(document) is None:
            return
        path = document.path
        self._whole[document] = self.previews.of(document)  # type: ignore[assignment]  # asked for once
        job = self._session.jobs.submit("", lambda _progress: make_whole(path, limits), lane="live", visible=False)

        def have(whole: ScreenPreview) -> None:
            if document in self._whole:
                self._whole[document] = whole
                for one in self._used():
                    if one.document is document:
                        one.view.show_preview(whole, keep_view=True)

        job.finished.connect(have)

    def _focus(self, pane: CullingPane) -> None:
        if pane.document is not None and pane.document is not self._active:
            self._active = pane.document
            self._tell()
            self.active_changed.emit(self._active)

    def _focus_active(self) -> None:
        for pane in self._used():
            if pane.document is self._active:
                pane.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self.previews.use_side(self._side())
            self._ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps: Mapping[int, int] = {
            Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageDown: 1, Qt.Key.Key_Space: 1,
            Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Backspace: -1,
        }  # fmt: skip
        key = event.key()
        if key in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        elif key in steps:
            self.step(steps[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._marks.visible:
            self.show_document(self._marks.visible[0 if key == Qt.Key.Key_Home else -1])
        else:
            super().keyPressEvent(event)
