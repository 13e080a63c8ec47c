"""Sheets of numbered cells for a judge, and their key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tests.benchmarks.panel.cells import CELL, UNTOUCHED, Cell

_COLUMNS, _ROWS = 2, 1
"""Cells on a sheet: viewers reduce wider ones."""
_MARGIN = 28

TASK = """You judge photographs. Each numbered cell shows a person at 100 %. Some cells are photographs as they were taken, some
were edited: hair, clothes, background, face, or framing may have been changed. Look at every cell on its own, closely,
as a customer who is to pay for the picture.

Write one line for each cell into a CSV file with this header:

    cell,mark,real,destroyed,why

mark: how believable and well made the picture is, 1 to 5 in steps of 0.5 (5 faultless, 4 good enough to sell, 3 faults that are
seen at a second glance, 2 faults that are seen at once, 1 unusable). Faults of photography (a plain snapshot, a busy
background, noise, a low resolution) do not count; traces of editing do.
real: y where you believe that nothing was edited, n where you believe that something was.
destroyed: y where a face or body is damaged (a brow, an eye, a mouth, an ear, a shoulder), else n.
why: a few words.
"""


def lay_out(cells: Sequence[Cell], folder: Path, seed: int) -> int:
    """Write ``sheets/NNN.png`` and ``sheets/task.txt`` for the judge, ``key/key.json`` apart; return how many cells are shown."""
    import cv2

    shown = [cell for cell in cells if cell.pixels is not None]
    order = np.random.default_rng([seed, 7]).permutation(len(shown))
    sheets, key = folder / "sheets", folder / "key"
    sheets.mkdir(parents=True, exist_ok=True)
    key.mkdir(exist_ok=True)
    rows = []
    size = _COLUMNS * _ROWS
    for first in range(0, len(order), size):
        page = np.full((_ROWS * (CELL[1] + _MARGIN), _COLUMNS * CELL[0], 3), 236, np.uint8)
        for place, at in enumerate(order[first : first + size]):
            cell, number = shown[at], first + place + 1
            pixels = cell.pixels
            assert pixels is not None
            top, left = place // _COLUMNS * (CELL[1] + _MARGIN), place % _COLUMNS * CELL[0]
            page[top + _MARGIN : top + _MARGIN + pixels.shape[0], left : left + pixels.shape[1]] = pixels
            cv2.putText(page, str(number), (left + 6, top + 21), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2)
            rows.append({"cell": number, **_facts(cell)})
        cv2.imwrite(str(sheets / f"{first // size + 1:03d}.png"), page[..., ::-1])
    refused = [_facts(cell) | {"refusal": cell.refusal} for cell in cells if cell.pixels is None]
    (sheets / "task.txt").write_text(TASK, encoding="utf-8")
    (key / "key.json").write_text(json.dumps({"cells": rows, "refused": refused}, indent=1), encoding="utf-8")
    return len(shown)


def _facts(cell: Cell) -> dict[str, object]:
    return {"person": cell.person, "group": cell.group, "wish": cell.wish or UNTOUCHED, "doubt": cell.doubt}
