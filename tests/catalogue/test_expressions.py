"""The expressions that are shipped, and what their files may not say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.expressions import COEFFICIENTS, expressions, sides
from catchlight.catalogue.rows import CatalogueFault

KEYS = {
    *("neutral", "soft_smile", "smile", "serious", "confident", "sad", "angry", "wink"),
    *("eyes_open", "eyes_closed", "raised_brows", "closed_lips", "dimple_smile", "pensive", "pout", "gaze_center"),
}
ROW = {"id": "mine", "label": "Mine", "group": "mood", "strength": "light", "documents": "no", "add": {"jawOpen": 0.2}}
"""One of the user's own."""


def test_every_key_of_the_contract_is_there_in_both_languages(catalogue: Catalogue) -> None:
    assert set(catalogue.expressions.ids) == KEYS
    for row in catalogue.expressions:
        assert row.label
        assert any("\u4e00" <= sign <= "\u9fff" for sign in row.label_zh), row.id
        assert row.to or row.at_least or row.add or row.gaze != "keep"


def test_no_expression_makes_up_what_lies_behind_the_lips(catalogue: Catalogue) -> None:
    for row in catalogue.expressions:
        assert set(row.invents) <= {"lids", "iris"}, row.id
        assert row.add.get("jawOpen", 0) == 0, row.id
        assert row.documents != "yes" or row.lips == "closed"


def test_a_pair_stands_for_both_sides() -> None:
    assert sides("mouthSmile") == ("mouthSmileLeft", "mouthSmileRight")
    assert sides("jawOpen") == ("jawOpen",)
    assert {"eyeBlinkLeft", "browInnerUp"} <= set(COEFFICIENTS)
    assert "mouthSmile" not in COEFFICIENTS


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"add": {"earWiggle": 1}}, "earWiggle"),
        ({"to": {"browDown": 1}}, "not measured"),
        ({"add": {"jawOpen": 5}}, "amounts"),
        ({"strength": "mild"}, "strength"),
        ({"invents": ["teeth"]}, "invents"),
        ({"id": "other"}, "file's name"),
    ],
)
def test_a_faulty_file_is_named(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    folder = tmp_path / "expressions"
    folder.mkdir()
    (folder / "mine.json").write_text(json.dumps(ROW | change))
    with pytest.raises(CatalogueFault, match=said) as fault:
        expressions([tmp_path])
    assert "mine.json" in str(fault.value)


def test_a_user_adds_and_overrides(tmp_path: Path) -> None:
    folder = tmp_path / "expressions"
    folder.mkdir()
    (folder / "mine.json").write_text(json.dumps(ROW))
    shipped = Path(__file__).parents[2] / "resources"
    assert "mine" in expressions([shipped, tmp_path]).ids
