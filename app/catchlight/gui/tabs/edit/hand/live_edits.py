"""The picture with the edits of the hand done, which follows every change of them, and the mask of the one that is worked on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep
from catchlight.gui.jobs.jobs import BackgroundJob, Work
from catchlight.gui.jobs.live import LiveRenderer
from catchlight.gui.jobs.previews import is_small
from catchlight.gui.tabs.edit.hand import render
from catchlight.gui.tabs.edit.hand.draft import HandDraft
from catchlight.gui.tabs.edit.hand.overlay import BrushOverlay
from catchlight.gui.tabs.edit.hand.render import BrushPreview
from catchlight.gui.wording.i18n import tr
from catchlight.operations.reduce import WHOLE


class LiveEdits(QObject):
    """Renders what the draft has, for the canvas."""

    rendered = Signal(int)
    """There is another rendering; how many strokes had been drawn when it was asked for."""
    masked = Signal()
    """The brush has another mask to show, or none."""

    def __init__(
        self,
        session: Session,
        draft: HandDraft,
        brush: BrushOverlay,
        source: Callable[[], EditStep | None],
        parent: QObject,
    ) -> None:
        """source: what the edits are done to."""
        super().__init__(parent)
        self._session, self._draft, self._brush, self._source = session, draft, brush, source
        self.drawn: BrushPreview | None = None
        """The last rendering of these edits; None where there is none, or nothing to be seen of them."""
        self._masks: BackgroundJob | None = None
        self._veiled = False
        self.live = LiveRenderer(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(session.report)

    @property
    def ready(self) -> bool:
        """Whether the edits as they are now could be done."""
        drawn = self.drawn
        return drawn is not None and drawn.refusal is None and drawn.edits == self._draft.edits

    def render(self, strokes: int, *, by_stroke: bool) -> None:
        """Follow the edits. strokes: drawn in this window; by_stroke: one more than before, whose dabs are seen meanwhile."""
        source, edits = self._source(), self._draft.edits
        if source is None:
            return
        picture = source.picture

        def ask(size: int) -> Work:
            previewer, portraits = self._session.previewer, self._session.portraits
            return render.render_edits(previewer, portraits, picture, edits, strokes, size)

        whole = ask(WHOLE)
        if by_stroke or is_small(picture, render.PROXY):
            self.live.ask(tr("Preview"), whole)
        else:
            self.live.ask(tr("Preview"), ask(render.PROXY), whole)

    def stop(self) -> None:
        self.live.stop()

    def show_mask(self, on: bool) -> None:
        """The mask of the edit that is worked on, or none. To be called again when the edits are others."""
        self._veiled = on
        source, edit = self._source(), self._draft.active
        if not on or source is None or edit is None:
            self._brush.mask = None
            self.masked.emit()
            return
        work = render.render_mask(self._session.portraits, source.picture, edit)
        job = self._session.jobs.submit("", work, lane="brush", visible=False)
        self._masks = job
        job.finished.connect(lambda mask: self._have_mask(job, mask))
        job.failed.connect(self._session.report)

    # Inside

    def _rendered(self, drawn: BrushPreview) -> None:
        source = self._source()
        if source is None or drawn.picture is not source.picture:
            return
        if drawn.refusal is None or drawn.edits == self._draft.edits:
            self.drawn = drawn
        self.rendered.emit(drawn.strokes)

    def _have_mask(self, job: BackgroundJob, mask: Any) -> None:
        if job is self._masks and self._veiled:
            self._brush.mask = mask
            self.masked.emit()
