"""Going on with one person of a picture of several: the cut is a step of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.gui.app.session import Session
from catchlight.gui.document import person_crop
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.wording.i18n import tr
from catchlight.portrait.face.detect import Face


def crop(session: Session, document: OpenDocument, step: EditStep, face: Face, others: Sequence[Face]) -> None:
    """Cut the person with ``face`` out of a step, or show the cut that was made of it before, after all that is being done to
    the picture; where that gives another one, it is asked anew who is meant.
    """
    session.running.when_free(document, lambda: _crop(session, document, step, face, others))


def _crop(session: Session, document: OpenDocument, step: EditStep, face: Face, others: Sequence[Face]) -> None:
    if document.current is not step:
        return
    box = person_crop.person_box(face, others, step.picture.width, step.picture.height)
    known = person_crop.step_with(document.steps, step, box)
    if known is not None:
        document.jump(document.steps.index(known))
        return
    moved = np.array([[1.0, 0.0, -box[0]], [0.0, 1.0, -box[1]]])
    params = person_crop.params_of(box)
    session.run("crop", params, tr("Cropping"), document=document, base=step, placement=lambda _source: moved)
