"""What an export offers first: the type of the file, the words of its name, and what an ID photo keeps as it was measured."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from catchlight.gui.app.window_memory import ExportChoices
from catchlight.gui.dialogs.export_form import TRANSPARENT
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File


def default_format(step: EditStep) -> str:
    """The type of the file as it was made or opened, where it can be kept: ``codec.kept_type``."""
    return format_of(step.picture, step.file)


def offered_format(picture: Picture, file: File | None, last: ExportChoices) -> str:
    """The type that was chosen last where it keeps what the picture has, else that of the picture."""
    kind = last.media_type
    return kind if kind and (not picture.has_alpha or kind in TRANSPARENT) else format_of(picture, file)


def format_of(picture: Picture, file: File | None) -> str:
    """The same of a picture and the file that was made of it."""
    own = file.media_type if file is not None else picture.metadata.media_type
    return codec.kept_type(own, has_alpha=picture.has_alpha)


def is_id_photo(step: EditStep) -> bool:
    """Whether a step is a photo that was measured for a document."""
    return step.operation == "id_photo"


def as_measured(choices: ExportChoices) -> ExportChoices:
    """The choices with which an ID photo keeps its size, density, sharpness and colours."""
    plain = ExportChoices()
    kept = {name: getattr(plain, name) for name in ("media_type", "size_unit", "dpi", "sharpen", "colour_space")}
    return choices.model_copy(update=kept)


def name_values(document: OpenDocument, step: EditStep) -> dict[str, object]:
    """What the words in braces of a name stand for."""
    return field_values(document.name, step, document.index + 1)


def field_values(name: str, step: EditStep, number: int) -> dict[str, object]:
    """The same of a picture's name and the number of the step that it shows."""
    return {
        "name": Path(name).stem,
        "document": step.details.get("document", ""),
        "width": step.width,
        "height": step.height,
        "date": date.today().isoformat(),
        "number": f"{number}",
    }
