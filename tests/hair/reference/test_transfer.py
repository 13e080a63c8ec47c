"""What stays before the hair of a reference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.core.progress import Progress
from catchlight.hair import preparation
from catchlight.hair.preparation import StyleContext
from catchlight.hair.reference import donor, layers, transfer
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.portrait.portrait import Portrait


@pytest.fixture(scope="module")
def ready(astronaut: Portrait) -> StyleContext:
    return preparation.prepare_portrait(astronaut, Progress())


@pytest.fixture(scope="module")
def reference(ready: StyleContext) -> ReferenceHair:
    tone = donor.scene_tone(ready.scene)
    assert tone is not None
    return donor.read_hair(ready.scene, tone, grey=False)


def test_hair_on_the_head_that_it_came_from_lies_as_it_did(ready: StyleContext, reference: ReferenceHair) -> None:
    placed = layers.place_hair(ready.scene, ready.bare, reference)
    inner = ready.scene.hair > 0.98
    assert placed.cover[inner].mean() > 0.95
    laid = transfer.lay_hair(ready, placed, None, seed=1)
    apart = np.abs(laid.picture[inner].astype(float) - ready.scene.rgb[inner]).mean()
    assert apart < 12


def test_glasses_and_beards_stay_before_it(ready: StyleContext, reference: ReferenceHair) -> None:
    scene = ready.scene
    x, y = (int(value) for value in scene.marks.xy[454])
    size = int(1.5 * scene.cm)
    part = (slice(y - size, y + size), slice(x - size, x + size))
    plane = np.zeros(scene.shape, np.float32)
    plane[part] = 1
    free = replace(scene, glasses=plane, hair=np.where(plane > 0, np.float32(0), scene.hair))
    placed = layers.place_hair(free, ready.bare, reference)
    assert placed.cover[part].mean() > 0.1
    laid = transfer.lay_hair(replace(ready, scene=free), placed, None, seed=1)
    over = (plane > 0) & (placed.cover > 0.2)
    assert np.array_equal(laid.picture[over], scene.rgb[over])
    assert not laid.hair[over].any()
    low = np.zeros(scene.shape, np.float32)
    low[int(scene.chin[1]) :] = 1
    bearded = layers.place_hair(replace(scene, beard=low), ready.bare, reference)
    assert not bearded.cover[int(scene.chin[1]) :].any()
