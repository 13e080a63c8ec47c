"""``catchlight documents``: what the catalogue knows, as a table, one document in full, or as JSON."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import Bounds, DocumentSpec
from catchlight.catalogue.documents.age import newest_date, stale_documents
from catchlight.catalogue.documents.search import search
from catchlight.cli import console
from catchlight.cli.document_sheet import sheet
from catchlight.cli.program import FAILED, OK

CAPTION = (
    "A: the authority's own text was read. B: secondary sources agree. C: size only, no limit of the head is judged. "
    "All rules of one: catchlight documents ID"
)
COLOURS = {"A": "green", "B": "yellow", "C": "dim"}


def documents(catalogue: Catalogue, query: str, as_json: bool, months: int | None, today: datetime.date) -> int:
    """Show the documents that fit ``query``, best first, or all rules of the one whose id it is; FAILED when none does.

    months: only those whose newest source is older than that, or has no date; OK where every one is younger.
    """
    named = catalogue.documents.get(query.strip())
    found = [named] if named is not None else search(catalogue.documents, query)
    if not found and not as_json:
        console.print_error(f"No document fits {query!r}. Try a country, or catchlight documents without a word.")
    code = OK if found else FAILED
    listed = found if months is None else stale_documents(found, months, today)
    if as_json:
        console.print_json([row.as_json() for row in listed])
    elif months is not None and listed:
        console.out().print(review_table(listed, months))
    elif months is not None and found:
        console.print_note(f"No document's newest source is older than {months} months.")
    elif named is not None:
        console.out().print(sheet(named))
    elif found:
        console.out().print(table(found))
    return code


def table(found: Sequence[DocumentSpec]) -> Table:
    """Id, label, size, head height and how sure its limits are."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, caption=CAPTION, caption_justify="left")
    for heading in ("id", "document", "mm", "px", "dpi", "head mm", ""):
        number = heading in ("mm", "px", "dpi", "head mm")
        shown.add_column(heading, justify="right" if number else "left", no_wrap=heading != "document")
    for row in found:
        size = "upload" if row.digital_only else f"{row.width_mm:g}x{row.height_mm:g}"
        head = "" if row.digital_only else _range(row.head_mm)
        density = "" if row.digital_only else str(row.dpi)
        grade = Text(row.confidence, COLOURS[row.confidence])
        shown.add_row(row.id, row.label, size, f"{row.width_px}x{row.height_px}", density, head, grade)
    return shown


def review_table(found: Sequence[DocumentSpec], months: int) -> Table:
    """Id, label, date of the newest source, when the row was read, and the first source."""
    caption = (
        f"{len(found)} documents whose newest source is older than {months} months or has no date: read them again."
    )
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, caption=caption, caption_justify="left")
    for heading in ("id", "newest source", "read", "", "first source"):
        shown.add_column(heading, no_wrap=heading != "first source", overflow="fold")
    for row in found:
        dates = [source.date for source in row.sources if source.date]
        newest = "no date" if newest_date(row) is None else max(dates)
        grade = Text(row.confidence, COLOURS[row.confidence])
        shown.add_row(row.id, newest, row.source_date, grade, row.sources[0].text)
    return shown


def _range(limits: Bounds | None) -> str:
    if limits is None:
        return ""
    low = "" if limits.low is None else f"{limits.low:g}"
    return low if limits.low == limits.high else f"{low}..{'' if limits.high is None else f'{limits.high:g}'}"
