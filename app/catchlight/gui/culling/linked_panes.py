"""Up to four pictures side by side, with one zoom on the same part of each face."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.culling.hint_desk import HintDesk
from catchlight.gui.culling.linked_zoom import FaceAnchor, FacePart, anchor_of, follow, zoom_to_part
from catchlight.gui.culling.mark_bar import MOST_PANES
from catchlight.gui.culling.pane import CullingPane
from catchlight.gui.culling.previews import PreviewCache, side_for
from catchlight.gui.culling.screen_preview import ScreenPreview, make_whole
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.widgets.theme import Theme
from catchlight.imaging.io.limits import DecodeLimits

PARTS: tuple[FacePart, ...] = ("whole", "eyes", "mouth")


class LinkedPanes(QWidget):
    """Shows pictures, each finer where it is looked at closely; who zooms or moves one moves all."""

    moved = Signal()
    """Another part of the pictures is seen."""
    focused = Signal(object)
    """The OpenDocument whose pane has the keys now."""

    def __init__(
        self, jobs: JobQueue, limits: DecodeLimits, previews: PreviewCache, hints: HintDesk, theme: Theme
    ) -> None:
        super().__init__()
        self._jobs = jobs
        self._limits = limits
        self._previews = previews
        self._hints = hints
        self.count = 1
        """Panes that are shown."""
        self._part: FacePart = "whole"
        self._lead: tuple[OpenDocument, Viewport] | None = None
        self._whole: dict[OpenDocument, ScreenPreview] = {}
        self._readying: set[ScreenPreview] = set()
        """Those that are being brought into the colours of the screen."""
        self.panes = [CullingPane(theme, self) for _ in range(MOST_PANES)]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        for pane in self.panes:
            pane.view.moved.connect(lambda pane=pane: self._moved(pane))
            pane.view.resized.connect(lambda pane=pane: self.place(pane))
            pane.view.focused.connect(lambda pane=pane: self._focus(pane))
            pane.view.sharper_wanted.connect(lambda pane=pane: self._sharpen(pane))
            pane.view.unready.connect(lambda pane=pane: self._make_ready(pane))
        self._lay()

    @property
    def part(self) -> str:
        """The part of the faces that was chosen; empty where a picture was moved since."""
        return "" if self._lead is not None else self._part

    @property
    def keeps_whole(self) -> bool:
        """Whether each picture is seen as a whole, unless one was moved."""
        return self._part == "whole"

    def used(self) -> list[CullingPane]:
        """Those that show a picture."""
        return [pane for pane in self.panes[: self.count] if pane.document is not None]

    def side(self) -> int:
        """Longer side in pixels of the previews that they need."""
        return side_for(self.panes[0].view.size(), self.devicePixelRatioF())

    def show_panes(self, count: int) -> None:
        self.count = count
        self._lay()

    def show_pictures(self, shown: Sequence[OpenDocument]) -> None:
        """One in each pane; as many as there are panes, or fewer."""
        self._whole = {one: whole for one, whole in self._whole.items() if one in shown}
        for number, pane in enumerate(self.panes[: self.count]):
            if number >= len(shown):
                pane.document = None
                pane.view.show_preview(None, keep_view=False)
                continue
            other = pane.document is not shown[number]
            pane.show_document(shown[number], self.preview_of(shown[number]))
            if other:
                self.place(pane)

    def show_preview(self, document: OpenDocument) -> None:
        """There is a preview of it now."""
        for pane in self.used():
            if pane.document is document:
                pane.show_document(document, self.preview_of(document))
                self.place(pane)

    def forget(self, document: OpenDocument) -> None:
        """It was closed."""
        self._whole.pop(document, None)
        if self._lead is not None and self._lead[0] is document:
            self._lead = None

    def clear(self) -> None:
        """Give all memory back: nobody looks any more."""
        self._whole.clear()
        for pane in self.panes:
            pane.document = None
            pane.view.show_preview(None, keep_view=False)

    def focus(self, document: OpenDocument | None) -> None:
        for pane in self.used():
            if pane.document is document:
                pane.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_part(self, part: str) -> None:
        """Zoom to a part of each face, or fit."""
        self._part = next(one for one in PARTS if one == part)
        self._lead = None
        for pane in self.used():
            self.place(pane)
        self.moved.emit()

    def next_part(self) -> None:
        self.show_part(PARTS[(PARTS.index(self._part) + 1) % len(PARTS)])

    def preview_of(self, document: OpenDocument) -> ScreenPreview | None:
        """The finest there is."""
        return self._whole.get(document) or self._previews.of(document)

    def _lay(self) -> None:
        columns = 2 if self.count == MOST_PANES else self.count
        for number, pane in enumerate(self.panes):
            self._grid.removeWidget(pane)
            self._grid.setColumnStretch(number, int(number < columns))  # as wide as the others, also without a picture
            pane.setVisible(number < self.count)
            if number < self.count:
                self._grid.addWidget(pane, number // columns, number % columns)
        self._grid.activate()

    def _anchors(self, *documents: OpenDocument) -> list[FaceAnchor] | None:
        """An anchor of each: by the faces where all have one, else by the middle. None while a size is not known."""
        part: FacePart = "mouth" if self._part == "mouth" else "eyes"
        faces = [self._hints.face(document) for document in documents]
        found = []
        for document, face in zip(documents, faces, strict=True):
            preview = self.preview_of(document)
            if preview is None:
                return None
            found.append(anchor_of(preview.width, preview.height, face if all(faces) else None, part))
        return found

    def place(self, pane: CullingPane) -> None:
        """Give a pane the view that the chosen part, or the leading picture, asks for."""
        document, now = pane.document, pane.view.viewport_now
        if document is None or self.preview_of(document) is None:
            return
        if self._part != "whole" and self._hints.face(document) is not None:
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
        for other in self.used():
            if other is not pane:
                self.place(other)
        self.moved.emit()

    def _sharpen(self, pane: CullingPane) -> None:
        """All pixels of a picture that is looked at closely."""
        document, limits = pane.document, self._limits
        if document is None or document.path is None or document in self._whole:
            return
        path, preview = document.path, self._previews.of(document)
        if preview is None:
            return
        self._whole[document] = preview  # asked for once
        job = self._jobs.submit("", lambda _progress: make_whole(path, limits), lane="live", visible=False)

        def have(whole: ScreenPreview) -> None:
            if document in self._whole:
                self._whole[document] = whole
                for one in self.used():
                    if one.document is document:
                        one.view.show_preview(whole, keep_view=True)

        job.finished.connect(have)

    def _make_ready(self, pane: CullingPane) -> None:
        """Bring a picture that was made for other colours into those of the screen."""
        preview, document = pane.view.preview, pane.document
        if preview is None or preview in self._readying:
            return
        if preview.lacks_colours and document is not None:
            if self.preview_of(document) is preview:  # else a better one is under way
                self._whole.pop(document, None)
                self._previews.make_again(document)
            return
        self._readying.add(preview)
        job = self._jobs.submit("", lambda _progress: preview.make_ready(), lane="live", visible=False)

        def end(_result: object = None) -> None:
            self._readying.discard(preview)
            pane.view.update()

        for ended in (job.finished, job.cancelled):  # one that fails is not tried with every paint
            ended.connect(end)

    def _focus(self, pane: CullingPane) -> None:
        if pane.document is not None:
            self.focused.emit(pane.document)
