"""Catalogue files: the user's folder over the shipped one, and faults that name the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import Bounds
from catchlight.catalogue.papers import Paper
from catchlight.catalogue.rows import CatalogueFault, table

SQUARE = {"id": "square", "label": "Square", "widthMm": 100, "heightMm": 100}


def write(folder: Path, rows: Any, name: str = "papers.json") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(rows if isinstance(rows, str) else json.dumps(rows), encoding="utf-8")
    return folder


def test_user_rows_override_by_id_and_add(tmp_path: Path) -> None:
    mine = write(tmp_path / "mine", [SQUARE, {**SQUARE, "id": "4r", "label": "My 4R"}])
    shelf = Catalogue.load(mine)
    assert shelf.papers.ids[-1] == "square"
    own, shipped = shelf.papers.get("4r"), shelf.papers.get("3r")
    assert own is not None
    assert shipped is not None
    assert (own.label, own.width_mm) == ("My 4R", 100)
    assert len(shelf.papers) == len(Catalogue.load().papers) + 1
    assert shelf.documents.get("uk_passport") is not None


def test_folder_without_files_changes_nothing(tmp_path: Path) -> None:
    assert Catalogue.load(tmp_path / "absent").papers.ids == Catalogue.load().papers.ids


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("[{", "not valid JSON"),
        ("[" * 100_000, "nested too deep"),
        ({"id": "x"}, "must hold a list"),
        ([{**SQUARE, "widthMm": "wide"}], "row 1, widthMm"),
        ([SQUARE, {**SQUARE, "id": "Big One"}], "row 2, id"),
        ([{**SQUARE, "colour": "red"}], "row 1, colour"),
        ([{**SQUARE, "widthMm": 0}], "row 1, widthMm"),
        ([[]], "row 1"),
    ],
)
def test_faults_name_file_row_and_field(tmp_path: Path, rows: Any, said: str) -> None:
    folder = write(tmp_path, rows)
    with pytest.raises(CatalogueFault, match=said) as fault:
        table(Paper, "papers.json", [folder])
    assert "papers.json" in str(fault.value)


def test_unknown_id_is_none() -> None:
    assert Catalogue.load().papers.get("nowhere") is None


def test_limits_need_an_end_and_an_order() -> None:
    for wrong in ({}, {"low": 3, "high": 2}):
        with pytest.raises(ValueError, match=r"at least one end|is above high"):
            Bounds(**wrong)
    assert Bounds(low=2, high=4).middle == 3
    assert Bounds(low=2).middle is None
