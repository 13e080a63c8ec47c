"""Skin that hair hid: of the face's own hue and light."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


def test_a_scalp_is_neither_greyer_nor_paler_than_the_forehead_below_it(
    portraits: Portraits, portraits_folder: Path
) -> None:
    photo = codec.decode(next(portraits_folder.glob("d12_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1000))
    without = clean_plate.build_clean_plate(known)
    lab = cv2.cvtColor(without.plate.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    above = np.arange(known.shape[0])[:, None] < known.marks.xy[[105, 334], 1].min()
    forehead = above & (known.skin > 0.9) & (known.hair < 0.02) & (known.oval > 0.9)
    scalp = above & (known.oval < 0.1) & (known.hair > 0.9) & (without.body > 0.9)
    (light, *hue), (own_light, *own_hue) = (np.median(lab[where], axis=0) for where in (scalp, forehead))
    assert np.hypot(*hue) / light > np.hypot(*own_hue) / own_light
    assert light < own_light


def test_a_forehead_in_full_light_goes_on_as_bright_on_the_scalp(portraits: Portraits, portraits_folder: Path) -> None:
    """A flash or the sun may leave it white: hair that hangs near it shades nothing there."""
    photo = codec.decode(next(portraits_folder.glob("d32_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1000))
    without = clean_plate.build_clean_plate(known)
    lab = cv2.cvtColor(without.plate.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    middle = np.abs(np.arange(known.shape[1])[None] - known.middle) < 2 * known.cm
    grows = (known.hair > 0.9) & middle & (without.body > 0.9)
    lowest = int(np.median(np.flatnonzero(grows.any(axis=1))[-1:]))
    rows = np.arange(known.shape[0])[:, None]
    below = middle & (known.hair < 0.05) & (rows > lowest) & (rows < lowest + 2.5 * known.cm)
    above = grows & (rows > lowest - 1.2 * known.cm)
    light, own = (np.median(lab[where], axis=0) for where in (above, below))
    assert own[0] > 95
    assert light[0] > own[0] - 4
    assert np.hypot(*light[1:]) < np.hypot(*own[1:]) + 3
