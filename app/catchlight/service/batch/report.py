"""The report of a batch: a CSV table with a line for each file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from catchlight.service.batch.item import Item
from catchlight.service.files import write_atomic

COLUMNS = ("file", "state", "seconds", "output", "error", "message")


def report(items: Iterable[Item]) -> bytes:
    """The table; UTF-8 with a mark at its head, by which spreadsheets know it."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for item in items:
        state = "waiting" if item.state == "writing" else item.state
        seconds = "" if item.seconds is None else f"{item.seconds:.2f}"
        output = item.output if item.state == "done" else None
        table.writerow([item.source, state, seconds, output or "", item.code or "", item.message or ""])
    return text.getvalue().encode("utf-8-sig")


def write_report(path: Path, items: Iterable[Item]) -> None:
    """Write the table, in the place of an older one. Raises StorageFault."""
    write_atomic(path, report(items))
