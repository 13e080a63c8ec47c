"""Going on with one person of a picture of several: the cut is a step of its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QTransform

from catchlight.engine.faces import Face
from catchlight.engine.progress import Progress
from catchlight.gui import imaging, person_crop
from catchlight.gui.document import Document, Step
from catchlight.gui.i18n import tr
from catchlight.gui.session import Session


def crop(session: Session, document: Document, step: Step, face: Face, others: Sequence[Face]) -> None:
    """Cut the person with ``face`` out of a step, or show the cut that was made of it before."""
    picture = step.picture
    box = person_crop.person_box(face, others, picture.width, picture.height)
    known = person_crop.step_with(document.steps, step, box)
    if known is not None:
        document.jump(document.steps.index(known))
        return

    def work(progress: Progress) -> Step:
        part = person_crop.cropped(picture, box)
        moved = QTransform.fromTranslate(-box[0], -box[1])
        base = document.steps.index(step) if step in document.steps else None
        return Step(part, imaging.shown(part), person_crop.OPERATION, base=base, base_to_this=moved)

    def done(made: Step) -> None:
        document.apply(made)
        session.restore(document, made)

    job = session.jobs.submit(tr("Cropping"), work, lane="files")
    job.finished.connect(done)
    job.failed.connect(session.report)
