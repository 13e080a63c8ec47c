"""Skin that hair hid: of the face's own hue and light."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from catchlight.engine import codec
from catchlight.engine.groom import bare, scene
from catchlight.engine.portrait import Portraits
from catchlight.engine.view import view


def test_a_scalp_is_neither_greyer_nor_paler_than_the_forehead_below_it(
    portraits: Portraits, portraits_folder: Path
) -> None:
    photo = codec.decode(next(portraits_folder.glob("d12_*")).read_bytes())
    known = scene.read(view(portraits.of(photo), longest=1000))
    without = bare.read(known)
    lab = cv2.cvtColor(without.plate.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    above = np.arange(known.shape[0])[:, None] < known.marks.xy[[105, 334], 1].min()
    forehead = above & (known.skin > 0.9) & (known.hair < 0.02) & (known.oval > 0.9)
    scalp = above & (known.oval < 0.1) & (known.hair > 0.9) & (without.body > 0.9)
    (light, *hue), (own_light, *own_hue) = (np.median(lab[where], axis=0) for where in (scalp, forehead))
    assert np.hypot(*hue) / light > np.hypot(*own_hue) / own_light
    assert light < own_light
