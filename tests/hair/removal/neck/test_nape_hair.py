"""Ends of hair beside the neck that mattes take for background go with the rest of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.neck import nape_hair
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view


def _scene(portraits: Portraits, folder: Path, name: str) -> HairScene:
    photo = codec.decode(next(folder.glob(f"{name}_*")).read_bytes())
    return styling_scene.read_scene(view(portraits.of(photo), longest=900))


@pytest.mark.parametrize("name", ["d07", "d13"])
def test_curls_and_tails_behind_the_neck_are_found_and_go(
    portraits: Portraits, portraits_folder: Path, name: str
) -> None:
    known = _scene(portraits, portraits_folder, name)
    found = nape_hair.find_hair_at_nape(known)
    assert 1 < found.sum() / known.cm**2 < 12
    assert (np.flatnonzero(found.any(axis=1)) > known.marks.xy[4, 1]).all()
    assert (known.oval[found] > 0.5).mean() < 0.1
    dark = found & (known.rgb.max(axis=-1) < 70)
    without = clean_plate.build_clean_plate(known)
    assert dark.sum() > 0.3 * known.cm**2
    assert (without.plate[dark].max(axis=-1) < 70).mean() < 0.35


@pytest.mark.parametrize("name", ["d02", "d08", "d12", "d33"])
def test_where_mattes_have_all_hair_nothing_is_found(portraits: Portraits, portraits_folder: Path, name: str) -> None:
    assert not nape_hair.find_hair_at_nape(_scene(portraits, portraits_folder, name)).any()


def test_the_sample_has_none(portrait: Portrait) -> None:
    assert not nape_hair.find_hair_at_nape(styling_scene.read_scene(view(portrait, longest=900))).any()
