"""Garments that are sewn of pieces: what their files must say, and what a list of clothes makes of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from catchlight.catalogue.garment_shapes import garment_parts, garment_shapes
from catchlight.catalogue.rows import CatalogueFault
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.errors import Conflict, InvalidRequest
from catchlight.operations.headshot import wish_of
from catchlight.operations.headshots.drawn import garment_of
from catchlight.operations.headshots.outfit import dress
from catchlight.operations.params.headshot import HeadshotParams
from catchlight.paths import resources


@pytest.fixture
def own(tmp_path: Path) -> Path:
    shutil.copytree(resources() / "garments", tmp_path / "garments")
    return tmp_path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"parts": [{"part": "cape"}]}, "no part 'cape'"),
        ({"parts": []}, "kind sewn has parts"),
        ({"cloths": {}}, "needs"),
    ],
)
def test_a_fault_in_what_a_garment_is_sewn_of_is_named(own: Path, change: dict[str, object], said: str) -> None:
    file = own / "garments" / "suit.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(CatalogueFault, match=said) as fault:
        garment_shapes([own])
    assert "suit.json" in str(fault.value)


def test_every_part_is_used_and_lies_on_a_body(catalogue: Catalogue) -> None:
    used = {use.part for shape in catalogue.garments.values() for use in shape.parts}
    parts = garment_parts([resources()])
    assert used == set(parts)
    for part in parts.values():
        for piece in part.pieces:
            for x, y in (point for curve in piece.outline for point in curve):
                assert -10 < y <= 60
                assert abs(x) < 30
            assert all(0 <= number < len(piece.outline) for number in piece.stitched)


def test_a_suit_comes_with_a_tie_unless_something_else_is_said(catalogue: Catalogue) -> None:
    def worn(*words: str) -> tuple[str, ...]:
        chosen = dress(words, catalogue)
        assert chosen is not None
        return chosen.accessories

    assert worn("suit") == ("tie",)
    assert worn("suit", "pocket_square") == ("pocket_square", "tie")
    assert worn("suit", "bow_tie") == ("bow_tie",)
    assert worn("suit", "no_tie") == ()
    assert worn("blazer") == ()


def test_a_colour_after_an_accessory_is_its_own(catalogue: Catalogue) -> None:
    chosen = dress(("charcoal", "suit", "tie", "burgundy"), catalogue)
    assert chosen is not None
    assert (chosen.color, chosen.dyes["tie"][0]) == ("charcoal", "burgundy")
    assert garment_of(chosen).cloths["tie"].rgb == (0x6A, 0x1F, 0x2E)


@pytest.mark.parametrize(
    "words",
    [("suit", "tie", "bow_tie"), ("scrubs", "tie"), ("polo", "no_tie"), ("suit", "navy", "red"), ("suit", "blazer")],
)
def test_what_cannot_be_worn_together_is_a_conflict(catalogue: Catalogue, words: tuple[str, ...]) -> None:
    with pytest.raises(Conflict) as refusal:
        wish_of(HeadshotParams(clothing_styles=words), catalogue)
    assert refusal.value.code == "conflicting_styles"


def test_a_tie_by_itself_needs_a_garment(catalogue: Catalogue) -> None:
    with pytest.raises(InvalidRequest, match="needs a garment"):
        wish_of(HeadshotParams(clothing_styles=("tie",)), catalogue)
