"""A step of the history in words."""

from __future__ import annotations

from catchlight.catalogue.shelf import Catalogue
from catchlight.gui.adjust_words import adjust_words
from catchlight.gui.document import Document, Step
from catchlight.gui.document_words import document_title
from catchlight.gui.i18n import label_of, tr
from catchlight.operations.adjust import AdjustParams
from catchlight.operations.edit import EditParams
from catchlight.operations.face_expression import FaceExpressionParams
from catchlight.operations.hair import HairParams
from catchlight.operations.headshot import HeadshotParams


def step_title(step: Step, catalogue: Catalogue) -> str:
    """What a step is called."""
    if step.operation is None:
        return tr("Original")
    if step.operation == "id_photo":
        document = catalogue.documents.get(str(step.details.get("document", "")))
        return document_title(document) if document is not None else tr("ID photo")
    if step.operation == "crop":
        return tr("Cropped to one person")
    if isinstance(step.params, AdjustParams):
        return tr("Adjust")
    if isinstance(step.params, EditParams):
        return step.params.user_prompt
    if isinstance(step.params, HeadshotParams):
        return tr("Headshot: {background}", background=_background(step.params, catalogue))
    if isinstance(step.params, HairParams):
        return tr("Hair: {colour}", colour=_hair_colour(step.params, catalogue))
    if isinstance(step.params, FaceExpressionParams):
        row = catalogue.expressions.get(step.params.expression_key)
        return tr("Expression: {name}", name=label_of(row) if row is not None else tr("own movements"))
    return step.operation


def step_subtitle(step: Step, document: Document, catalogue: Catalogue) -> str:
    """What tells it from its neighbours."""
    size = f"{step.picture.width} × {step.picture.height} px"
    if isinstance(step.params, AdjustParams):
        words = adjust_words(step.params.settings, catalogue)
        return f"{words} · {size}" if words else size
    if step.operation != "id_photo":
        return size
    ground = str(getattr(step.params, "background", step.details.get("background", "")))
    row = catalogue.backgrounds.get(ground)
    names = {"transparent": tr("Transparent"), "original": tr("Own background"), "document": tr("Document's colour")}
    name = label_of(row) if row is not None else names.get(ground, ground)
    made_from = f" · {tr('from step {number}', number=step.base + 1)}" if step.base else ""
    return f"{name} · {size}{made_from}"


def _background(params: HeadshotParams, catalogue: Catalogue) -> str:
    names = {"keep_original": tr("Own background"), "blur": tr("Own, out of focus"), "transparent": tr("Transparent")}
    names["own_picture"] = tr("A picture of your own")
    for word in params.background_styles:
        row = catalogue.backdrops.get(word)
        if row is not None or word in names:
            return label_of(row) if row is not None else names[word]
    return tr("Own background")


def _hair_colour(params: HairParams, catalogue: Catalogue) -> str:
    row = catalogue.hair_colours.get(params.hair_color or "")
    return label_of(row) if row is not None else params.hair_color or tr("Original")
