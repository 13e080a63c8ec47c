"""Quarter turns and flips that are done at once: joined to the crop that is shown, so that the picture is resampled once."""

from __future__ import annotations

from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.tabs.crop.reframe import Size, flipped, turned
from catchlight.gui.wording.i18n import tr
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import placement_of

OPERATION = "crop"
TURNS = ("turn_left", "turn_right", "flip_h", "flip_v")
"""The commands that act at once."""


def acted(params: CropParams, size: Size, key: str) -> CropParams:
    """Parameters after ``turn_left``, ``turn_right``, ``flip_h`` or ``flip_v``. size: of the picture that is cropped."""
    if key in ("turn_left", "turn_right"):
        return turned(params, size, -1 if key == "turn_left" else 1)
    return flipped(params, size, vertically=key == "flip_v")


def crop_source(document: OpenDocument) -> EditStep:
    """The step that a crop of what is shown starts from: a crop is set anew on what it was made from."""
    step = document.steps[document.index]
    return document.steps[step.base] if step.operation == OPERATION and step.base is not None else step


def turn_at_once(session: Session, key: str) -> None:
    """Turn or flip the picture that is shown, after all that is being done to it; one that comes back to what it was is shown
    again."""
    document = session.current
    if document is not None and document.loaded:
        session.running.when_free(document, lambda: _turn(session, document, key))


def _turn(session: Session, document: OpenDocument, key: str) -> None:
    if not document.loaded:
        return
    source, shown = crop_source(document), document.steps[document.index]
    before = shown.params if isinstance(shown.params, CropParams) else CropParams()
    params = acted(before, (source.picture.width, source.picture.height), key)
    if params == CropParams():
        document.jump(document.steps.index(source))
    else:
        run_crop(session, document, source, params)


def run_crop(session: Session, document: OpenDocument, source: EditStep, params: CropParams) -> BackgroundJob | None:
    """Crop a step of a document, as a new step."""
    portraits = session.portraits
    return session.run(
        OPERATION,
        params,
        tr("Cropping"),
        document=document,
        base=source,
        placement=lambda picture: placement_of(portraits.of(picture), params),
    )
