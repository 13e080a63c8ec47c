"""The shipped weights are the ones their manifest speaks of, each with its licence beside it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from catchlight.paths import resources

FOLDER = resources() / "models"
ROWS: list[dict[str, Any]] = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))


def test_every_file_is_listed_once() -> None:
    shipped = sorted(file.name for file in FOLDER.iterdir() if file.is_file() and file.name != "manifest.json")
    assert sorted(row["file"] for row in ROWS) == shipped


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_file_matches_its_row(row: dict[str, Any]) -> None:
    assert set(row) == {"file", "sha256", "bytes", "task", "source", "licence", "notice"}
    data = (FOLDER / row["file"]).read_bytes()
    assert len(data) == row["bytes"]
    assert hashlib.sha256(data).hexdigest() == row["sha256"]
    assert (FOLDER / row["notice"]).stat().st_size > 500
    assert all(row[key] for key in ("task", "source", "licence"))


def test_parsing_weights_tell_of_their_training_data() -> None:
    row = next(row for row in ROWS if row["file"] == "face_parsing_bisenet19.onnx")
    text = (FOLDER / row["notice"]).read_text(encoding="utf-8")
    assert "CelebAMask-HQ" in row["licence"]
    assert "non-commercial" in text
    assert "Copyright (c) 2019 zll" in text


def test_every_notice_belongs_to_a_file() -> None:
    notices = {f"notices/{file.name}" for file in (FOLDER / "notices").iterdir()}
    assert notices == {row["notice"] for row in ROWS}
