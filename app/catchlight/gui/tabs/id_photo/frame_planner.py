"""Where the photo's frame will lie: planned on a worker while document, options or lines change; the last wish wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.measured_guides import CHIN, CROWN, EYES, LINES, point_of, source_px_per_mm
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.tabs.id_photo.runs import OPERATION
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo.params import IdPhotoParams

if TYPE_CHECKING:
    from catchlight.operations.id_photo.framing import Framing

LIVE_MS = 60
ROOM = 0.1
"""Share of the head's height that always lies between two lines."""


SourceKey = tuple[OpenDocument, int]
"""A document, and the index of the step that its photo is cut from."""


@dataclass(frozen=True)
class FramePlans:
    """The frame as it will be cut, and as it would be without the user's own lines."""

    framing: Framing
    measured: Framing


class FramePlanner(QObject):
    """Plans the frame of one document at a time, and keeps the user's own lines of each."""

    planned = Signal()
    refused = Signal(object, object)
    """The Document, and the CatchlightError that says why no photo can be cut from it."""
    due = Signal()
    """What was asked for has rested long enough to be planned."""
    moved = Signal()
    """A line was moved, or put back."""

    def __init__(self, session: Session, choices: Callable[[], Mapping[str, Any]], parent: QObject) -> None:
        """choices: gives all parameters but the lines."""
        super().__init__(parent)
        self.plans: FramePlans | None = None
        self.lines: dict[SourceKey, dict[str, float]] = {}
        self._session = session
        self._choices = choices
        self._document: OpenDocument | None = None
        self._job: BackgroundJob | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LIVE_MS)
        self._timer.timeout.connect(self.due)

    def params_for(self, document: OpenDocument) -> IdPhotoParams:
        """What is chosen, with the lines of this picture."""
        lines = self.lines.get(source_of(document), {})
        return IdPhotoParams(**(dict(self._choices()) | {LINES[line]: y for line, y in lines.items()}))

    def plan_soon(self) -> None:
        self._timer.start()

    def plan(self, document: OpenDocument, source: Picture) -> None:
        """Plan the frame in ``source``, the picture that the document's photo is cut from."""
        if self._job is not None:
            self._job.cancel()
        self._document = document
        params, catalogue, portraits = self.params_for(document), self._session.catalogue, self._session.portraits
        free = params.model_copy(update=dict.fromkeys(LINES.values()))

        def work(progress: Progress) -> FramePlans:
            from catchlight.operations.id_photo.run import plan

            portrait = portraits.of(source)
            measured = plan(portrait, free, catalogue)
            progress.check()
            return FramePlans(measured if params == free else plan(portrait, params, catalogue), measured)

        job = self._session.jobs.submit(tr("Looking at the face"), work, visible=self.plans is None)
        self._job = job
        job.finished.connect(lambda plans: self._end(job, plans))
        job.failed.connect(lambda error: self._end(job, None, error))

    def forget(self, document: OpenDocument | None) -> None:
        """Another picture is current, of which nothing is known yet."""
        if self._job is not None:
            self._job.cancel()
        self._job = None
        self.plans = None
        self._document = document

    def stop(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()

    def _end(self, job: BackgroundJob, plans: FramePlans | None, error: CatchlightError | None = None) -> None:
        if job is not self._job:
            return
        self._job = None
        self.plans = plans
        if error is None:
            self.planned.emit()
        else:
            self.refused.emit(self._document, error)

    # The user's own lines

    @property
    def has_lines(self) -> bool:
        return self._document is not None and bool(self.lines.get(source_of(self._document)))

    def shift_mm(self, line: str) -> float:
        """How far up a line was moved from where it was measured."""
        plans, document = self.plans, self._document
        own = self.lines.get(source_of(document), {}) if document is not None else {}
        if plans is None or line not in own:
            return 0.0
        start = point_of(plans.measured, line)[1]
        return (start - own[line]) / source_px_per_mm(plans.measured)

    def shift(self, line: str, millimetres: float) -> None:
        """Put a line so far above where it was measured."""
        if self.plans is not None:
            measured = self.plans.measured
            self._set(line, float(point_of(measured, line)[1] - millimetres * source_px_per_mm(measured)))

    def drag(self, line: str, x: float, y: float) -> None:
        """Move a line to a point of the picture, along the middle of the face."""
        if self.plans is None:
            return
        framing = self.plans.framing
        (ax, ay), (bx, by) = framing.crown, framing.chin
        dx, dy = bx - ax, by - ay
        along = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-6)
        self._set(line, float(ay + dy * along))

    def reset_lines(self) -> None:
        if self._document is not None:
            self.lines.pop(source_of(self._document), None)
            self._timer.start()
            self.moved.emit()

    def _set(self, line: str, y: float) -> None:
        """Keep the lines in order: crown above the eyes above the chin."""
        plans, document = self.plans, self._document
        if plans is None or document is None:
            return
        own = self.lines.setdefault(source_of(document), {})
        places = {name: point_of(plans.framing, name)[1] for name in LINES} | own
        room = abs(places[CHIN] - places[CROWN]) * ROOM
        if line == CROWN:
            y = min(y, places[EYES] - room)
        elif line == CHIN:
            y = max(y, places[EYES] + room)
        else:
            y = min(max(y, places[CROWN] + room), places[CHIN] - room)
        own[line] = round(y, 2)
        self._timer.start()
        self.moved.emit()


def source_of(document: OpenDocument) -> SourceKey:
    return document, document.base_for(OPERATION) if document.loaded else 0
