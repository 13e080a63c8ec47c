"""The command line of the panel."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue

from tests.benchmarks.common import PORTRAITS, pictures
from tests.benchmarks.panel import __doc__ as title
from tests.benchmarks.panel.cells import Studio
from tests.benchmarks.panel.marks import Outcome, outcomes, read_history, read_marks, remember
from tests.benchmarks.panel.sheets import lay_out
from tests.benchmarks.panel.wishes import wishes


def main() -> int:
    groups = list(dict.fromkeys(wish.group for wish in wishes(Catalogue.load())))
    parser = argparse.ArgumentParser(description=title, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="run edits and lay out sheets")
    make.add_argument("folder", type=Path)
    make.add_argument("--portraits", type=Path, default=PORTRAITS)
    make.add_argument("--people", nargs="+", help="names of files without their ending; all where none are given")
    make.add_argument("--groups", nargs="+", choices=groups, default=groups)
    make.add_argument("--each", type=int, default=2, help="wishes of each group for a person; 0 for all")
    make.add_argument("--seed", type=int, default=0)
    read = commands.add_parser("read", help="read a judge's marks against the key")
    read.add_argument("folder", type=Path)
    read.add_argument("marks", type=Path)
    read.add_argument("--judge", required=True)
    read.add_argument("--note", default="")
    commands.add_parser("history", help="what earlier panels said")
    given = parser.parse_args()
    if given.command == "make":
        people = [path for path in pictures(given.portraits) if not given.people or path.stem in given.people]
        cells = []
        for cell in Studio().cells(people, given.groups, given.each, given.seed):
            cells.append(cell)
            print(f"{cell.person:12s} {cell.group:12s} {cell.wish:28s} {cell.refusal or 'made'}", flush=True)
        print(f"{lay_out(cells, given.folder, given.seed)} cells; give the judge {given.folder / 'sheets'} alone")
    elif given.command == "read":
        key = json.loads((given.folder / "key" / "key.json").read_text(encoding="utf-8"))
        try:
            found = outcomes(key, read_marks(given.marks))
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
        remember(found, given.judge, given.note)
        print("\n".join(line(row) for row in found))
    else:
        for panel in read_history():
            print(f"{panel['date']}  {panel['judge']}  {panel['note']}")
            print("\n".join("  " + line(Outcome(**row)) for row in panel["groups"]))
    return 0


def line(row: Outcome) -> str:
    """One group for a person to read."""
    worst = ", ".join(f"{wish} {mark:g}" for wish, mark in row.worst.items())
    return (
        f"{row.group:12s} {row.cells:4d} cells, offered {row.offered:4.0%}, mean {row.mean:4.2f}, under 3 {row.under_3:4.0%}, "
        f"believed real {row.believed_real:4.0%}, destroyed {row.destroyed}; lowest: {worst}"
    )


if __name__ == "__main__":
    sys.exit(main())
