"""The report of a batch: a CSV table with a line for each file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import write_atomic
from catchlight.store.batches.item import BatchItem

COLUMNS = ("file", "state", "seconds", "output", "error", "message", "verdict", "notes")


def report(items: Iterable[BatchItem]) -> bytes:
    """The table; UTF-8 with a mark at its head, by which spreadsheets know it."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for item in items:
        state = "waiting" if item.state == "writing" else item.state
        seconds = "" if item.seconds is None else f"{item.seconds:.2f}"
        done = item.state == "done"
        output = display_name(item.output) if done and item.output else ""
        row = [display_name(item.source), state, seconds, output, item.code or "", item.message or ""]
        table.writerow([*row, (item.verdict or "") if done else "", " ".join(item.notes) if done else ""])
    return text.getvalue().encode("utf-8-sig")


def write_report(path: Path, items: Iterable[BatchItem]) -> None:
    """Write the table, in the place of an older one. Raises StorageFault."""
    write_atomic(path, report(items))
