"""A step of the history in words."""

from __future__ import annotations

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.document.document import EditStep
from catchlight.gui.document.step import RAW_FACTS
from catchlight.gui.id_documents.words import document_title
from catchlight.gui.wording.adjust_words import adjust_words, raw_words
from catchlight.gui.wording.i18n import label_of, tr
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.edit.params import EditParams
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.hair.params import ORIGINAL, REFERENCE, HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Params
from catchlight.operations.registry import STEPS


def step_title(step: EditStep, catalogue: Catalogue) -> str:
    """What a step is called."""
    if step.operation is None or step.params is None:
        return tr("Raw, as shot") if step.details.get(RAW_FACTS) else tr("Original")
    if step.operation == "id_photo":
        return _document(str(step.details.get("document", "")), catalogue)
    return edit_title(step.operation, step.params, catalogue, from_photo=step.wears_photo)


def edit_title(operation: str, params: Params, catalogue: Catalogue, *, from_photo: bool = False) -> str:
    """What an operation with these parameters is called, before it has been done. from_photo: it is hair of a photo that goes
    along."""
    if isinstance(params, IdPhotoParams):
        return _document("" if params.width_mm is not None else params.spec, catalogue)
    if isinstance(params, CropParams):
        return _crop(params)
    if isinstance(params, AdjustParams):
        return tr("Adjust") if params.raw.at_rest else tr("Raw development")
    if isinstance(params, EditParams):
        return params.user_prompt or tr("Shape")
    if isinstance(params, HeadshotParams):
        return tr("Headshot: {background}", background=_background(params, catalogue))
    if isinstance(params, HairParams) and from_photo:
        return tr("Hair from a photo: {colour}", colour=_photo_colour(params, catalogue))
    if isinstance(params, HairParams):
        return tr("Hair: {colour}", colour=_hair_colour(params, catalogue))
    if isinstance(params, FaceExpressionParams):
        row = catalogue.expressions.get(params.expression_key)
        return tr("Expression: {name}", name=label_of(row) if row is not None else tr("own movements"))
    known = STEPS.get(operation)
    return tr(known.title) if known is not None else operation


def step_subtitle(step: EditStep, catalogue: Catalogue) -> str:
    """What tells it from its neighbours."""
    size = f"{step.width} × {step.height} px"
    if isinstance(step.params, AdjustParams):
        words = ", ".join(
            part for part in (raw_words(step.params.raw), adjust_words(step.params.settings, catalogue)) if part
        )
        return f"{words} · {size}" if words else size
    facts = step.details.get(RAW_FACTS)
    if step.operation is None and facts:
        return f"{facts['kind']} · {facts['temperature']:.0f} K · {size}"
    if step.operation != "id_photo":
        return size
    ground = str(getattr(step.params, "background", step.details.get("background", "")))
    row = catalogue.backgrounds.get(ground)
    names = {"transparent": tr("Transparent"), "original": tr("Own background"), "document": tr("Document's colour")}
    name = label_of(row) if row is not None else names.get(ground, ground)
    made_from = f" · {tr('from step {number}', number=step.base + 1)}" if step.base else ""
    return f"{name} · {size}{made_from}"


def _crop(params: CropParams) -> str:
    """What was done to the frame, the most telling part of it."""
    if params.has_canvas:
        return tr("Canvas extended")
    if params.angle or params.level or params.vertical or params.horizontal or params.corners:
        return tr("Straightened")
    if params.has_box or params.ratio is not None:
        return tr("Cropped")
    return tr("Flipped") if params.flip_horizontal or params.flip_vertical else tr("Rotated")


def _document(entry: str, catalogue: Catalogue) -> str:
    document = catalogue.documents.get(entry)
    return document_title(document) if document is not None else tr("ID photo")


def _background(params: HeadshotParams, catalogue: Catalogue) -> str:
    names = {"keep_original": tr("Own background"), "blur": tr("Own, out of focus"), "transparent": tr("Transparent")}
    names["own_picture"] = tr("A picture of your own")
    for word in params.background_styles:
        row = catalogue.backdrops.get(word)
        if row is not None or word in names:
            return label_of(row) if row is not None else names[word]
    return tr("Own background")


def _photo_colour(params: HairParams, catalogue: Catalogue) -> str:
    names = {None: tr("own colour"), ORIGINAL: tr("own colour"), REFERENCE: tr("the photo's colour")}
    return names.get(params.hair_color) or _hair_colour(params, catalogue)


def _hair_colour(params: HairParams, catalogue: Catalogue) -> str:
    row = catalogue.hair_colours.get(params.hair_color or "")
    return label_of(row) if row is not None else params.hair_color or tr("Original")
