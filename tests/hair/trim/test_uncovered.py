"""What a cut lets be seen is plain cloth that goes on, or the cut is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import Conflict
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import uncovered
from catchlight.hair.trim.uncovered import ExposedAreas
from catchlight.imaging.filters import planes
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

WORN, WALL = (70, 80, 110), (150, 150, 150)


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> HairScene:
    """A person before an even wall, in plain clothes with some grain."""
    photo = codec.decode(next(portraits_folder.glob("d05*")).read_bytes())
    found = styling_scene.read_scene(view(portraits.of(photo), longest=700))
    rgb = found.rgb.copy()
    rgb[found.alpha < 0.5] = WALL
    rgb[found.cloth > 0.5] = WORN
    grain = np.random.default_rng(0).normal(0, 3, (*found.shape, 1))
    return replace(found, rgb=np.clip(rgb + grain, 0, 255).astype(np.uint8))


@pytest.fixture
def lock(seen: HairScene) -> ExposedAreas:
    """A piece of cloth of three by two cm on which hair has lain, as nothing else has been uncovered."""
    inside = planes.erode_mask((seen.cloth > 0.5) & (seen.hair < 0.02) & (seen.alpha > 0.98), 1.5 * seen.cm)
    row, column = (int(np.median(axis)) for axis in np.nonzero(inside))
    cloth = np.zeros(seen.shape, bool)
    high, wide = round(1.5 * seen.cm), round(seen.cm)
    cloth[row - high : row + high, column - wide : column + wide] = True
    none = np.zeros(seen.shape, bool)
    return ExposedAreas(cloth & (seen.cloth > 0.5), none, none, 0.0)


def hidden(seen: HairScene, lock: ExposedAreas) -> HairScene:
    return replace(seen, hair=np.maximum(seen.hair, lock.cloth.astype(np.float32)))


def test_plain_cloth_that_goes_on_is_known(seen: HairScene, lock: ExposedAreas) -> None:
    uncovered.require_known(hidden(seen, lock), lock, seen.rgb, "A trim")


def test_a_smear_on_plain_cloth_is_refused(seen: HairScene, lock: ExposedAreas) -> None:
    cloud = seen.rgb.copy()
    cloud[lock.cloth] = (120, 130, 160)
    with pytest.raises(Conflict, match="clothes that are not plain, and A trim would") as refusal:
        uncovered.require_known(hidden(seen, lock), lock, cloud, "A trim")
    assert refusal.value.code == "conflicting_styles"


def test_cloth_of_two_colours_is_refused_even_where_one_goes_on(seen: HairScene, lock: ExposedAreas) -> None:
    rgb = seen.rgb.copy()
    rgb[(seen.cloth > 0.3) & ~planes.dilate_mask(lock.cloth, 1.2 * seen.cm)] = (200, 200, 200)
    with pytest.raises(Conflict, match="not plain"):
        uncovered.require_known(hidden(replace(seen, rgb=rgb), lock), lock, rgb, "A trim")


def test_an_outline_or_skin_that_hair_hid_is_refused(seen: HairScene, lock: ExposedAreas) -> None:
    for guessed in (replace(lock, outline=3.0), replace(lock, skin=lock.cloth, cloth=lock.skin)):
        with pytest.raises(Conflict, match="where neck and shoulders end"):
            uncovered.require_known(hidden(seen, lock), guessed, seen.rgb, "A trim")


def test_a_sharp_background_is_refused_and_a_soft_one_is_not(seen: HairScene, lock: ExposedAreas) -> None:
    freed = replace(lock, cloth=lock.ground, ground=(seen.alpha < 0.1) & planes.dilate_mask(seen.hair > 0.5, seen.cm))
    uncovered.require_known(seen, freed, seen.rgb, "A trim")
    lines = seen.rgb.copy()
    striped = (seen.alpha < 0.5) & (np.arange(seen.shape[1]) // max(1, round(0.4 * seen.cm)) % 2 == 0)
    lines[striped] = 20
    with pytest.raises(Conflict, match="background behind the hair is sharp"):
        uncovered.require_known(replace(seen, rgb=lines), freed, lines, "A trim")


def test_what_is_seen_is_told_apart_by_what_hair_hid(seen: HairScene) -> None:
    without = clean_plate.build_clean_plate(seen)
    found = uncovered.find_exposed_areas(seen, without, np.zeros_like(seen.hair))
    assert found.ground.any()
    assert found.outline > 1.0
    assert not uncovered.find_exposed_areas(seen, without, seen.hair).ground.any()
