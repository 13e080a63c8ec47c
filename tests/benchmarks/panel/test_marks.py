"""Marks are read against the key, and a file that is incomplete is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.panel.marks import outcomes, read_history, read_marks, remember

KEY = {
    "cells": [
        {"cell": 1, "person": "a", "group": "dye", "wish": "silver", "doubt": False},
        {"cell": 2, "person": "a", "group": "untouched", "wish": "untouched", "doubt": False},
        {"cell": 3, "person": "b", "group": "dye", "wish": "copper", "doubt": False},
    ],
    "refused": [{"person": "b", "group": "dye", "wish": "silver", "doubt": False, "refusal": "no_hair"}],
}


def written(folder: Path, *lines: str) -> Path:
    file = folder / "marks.csv"
    file.write_text("\n".join(("cell,mark,real,destroyed,why", *lines)), encoding="utf-8")
    return file


def test_means_and_shares_of_a_group(tmp_path: Path) -> None:
    marks = read_marks(written(tmp_path, "1,2.5,n,y,eye gone", "2,5,y,n,", "3,4,y,n,"))
    dye, untouched = outcomes(KEY, marks)
    assert (dye.group, dye.cells, dye.mean, dye.under_3, dye.believed_real, dye.destroyed) == (
        "dye",
        2,
        3.25,
        0.5,
        0.5,
        1,
    )
    assert dye.offered == pytest.approx(2 / 3, abs=1e-3)
    assert dye.worst == {"silver": 2.5, "copper": 4.0}
    assert untouched.believed_real == 1


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (("1,2,n,n,",), "no mark for the cells 2, 3"),
        (("1,2,n,n,", "2,5,y,n,", "3,4,y,n,", "4,4,y,n,"), "not shown: 4"),
        (("1,2,n,n,", "1,5,y,n,"), "line 3: cell 1 has a mark already"),
        (("1,6,n,n,",), "line 2: a mark of 6"),
        (("1,4,perhaps,n,",), "neither y nor n"),
        (("one,4,y,n,",), "line 2"),
    ],
)
def test_incomplete_marks_are_refused(tmp_path: Path, lines: tuple[str, ...], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        outcomes(KEY, read_marks(written(tmp_path, *lines)))


def test_the_history_grows(tmp_path: Path) -> None:
    history = tmp_path / "history.json"
    found = outcomes(KEY, read_marks(written(tmp_path, "1,2.5,n,y,", "2,5,y,n,", "3,4,y,n,")))
    remember(found, "first", "before", history)
    remember(found, "second", "after", history)
    assert [panel["judge"] for panel in read_history(history)] == ["first", "second"]
