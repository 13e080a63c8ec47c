"""How much a fault shows hangs on the new colour: what is refused in a far one is offered in a near one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.clothing.missed_cloth import MissedCloth, find_missed_cloth
from catchlight.clothing.segment import garments
from catchlight.imaging.io import codec
from catchlight.operations.edit import recolour_warnings as doubts
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

NAVY, BLACK, RED, WHITE = (34, 43, 69), (27, 27, 30), (179, 38, 46), (242, 242, 240)


@pytest.fixture(scope="module")
def scene(portraits: Portraits, portraits_folder: Path) -> EditScene:
    """A man in black."""
    portrait = view(portraits.of(codec.decode(next(portraits_folder.glob("d08*")).read_bytes())).upright, None, 1000)
    return EditScene(portrait, *(float(value) for value in portrait.landmarks.eyes))


@pytest.fixture
def measured(scene: EditScene, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """What the measure says, changed by what a test puts in."""
    real = find_missed_cloth(scene.small, "clothes")
    assert real is not None
    changes: dict[str, float] = {}

    def found(*_: object) -> MissedCloth:
        return replace(real, **changes)  # type: ignore[arg-type]

    monkeypatch.setattr(doubts, "find_missed_cloth", found)
    return changes


def test_black_clothes_can_be_navy_and_not_white(scene: EditScene) -> None:
    assert scene.doubt("clothes", NAVY) is None
    assert "too dark" in (scene.doubt("clothes", WHITE) or "")


def test_hair_that_cannot_be_told_is_hidden_by_a_near_colour_alone(
    scene: EditScene, measured: dict[str, float]
) -> None:
    measured.update(hairy=20.0, untold=0.4)
    assert scene.doubt("clothes", BLACK) is None
    assert "Hair lies" in (scene.doubt("clothes", RED) or "")


def test_cloth_that_is_left_out_is_refused_where_it_would_show(scene: EditScene, measured: dict[str, float]) -> None:
    measured.update(outside=2.0)
    assert scene.doubt("clothes", BLACK) is None
    assert "surely" in (scene.doubt("clothes", RED) or "")


@pytest.mark.parametrize("what", ["hues", "other"])
def test_one_colour_floods_no_print_and_no_tie(scene: EditScene, measured: dict[str, float], what: str) -> None:
    assert scene.doubt("clothes", RED) is None
    measured[what] = 0.2
    assert "several colours" in (scene.doubt("clothes", RED) or "")
    assert scene.doubt("clothes", None) is None


def test_the_garment_most_like_another_counts(scene: EditScene, monkeypatch: pytest.MonkeyPatch) -> None:
    real = find_missed_cloth(scene.small, "clothes")
    assert real is not None
    told = {"jacket": replace(real, alike=0.02), "shirt": replace(real, alike=0.3), "tie": None}
    monkeypatch.setattr(doubts, "find_missed_cloth", lambda _, name: told[name])
    labels = np.zeros((4, 4), np.uint8)
    for parts, alike in (
        ({garments.JACKET, garments.SHIRT, garments.TIE}, 0.3),
        ({garments.JACKET, garments.TIE}, 0.02),
        ({garments.TIE}, 0.0),
        (set(), 0.0),
    ):
        assert doubts._alike(scene, garments.Garments(labels, frozenset(parts))) == alike


def test_skin_within_the_mask_is_refused(scene: EditScene, measured: dict[str, float]) -> None:
    measured["strayed"] = 1.0
    assert "surely" in (scene.doubt("clothes", NAVY) or "")


def test_no_preset_gives_clothes_another_colour(catalogue: Catalogue) -> None:
    colours = {row.id for row in catalogue.clothing if row.kind == "color"}
    assert colours
    for row in catalogue.headshot_presets:
        assert not colours & set(row.clothing), row.id
