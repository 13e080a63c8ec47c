"""The steps that led to what a document shows, as a preset takes them in."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.wording.adjust_words import adjust_words
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.step_words import edit_title
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.operation import Params
from catchlight.service.presets.carry_over import AppliedStep, Kind
from catchlight.service.presets.preset import Preset


def steps_to(document: OpenDocument, index: int | None = None) -> list[EditStep]:
    """The steps from the picture as opened to the step with that index (the shown one), oldest first; not the picture itself."""
    place: int | None = document.index if index is None else index
    found: list[EditStep] = []
    while place is not None and place >= 0 and document.loaded:
        step = document.steps[place]
        if step.operation is not None:
            found.append(step)
        place = step.base
    return found[::-1]


def preset_steps(document: OpenDocument, steps: Sequence[EditStep]) -> list[AppliedStep]:
    """The same for a preset, each with the size of the picture that it started from."""
    found = []
    for step in steps:
        source = document.steps[step.base or 0]
        if step.operation is not None and step.params is not None:
            size = (source.width, source.height)
            found.append(AppliedStep(step.operation, step.params, size, step.more, step.lacks_pictures))
    return found


def note_text(kind: Kind) -> str:
    """What a user should know about a step before it goes into a preset."""
    return {
        "relative": tr("Its place is kept relative to the picture: at the same share of width and height."),
        "face": tr("Its strokes follow the face of each picture."),
        "strokes": tr("Its brush strokes belong to this picture and are left out."),
        "lines": tr("Your own lines for crown, chin and eyes are left out: they are measured anew on each picture."),
        "own_picture": tr("Left out: its background picture is not at hand any more. Apply it anew to keep it."),
        "photo": tr("Left out: the photo whose hair is worn is not at hand any more. Apply it anew to keep it."),
        "sheet": tr("Left out: a sheet of several pictures cannot be repeated with others."),
    }[kind]


def preset_summary(preset: Preset, catalogue: Catalogue) -> str:
    """The steps of a preset in one line."""
    return "  →  ".join(
        edit_summary(step.operation, step.params(1, 1), catalogue, bool(step.pictures)) for step in preset.steps
    )


def edit_summary(operation: str, params: Params, catalogue: Catalogue, joined: bool = False) -> str:
    """A step's title, and of an adjustment what it asks for. joined: a picture goes along."""
    title = edit_title(operation, params, catalogue, from_photo=joined)
    if isinstance(params, AdjustParams):
        wish = params.adjustment_prompt.strip() or adjust_words(params.settings, catalogue)
        return f"{title} ({wish})" if wish else title
    return title
