"""Arms of glasses that hair hid go on from the frame to the ear, where a style leaves that free."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.engine import codec
from catchlight.engine.groom import bare, scene, temple_arms
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.scene import Scene
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.view import view

from tests.engine.groom.conftest import Wear


@pytest.fixture
def glasses(portraits: Portraits, portraits_folder: Path) -> Portrait:
    """Grey frames whose arms go under blonde hair on both sides."""
    photo = codec.decode(next(portraits_folder.glob("d08_*")).read_bytes())
    return view(portraits.of(photo), longest=1000)


@pytest.fixture
def known(glasses: Portrait) -> tuple[Scene, Bare]:
    seen = scene.read(glasses)
    return seen, bare.read(seen).eared()


def _laid(known: Scene, without: Bare) -> np.ndarray:
    """Where the plate gets an arm."""
    picture, worn = without.plate.copy(), np.zeros(known.shape, np.float32)
    temple_arms.laid(picture, worn, known, without)
    return np.abs(picture.astype(int) - without.plate).max(axis=-1) > 6


def test_each_goes_from_the_end_of_the_frame_to_the_ear(known: tuple[Scene, Bare]) -> None:
    seen, without = known
    for side in (-1, 1):
        found = temple_arms.hidden(seen, without, side)
        assert found is not None
        first, last, wide = found
        assert side * (last[0] - first[0]) > 0
        assert 0.2 < wide / seen.cm < 0.51
        column, row = round(last[0]), round(last[1])
        assert without.ear8[row - 3 : row + 4, column - 3 : column + 4].max() > 127
        near = slice(round(first[1] - 0.4 * seen.cm), round(first[1] + 0.4 * seen.cm))
        assert seen.glasses[near, round(first[0] - 0.2 * seen.cm) : round(first[0] + 0.2 * seen.cm)].max() > 0.5


def test_neither_the_frame_nor_the_ear_nor_what_is_far_is_changed(known: tuple[Scene, Bare]) -> None:
    seen, without = known
    changed = _laid(seen, without)
    assert changed.sum() > 0.2 * seen.cm**2
    assert not changed[(seen.glasses > 0.9) | (without.ear8 > 250)].any()
    assert not changed[int(seen.marks.xy[1, 1]) :].any()


def test_there_are_none_without_glasses_nor_where_they_are_seen(known: tuple[Scene, Bare]) -> None:
    seen, without = known
    assert not _laid(replace(seen, glasses=np.zeros_like(seen.glasses)), without).any()
    assert not _laid(replace(seen, hair=np.zeros_like(seen.hair)), without).any()


def test_one_is_seen_beside_short_hair_and_long_hair_hides_it(glasses: Portrait, wear: Wear) -> None:
    seen = scene.read(glasses)
    first, last, _ = temple_arms.hidden(seen, bare.read(seen).eared(), -1) or pytest.fail("no arm")
    column, row = (round((a + b) / 2) for a, b in zip(first, last, strict=True))
    place = (slice(row - 2, row + 3), slice(column - 2, column + 3))
    frame = np.median(seen.rgb[seen.glasses > 0.9], axis=0)
    short, long = wear("slick_back", on=glasses), wear("long", on=glasses)
    shown = np.median(short.pixels[place].reshape(-1, 3), axis=0)
    assert np.abs(shown - frame).max() < 45
    assert short.hair[place].mean() < 0.15
    assert long.hair[place].mean() > 0.75
