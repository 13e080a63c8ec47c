"""Hair styles as data: every shipped file, and how faults in a user's file are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from catchlight.catalogue.hairstyles import Groom, hair_styles
from catchlight.catalogue.rows import CatalogueFault
from catchlight.hair.style_warnings import LEAST_REAL_RATING
from catchlight.paths import resources


def test_every_shipped_style_is_valid_and_named_in_both_languages() -> None:
    styles = hair_styles([resources()])
    assert len(styles) == 14
    for style in styles:
        assert style.label
        assert any("\u4e00" <= letter <= "\u9fff" for letter in style.label_zh), style.id


def test_styles_come_by_family_and_each_family_has_some() -> None:
    families = [style.family for style in hair_styles([resources()])]
    assert list(dict.fromkeys(families)) == ["own", "short", "medium"]
    assert families == sorted(families, key=["own", "short", "medium"].index)


def test_own_styles_are_modifiers_and_no_other_is() -> None:
    for style in hair_styles([resources()]):
        assert style.modifier == (style.family == "own") == (not isinstance(style.shape, Groom))


def test_drawn_hair_is_offered_without_a_doubt_only_from_the_rating_that_it_needs() -> None:
    styles = hair_styles([resources()])
    assert all(style.rated is not None for style in styles if not style.modifier)
    doubted = {style.id for style in styles if (style.rated or 5.0) < LEAST_REAL_RATING}
    assert doubted.isdisjoint({"more_volume", "less_volume", "smooth", "tidy", "trim_shoulder"})
    # Judges who did not know what was drawn could tell all of it at 100 %.
    assert doubted >= {style.id for style in styles if not style.modifier}
    assert "blunt_fringe" in doubted


def test_what_is_drawn_says_so() -> None:
    drawn = {style.id for style in hair_styles([resources()]) if style.drawn}
    whole = {"bob", "neat_bob", "french_bob", "pixie", "curly_pixie", "swept_back", "slick_back", "quiff"}
    assert drawn == whole | {"blunt_fringe"}


def written(folder: Path, name: str, **changes: object) -> None:
    (folder / "hairstyles").mkdir(exist_ok=True)
    row = {"id": name, "label": "Mine", "family": "short", "shape": {"kind": "groom", "cut": {"length": 5}}, **changes}
    (folder / "hairstyles" / f"{name}.json").write_text(json.dumps(row), encoding="utf-8")


def test_a_file_of_the_user_adds_or_overrides(tmp_path: Path) -> None:
    written(tmp_path, "bob")
    written(tmp_path, "mine")
    styles = hair_styles([resources(), tmp_path])
    bob = styles.get("bob")
    assert bob is not None
    assert bob.label == "Mine"
    assert styles.get("mine") is not None


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"shape": {"kind": "groom", "cut": {"length": 500}}}, "length"),
        ({"shape": {"kind": "mohawk"}}, "shape"),
        ({"colour": "red"}, "colour"),
        ({"id": "other"}, "name"),
    ],
)
def test_a_fault_names_file_and_field(tmp_path: Path, changes: dict[str, object], word: str) -> None:
    written(tmp_path, "mine", **changes)
    with pytest.raises(CatalogueFault, match=word) as fault:
        hair_styles([tmp_path])
    assert "mine.json" in str(fault.value)
