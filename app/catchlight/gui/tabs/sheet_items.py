"""What lies on a print sheet: its lines, and the ID photo that each of them stands for."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

from catchlight.catalogue.papers import Paper
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.picture import Picture
from catchlight.engine.sheet import Layout
from catchlight.gui.document import Document
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.imaging import Shown
from catchlight.gui.sheet_view import SheetPicture
from catchlight.gui.step_words import step_title
from catchlight.operations import prints


@dataclass(frozen=True, eq=False)
class Photo:
    """An ID photo that goes on the sheet, with its size on paper and the colour behind it where it is transparent."""

    picture: Picture
    shown: Shown
    width_mm: float
    height_mm: float
    ground: str
    title: str


@dataclass
class Item:
    """A line of the sheet; document None stands for whatever picture is current."""

    document: Document | None
    copies: int | None = None


def photo_of(document: Document, ground: str, catalogue: Catalogue) -> Photo | None:
    """The photo of a picture; None where it is no ID photo and none was made of it.

    ground: colour behind a transparent photo: ``document``, an id of the catalogue or ``#rrggbb``.
    """
    if not document.loaded:
        return None
    step = document.newest("id_photo") or document.steps[0]
    known = prints.recognised(step.picture, None, catalogue)
    if known is None:
        return None
    if ground == "document":
        ground = known.document.background if known.document is not None else "#FFFFFF"
    elif not ground.startswith("#"):
        row = catalogue.backgrounds.get(ground)
        ground = row.hex if row is not None else "#FFFFFF"
    title = step_title(step, catalogue)
    return Photo(step.picture, step.shown, known.width_mm, known.height_mm, ground, title)


def sheet_picture(photo: Photo | None) -> SheetPicture:
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


def paper_title(paper: Paper) -> str:
    """As in "4R (4 × 6 in) · 101.6 × 152.4 mm"."""
    name, size = label_of(paper), f"{paper.width_mm:g} × {paper.height_mm:g}"
    return name if size in name else f"{name} · {size} mm"
