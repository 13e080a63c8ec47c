"""Pictures of the screen's size, made before they are looked at: those that come next first, and no more than fit into memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.culling.screen_preview import ScreenPreview, make_preview
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.imaging.io.limits import DecodeLimits

MOST_BYTES = 256_000_000
"""Memory of all previews together: 37 of 1600 x 1067."""
AHEAD, BEHIND = 12, 3
"""So many pictures are made ready in the direction of leafing, and so many behind, where memory allows."""
LEAST_SIDE, MOST_SIDE, SIDE_STEP = 768, 2560, 256


def side_for(view: QSize, ratio: float) -> int:
    """Longer side in pixels of a preview for a view of that logical size; few different ones, so that resizing spoils few."""
    longest = max(view.width(), view.height()) * ratio
    return int(min(max(-(-longest // SIDE_STEP) * SIDE_STEP, LEAST_SIDE), MOST_SIDE))


class PreviewCache(QObject):
    """Gives what it has at once, and says when it has more."""

    made = Signal(object)
    """An OpenDocument whose preview is there now, or which cannot be read."""

    def __init__(self, jobs: JobQueue, limits: DecodeLimits, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._limits = limits
        self._side = LEAST_SIDE
        self._kept: OrderedDict[OpenDocument, ScreenPreview] = OrderedDict()
        self._failed: dict[OpenDocument, CatchlightError] = {}
        self._under_way: dict[OpenDocument, BackgroundJob] = {}
        self._wanted: list[OpenDocument] = []
        """Those that are still to be made, the most likely first."""
        self._ranks: dict[OpenDocument, int] = {}
        """Of what is shown and what is likely to come: the lower, the sooner it is looked at."""
        self._shown: Sequence[OpenDocument] = ()

    @property
    def bytes(self) -> int:
        return sum(one.bytes for one in self._kept.values())

    @property
    def kept(self) -> Sequence[OpenDocument]:
        return tuple(self._kept)

    def of(self, document: OpenDocument) -> ScreenPreview | None:
        return self._kept.get(document)

    def fault(self, document: OpenDocument) -> CatchlightError | None:
        """Why a document has no preview."""
        return self._failed.get(document)

    def use_side(self, side: int) -> None:
        """What is made from now on has this longer side; larger ones stay, smaller ones are made anew."""
        if side > self._side:
            self._kept.clear()
        self._side = side

    def want(self, shown: Sequence[OpenDocument], coming: Sequence[OpenDocument]) -> None:
        """Have those that are shown made at once, and those that come, the most likely first, one after another and no more
        of them than there is memory for."""
        self._shown = shown
        self._ranks = {document: rank for rank, document in enumerate((*shown, *coming))}
        self._wanted = [one for one in coming if one not in self._kept and one not in self._failed]
        for document in shown:
            if document in self._kept:
                self._kept.move_to_end(document)
            elif document not in self._failed and document not in self._under_way:
                self._make(document, "live")
        self._next()

    def forget(self, document: OpenDocument) -> None:
        """It was closed."""
        self._kept.pop(document, None)
        self._failed.pop(document, None)
        job = self._under_way.pop(document, None)
        if job is not None:
            job.cancel()

    def make_again(self, document: OpenDocument) -> None:
        """It is to be made anew: the window is shown through other colours."""
        self._kept.pop(document, None)
        if document not in self._under_way:
            self._make(document, "live")

    def clear(self) -> None:
        """Give all memory back: nobody looks any more."""
        for job in self._under_way.values():
            job.cancel()
        self._under_way.clear()
        self._kept.clear()
        self._failed.clear()
        self._wanted, self._ranks, self._shown = [], {}, ()

    def _next(self) -> None:
        """One at a time goes ahead, so that what is wanted next can change."""
        if any(job.property("ahead") for job in self._under_way.values()):
            return
        while self._wanted:
            document = self._wanted.pop(0)
            if document in self._kept or document in self._under_way:
                continue
            if self._has_room(document):
                self._make(document, "ahead")
            return

    def _make(self, document: OpenDocument, lane: str) -> None:
        path, side, limits = document.path, self._side, self._limits
        if path is None:
            return

        def work(progress: Progress) -> ScreenPreview:
            progress.check()
            return make_preview(path, side, limits)

        job = self._jobs.submit("", work, lane=lane, visible=False)
        job.setProperty("ahead", lane == "ahead")
        self._under_way[document] = job
        job.finished.connect(lambda preview: self._have(document, job, preview))
        job.failed.connect(lambda error: self._have(document, job, error))
        job.cancelled.connect(lambda: self._have(document, job, None))

    def _have(self, document: OpenDocument, job: BackgroundJob, got: ScreenPreview | CatchlightError | None) -> None:
        if self._under_way.get(document) is not job:
            return
        del self._under_way[document]
        if isinstance(got, ScreenPreview):
            self._kept[document] = got
            self._shrink()
        elif got is not None:
            self._failed[document] = got
        self._next()
        if got is not None:
            self.made.emit(document)

    def _has_room(self, document: OpenDocument) -> bool:
        """Whether it fits beside all that is looked at sooner; it is taken for as large as the largest of those."""
        rank = self._ranks[document]
        sooner = [one.bytes for other, one in self._kept.items() if self._ranks.get(other, rank) < rank]
        return not sooner or sum(sooner) + max(sooner) <= MOST_BYTES

    def _shrink(self) -> None:
        """Give up what nobody will look at soon, the oldest first; then what would come last. Never what is shown."""
        taken, latest = self.bytes, len(self._ranks)
        for document in sorted(self._kept, key=lambda one: self._ranks.get(one, latest), reverse=True):
            if taken <= MOST_BYTES:
                return
            if document not in self._shown:
                taken -= self._kept.pop(document).bytes
