"""The work behind the ID photo tab: making a photo, and finding out where one of an earlier session was cut."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QTransform

from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.qt_images import transform
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo.params import IdPhotoParams

OPERATION = "id_photo"


def run_id_photo(session: Session, document: OpenDocument, params: IdPhotoParams) -> BackgroundJob | None:
    """Make an ID photo as a step that can be compared with its source."""
    catalogue, portraits = session.catalogue, session.portraits

    def placement(picture: Picture) -> npt.NDArray[np.float64]:
        from catchlight.operations.id_photo.run import plan

        return plan(portraits.of(picture), params, catalogue).matrix

    return session.run(OPERATION, params, tr("ID photo"), document=document, placement=placement)


def align(session: Session, document: OpenDocument, step: EditStep) -> None:
    """Find out where a restored photo lies on its source, so that the two can be compared."""
    params, base = step.params, step.base
    if step.base_to_this is not None or base is None or not isinstance(params, IdPhotoParams):
        return
    source, catalogue, portraits = document.steps[base], session.catalogue, session.portraits

    def work(progress: Progress) -> QTransform:
        from catchlight.operations.id_photo.run import plan

        return transform(plan(portraits.of(source.picture), params, catalogue).matrix)

    job = session.jobs.submit(tr("ID photo"), work, visible=False)
    job.finished.connect(lambda placed: document.align(step, placed))
