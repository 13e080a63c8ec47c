"""Skin that turns away from a flash: as dark on temples as on the cheeks below them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate, skin_turning
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

_CM = 20.0


def _turned() -> np.ndarray:
    """Normals of an upright cylinder, seen from the front."""
    aside = np.broadcast_to(np.linspace(-0.99, 0.99, 240, dtype=np.float32), (120, 240))
    return np.stack([aside, np.zeros_like(aside), np.sqrt(1 - aside * aside)], axis=-1)


def test_both_cheeks_that_darken_to_the_side_say_how_much() -> None:
    normal = _turned()
    aside = np.abs(normal[..., 0])
    dark = np.where(aside > 0.6, 1 - (aside - 0.6), 1).astype(np.float32)
    cheeks = (np.arange(120)[:, None] > 60) & (aside < 0.85)
    found = skin_turning.turning_factor(dark, normal, cheeks, _CM)
    assert np.abs(found - dark)[:60, aside[0] < 0.8].max() < 0.06
    assert found[0, aside[0] > 0.95].max() < found[0, np.abs(aside[0] - 0.8) < 0.02].min()
    assert (found[:, aside[0] < 0.5] == 1).all()


def test_one_cheek_in_shade_counts_half() -> None:
    normal = _turned()
    dark = np.where(normal[..., 0] > 0.7, 0.5, 1).astype(np.float32)
    cheeks = np.broadcast_to(np.arange(120)[:, None] > 60, dark.shape)
    found = skin_turning.turning_factor(dark, normal, cheeks, _CM)
    np.testing.assert_allclose(found, found[:, ::-1], atol=1e-6)
    assert 0.68 < found.min() < 0.74


def test_where_no_cheek_is_seen_nothing_is_darker() -> None:
    normal = _turned()
    assert (skin_turning.turning_factor(np.ones((120, 240)), normal, np.zeros((120, 240), bool), _CM) == 1).all()


def test_temples_before_a_flash_are_darker_than_the_forehead(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d07_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1000))
    without = clean_plate.build_clean_plate(known)
    rows, columns = np.arange(known.shape[0])[:, None], np.arange(known.shape[1])[None]
    brow, eye = known.marks.xy[[105, 334], 1].min(), known.marks.xy[263]
    beside = (rows > brow - 0.5 * known.cm) & (rows < eye[1]) & (known.hair > 0.9) & (without.body > 0.95)
    temple = beside & (columns > eye[0] + 1.2 * known.cm) & (columns < eye[0] + 2.5 * known.cm)
    forehead = (rows > brow - 2.5 * known.cm) & (rows < brow - cm_above(known)) & (known.hair < 0.02)
    forehead = forehead & (np.abs(columns - known.middle) < 2 * known.cm)
    assert temple.sum() > 100
    assert np.median(without.plate[temple].mean(axis=-1)) < 0.6 * np.median(without.plate[forehead].mean(axis=-1))


def cm_above(known: styling_scene.HairScene) -> float:
    """Height above the brows from which a forehead is plain skin, in pixels."""
    return 0.5 * known.cm
