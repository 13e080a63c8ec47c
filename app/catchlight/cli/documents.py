"""``catchlight documents``: what the catalogue knows, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from catchlight.catalogue.documents import Document, Limits
from catchlight.catalogue.search import search
from catchlight.catalogue.shelf import Catalogue
from catchlight.cli import console
from catchlight.cli.program import FAILED, OK


def documents(catalogue: Catalogue, query: str, as_json: bool) -> int:
    """Show the documents that fit ``query``, best first; FAILED when none does."""
    found = search(catalogue.documents, query)
    if as_json:
        rows = [row.as_json() for row in found]
        print(json.dumps(rows, indent=2, ensure_ascii=False))  # noqa: T201 - the command's result
    elif found:
        console.out().print(table(found))
    else:
        console.complain(f"No document fits {query!r}. Try a country, or catchlight documents without a word.")
    return OK if found else FAILED


def table(found: Sequence[Document]) -> Table:
    """Id, label, size, head height and how sure its limits are."""
    caption = "size only: the limits of the head were not verified, only the size is known"
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, caption=caption, caption_justify="left")
    for heading in ("id", "document", "mm", "px", "dpi", "head mm", "limits"):
        number = heading in ("mm", "px", "dpi", "head mm")
        shown.add_column(heading, justify="right" if number else "left", no_wrap=heading != "document")
    for row in found:
        sure = Text("verified", "green") if row.verified else Text("size only", "dim")
        size, pixels = f"{row.width_mm:g}x{row.height_mm:g}", f"{row.width_px}x{row.height_px}"
        shown.add_row(row.id, row.label, size, pixels, str(row.dpi), _range(row.head_mm), sure)
    return shown


def _range(limits: Limits | None) -> str:
    if limits is None:
        return ""
    low = "" if limits.low is None else f"{limits.low:g}"
    return low if limits.low == limits.high else f"{low}..{'' if limits.high is None else f'{limits.high:g}'}"
