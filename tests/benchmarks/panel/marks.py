"""Marks of a judge read against the key: means, what was offered under 3, what was believed real, what was destroyed."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from statistics import mean
from typing import Any

HISTORY = Path(__file__).parent / "history.json"
_LOW = 3.0


@dataclass(frozen=True)
class Outcome:
    """What judges said of one group. offered: share of the tries that were not refused; shares are 0..1, marks 1..5."""

    group: str
    cells: int
    mean: float
    under_3: float
    believed_real: float
    destroyed: int
    offered: float
    worst: dict[str, float]


@dataclass(frozen=True)
class Mark:
    """One line of a judge's file."""

    cell: int
    mark: float
    real: bool
    destroyed: bool


def read_marks(file: Path) -> dict[int, Mark]:
    """Marks by cell. Raises ValueError that names the line where a file is incomplete or out of range."""
    marks = {}
    with file.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines), 2):
            try:
                mark = Mark(int(row["cell"]), float(row["mark"]), _yes(row["real"]), _yes(row["destroyed"]))
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{file.name}, line {number}: {error}") from error
            if not 1 <= mark.mark <= 5:
                raise ValueError(f"{file.name}, line {number}: a mark of {mark.mark:g} is not between 1 and 5")
            if mark.cell in marks:
                raise ValueError(f"{file.name}, line {number}: cell {mark.cell} has a mark already")
            marks[mark.cell] = mark
    return marks


def _yes(text: str) -> bool:
    if text.strip().lower() not in ("y", "n"):
        raise ValueError(f"{text!r} is neither y nor n")
    return text.strip().lower() == "y"


def outcomes(key: dict[str, Any], marks: dict[int, Mark]) -> list[Outcome]:
    """What the marks say of each group. Raises ValueError where cells of the key have no mark, or marks no cell."""
    cells = {int(cell["cell"]): cell for cell in key["cells"]}
    if missing := sorted(set(cells) - set(marks)):
        raise ValueError(f"no mark for the cells {', '.join(map(str, missing))}")
    if strange := sorted(set(marks) - set(cells)):
        raise ValueError(f"marks for cells that were not shown: {', '.join(map(str, strange))}")
    found = []
    for group in dict.fromkeys(cell["group"] for cell in (*cells.values(), *key["refused"])):
        given = [(cell["wish"], marks[number]) for number, cell in cells.items() if cell["group"] == group]
        refused = sum(cell["group"] == group for cell in key["refused"])
        if not given:
            found.append(Outcome(group, 0, 0.0, 0.0, 0.0, 0, 0.0, {}))
            continue
        by_wish: dict[str, list[float]] = {}
        for wish, mark in given:
            by_wish.setdefault(wish, []).append(mark.mark)
        worst = sorted(((mean(values), wish) for wish, values in by_wish.items()))[:5]
        found.append(
            Outcome(
                group,
                len(given),
                round(mean(mark.mark for _, mark in given), 2),
                round(mean(mark.mark < _LOW for _, mark in given), 3),
                round(mean(mark.real for _, mark in given), 3),
                sum(mark.destroyed for _, mark in given),
                round(len(given) / (len(given) + refused), 3),
                {wish: round(value, 2) for value, wish in worst},
            )
        )
    return found


def remember(found: list[Outcome], judge: str, note: str, history: Path = HISTORY) -> None:
    """Add a panel to the history."""
    panels = read_history(history)
    panels.append(
        {"date": date.today().isoformat(), "judge": judge, "note": note, "groups": [asdict(row) for row in found]}
    )
    history.write_text(json.dumps(panels, indent=1) + "\n", encoding="utf-8")


def read_history(history: Path = HISTORY) -> list[dict[str, Any]]:
    """Every panel that was read, the oldest first."""
    return list(json.loads(history.read_text(encoding="utf-8"))) if history.exists() else []
