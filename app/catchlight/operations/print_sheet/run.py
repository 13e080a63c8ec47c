"""Print sheet: ID photos on paper, to the millimetre, as a picture or a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.papers import Paper
from catchlight.core.errors import Conflict, InvalidRequest, UnknownEntry
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record
from catchlight.operations.operation import Context, File, Outcome
from catchlight.operations.print_sheet import photos as prints
from catchlight.operations.print_sheet.params import LayoutParams, SheetItem
from catchlight.operations.print_sheet.photos import Print
from catchlight.portrait.portrait import Portrait
from catchlight.print import pdf, render_sheet, sheet
from catchlight.print.sheet import Layout, SizeMm


def placements(params: LayoutParams, sizes: Sequence[SizeMm], paper: Paper) -> Layout:
    """Where photos of these sizes (mm, one per picture) lie on the paper. Raises Conflict ``does_not_fit``."""
    rules = sheet.Sheet(paper.width_mm, paper.height_mm, params.margin_mm, params.gap_mm, params.ruler)
    copies = [params.copies, *(item.copies for item in params.mixed)]
    layout = sheet.arrange_photos(rules, sizes, copies)
    if layout is None:
        raise Conflict(_refusal(rules, sizes, copies, paper))
    return layout


def run(portraits: Sequence[Portrait], params: LayoutParams, context: Context) -> Outcome:
    """The sheet with the photos of all portraits; each may be an ID photo already.

    Raises UnknownEntry, Conflict ``does_not_fit``, and what making an ID photo raises.
    """
    paper, photos, layout = lay_out(portraits, params, context)
    progress = context.progress
    progress.report(0.8, "drawing")
    opaque = [render_sheet.PrintPhoto(photo.pixels, photo.width_mm, photo.height_mm) for photo in photos]
    pixels = render_sheet.raster(layout, opaque, params.dpi, params.cut_lines)
    details = details_of(layout, paper, params.dpi)
    steps = tuple(step for photo in photos for step in photo.record.steps)
    facts = {"paper": paper.id, "copies": details["copies"], "documents": [photo.document for photo in photos]}
    record = Record(steps=steps).then(context.begin("print", facts))
    picture = Picture(pixels, dpi=params.dpi, record=record)
    if params.format == "image":
        return Outcome(picture, details=details)
    progress.report(0.9, "writing")
    title = f"{details['copies']} photos on {paper.label}"
    data = pdf.document(layout, opaque, params.cut_lines, title)
    return Outcome(picture, File(data, "application/pdf"), details)


def lay_out(
    portraits: Sequence[Portrait], params: LayoutParams, context: Context, *, judged: bool = True
) -> tuple[Paper, list[Print], Layout]:
    """The paper, the photo of each portrait, and where they lie. judged: as of ``photos.photo``. Raises as ``run``."""
    paper = _paper(params.paper, context.catalogue)
    items = _items(params, len(portraits))
    photos = []
    for number, (portrait, item) in enumerate(zip(portraits, items, strict=True)):
        part = context.progress.part(0.75 * number / len(items), 0.75 * (number + 1) / len(items))
        within = replace(context, progress=part)
        photos.append(prints.photo(portrait, item.spec, params.background, params.dpi, within, judged=judged))
    context.progress.report(0.75, "laying out")
    params = params.model_copy(update={"mixed": items[1:]})
    return paper, photos, placements(params, [(photo.width_mm, photo.height_mm) for photo in photos], paper)


def _paper(entry: str, catalogue: Catalogue) -> Paper:
    paper = catalogue.papers.get(entry)
    if paper is None:
        raise UnknownEntry("paper", entry, catalogue.papers.ids)
    return paper


def _items(params: LayoutParams, pictures: int) -> tuple[SheetItem, ...]:
    """What to do with each picture; further pictures without an item of their own get the defaults."""
    if len(params.mixed) > pictures - 1:
        raise InvalidRequest(
            f"mixed speaks of {len(params.mixed)} further pictures; the request has {pictures - 1} besides the first."
        )
    missing = pictures - 1 - len(params.mixed)
    return SheetItem(spec=params.spec, copies=params.copies), *params.mixed, *(SheetItem() for _ in range(missing))


def details_of(layout: Layout, paper: Paper, dpi: int) -> dict[str, Any]:
    """What is told of a sheet, JSON-ready."""
    return {
        "paper": paper.id,
        "widthMm": layout.width_mm,
        "heightMm": layout.height_mm,
        "widthPx": render_sheet.pixels(layout.width_mm, dpi),
        "heightPx": render_sheet.pixels(layout.height_mm, dpi),
        "dpi": dpi,
        "copies": sum(layout.copies),
        "capacity": layout.capacity,
        "columns": layout.columns,
        "rows": layout.rows,
        "rotated": layout.rotated,
        "placements": [
            {
                "x": place.x,
                "y": place.y,
                "width": place.width,
                "height": place.height,
                "rotated": place.rotated,
                "picture": place.picture,
            }
            for place in layout.placements
        ],
    }


def _refusal(rules: sheet.Sheet, sizes: Sequence[SizeMm], copies: Sequence[int | None], paper: Paper) -> str:
    where = f"on {paper.label} with {rules.margin:g} mm margins and {rules.gap:g} mm gaps"
    where += " beside the ruler" if rules.ruler else ""
    for width, height in sizes:
        if not sheet.capacity(rules, (width, height)):
            return f"A photo of {width:g} x {height:g} mm does not fit {where}. Choose larger paper or smaller margins."
    alone = [sheet.capacity(rules, size) for size in sizes]
    if len(sizes) == 1:
        (width, height), wanted = sizes[0], copies[0]
        return f"{wanted} copies of {width:g} x {height:g} mm do not fit {where}; {alone[0]} would."
    wishes = ", ".join(
        f"{n or 1} of {width:g} x {height:g} mm" for n, (width, height) in zip(copies, sizes, strict=True)
    )
    most = ", ".join(str(n) for n in alone)
    return f"These photos do not fit together {where}: {wishes}. Each alone would fit {most} times; ask for fewer."
