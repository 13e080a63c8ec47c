"""What lies on a print sheet: its lines, and the ID photo that each of them stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QColor

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.print_sheet.sheet_view import SheetPicture
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.step_words import step_title
from catchlight.imaging.picture import Picture
from catchlight.operations.print_sheet import photos as prints
from catchlight.print.sheet import Layout


@dataclass(frozen=True, eq=False)
class SheetPhoto:
    """An ID photo that goes on the sheet, with its size on paper and the colour behind it where it is transparent.

    refused: why it cannot be printed.
    """

    picture: Picture
    shown: ImagePyramid
    width_mm: float
    height_mm: float
    ground: str
    title: str
    refused: CatchlightError | None = None


@dataclass
class SheetEntry:
    """A line of the sheet; document None stands for whatever picture is current."""

    document: OpenDocument | None
    copies: int | None = None


def photo_of(document: OpenDocument, ground: str, catalogue: Catalogue) -> SheetPhoto | None:
    """The photo of a picture; None where it is no ID photo and none was made of it.

    ground: colour behind a transparent photo: ``document``, an id of the catalogue or ``#rrggbb``.
    """
    if not document.loaded:
        return None
    step = document.newest("id_photo") or document.steps[0]
    known = prints.recognise_photo(step.picture, None, catalogue)
    if known is None:
        return None
    if ground == "document":
        ground = known.document.background if known.document is not None else "#FFFFFF"
    elif not ground.startswith("#"):
        row = catalogue.backgrounds.get(ground)
        ground = row.hex if row is not None else "#FFFFFF"
    title = step_title(step, catalogue)
    refused = prints.no_print(known.document)
    return SheetPhoto(step.picture, step.shown, known.width_mm, known.height_mm, ground, title, refused)


def others(
    items: Sequence[SheetEntry], current: OpenDocument | None, opened: Sequence[OpenDocument]
) -> list[OpenDocument]:
    """Open pictures that are not on the sheet yet."""
    here = [current, *(item.document for item in items)]
    return [document for document in opened if document not in here]


def missing(
    items: Sequence[SheetEntry], current: OpenDocument | None, photos: Sequence[SheetPhoto | None]
) -> list[OpenDocument]:
    """Pictures on the sheet of which no ID photo was made."""
    documents = [item.document or current for item in items]
    return [
        document
        for document, photo in zip(documents, photos, strict=True)
        if document is not None and document.loaded and photo is None
    ]


def document_colour(document: OpenDocument | None, catalogue: Catalogue) -> tuple[str, str]:
    """Colour and its name that the document of a picture's ID photo asks for; white where there is none."""
    step = document.newest("id_photo") if document is not None and document.loaded else None
    row = catalogue.documents.get(str(step.details.get("document"))) if step is not None else None
    return (row.background, row.background_label) if row is not None else ("#FFFFFF", tr("White"))


def sheet_picture(photo: SheetPhoto | None) -> SheetPicture:
    if photo is None:
        return SheetPicture(None, QColor("#E3E3E3"))
    return SheetPicture(photo.shown.levels[0], QColor(photo.ground))


def summary(layout: Layout) -> str:
    """How many photos there are on a sheet, and how they lie."""
    total = sum(layout.copies)
    if len(layout.copies) == 1:
        text = tr(
            "{count} of {capacity} photos, {columns} × {rows}",
            count=total,
            capacity=layout.capacity,
            columns=layout.columns,
            rows=layout.rows,
        )
    else:
        text = tr("{count} photos: {each}", count=total, each=" + ".join(str(n) for n in layout.copies))
    return text + (f" · {tr('turned')}" if layout.rotated else "")
