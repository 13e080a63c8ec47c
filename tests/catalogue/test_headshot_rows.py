"""Backdrops, framings, clothes and presets: every shipped row, and what a wrong file says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from catchlight.catalogue.backdrops import FAMILIES, Backdrop, backdrops
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.framings import FramingStyle
from catchlight.catalogue.garment_colours import GarmentColour
from catchlight.catalogue.rows import CatalogueFault
from catchlight.paths import resources
from pydantic import ValidationError

FILES = sorted((resources() / "backdrops").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_backdrop_file_is_valid_and_complete(file: Path) -> None:
    row = Backdrop.model_validate(json.loads(file.read_text(encoding="utf-8")))
    assert row.id == file.stem
    assert row.label_zh
    assert row.layers[0].kind in ("wash", "shelves", "bricks"), "something must cover the whole frame"


def test_there_are_enough_of_them_and_those_that_the_service_names(catalogue: Catalogue) -> None:
    scenes = [row for row in catalogue.backdrops if row.family != "plain"]
    assert len(scenes) >= 20
    assert {row.family for row in catalogue.backdrops} == set(FAMILIES)
    assert {"white", "studio_grey"} <= set(catalogue.backdrops.ids)
    assert catalogue.backdrops.get("white").hex == "#FFFFFF"  # type: ignore[union-attr]
    assert [row.id for row in catalogue.backdrops if row.tintable] == ["brand_color"]
    assert {"original", "head_shoulders", "linkedin_square", "chest_up"} <= set(catalogue.framings.ids)
    assert len([row for row in catalogue.framings if row.id != "original"]) >= 8
    assert "keep_original" in catalogue.clothing.ids


def test_framings_keep_the_head_inside(catalogue: Catalogue) -> None:
    for row in catalogue.framings:
        if row.id == "original":
            continue
        assert row.aspect is not None
        assert row.head is not None
        assert row.eyes is not None
        # The eyes are a little above the middle of a head: what is above and below them must fit.
        assert row.eyes > 0.5 * row.head + 0.5 * row.headroom - 0.03, row.id
        assert row.eyes + 0.55 * row.head < 1, row.id


def test_a_framing_without_all_measures_is_refused() -> None:
    with pytest.raises(ValidationError, match="belong together"):
        FramingStyle(id="half", label="Half", aspect=1.0)


def test_the_user_s_folder_overrides_and_adds(tmp_path: Path) -> None:
    row = {
        "id": "mine",
        "label": "Mine",
        "family": "plain",
        "hex": "#102030",
        "layers": [{"kind": "wash", "stops": [{"at": 0, "color": "#102030"}]}],
    }
    folder = tmp_path / "backdrops"
    folder.mkdir()
    (folder / "mine.json").write_text(json.dumps(row))
    (folder / "white.json").write_text(json.dumps(row | {"id": "white", "label": "My white"}))
    found = backdrops([resources(), tmp_path])
    assert found.get("mine") is not None
    assert found.get("white").label == "My white"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": "other"}, "file's name"),
        ({"hex": "blue"}, "hex"),
        ({"layers": []}, "layers"),
        ({"layers": [{"kind": "fog"}]}, "layers.0"),
        ({"layers": [{"kind": "pool", "radius": -1}]}, "radius"),
    ],
)
def test_a_fault_names_file_and_field(tmp_path: Path, change: dict[str, object], said: str) -> None:
    row = {"id": "bad", "label": "Bad", "family": "plain", "hex": "#102030", "layers": [{"kind": "pool"}]}
    (tmp_path / "backdrops").mkdir()
    (tmp_path / "backdrops" / "bad.json").write_text(json.dumps(row | change))
    with pytest.raises(CatalogueFault, match=said) as fault:
        backdrops([tmp_path])
    assert "bad.json" in str(fault.value)


def test_colours_of_clothes_have_a_label_in_both_languages(catalogue: Catalogue) -> None:
    colours = [row for row in catalogue.clothing if row.kind == "color"]
    assert len(colours) >= 18
    assert all(row.label_zh and row.hex for row in colours)


def test_a_colour_without_its_hex_is_no_row() -> None:
    with pytest.raises(ValidationError, match="hex"):
        GarmentColour(id="cape", label="Cape", kind="color")
