"""What a reference photo tells of its hair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.reference import donor
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.hair.styling_scene import HairScene
from catchlight.portrait.portrait import Portrait


@pytest.fixture(scope="module")
def scene(astronaut: Portrait) -> HairScene:
    return styling_scene.read_scene(astronaut)


@pytest.fixture(scope="module")
def read(scene: HairScene) -> ReferenceHair:
    return _read(scene)


def _read(scene: HairScene) -> ReferenceHair:
    tone = donor.scene_tone(scene)
    assert tone is not None
    return donor.read_hair(scene, tone, grey=False)


def test_colours_go_on_beyond_the_hair_and_nothing_of_the_ground_comes_along(
    read: ReferenceHair, scene: HairScene
) -> None:
    beyond = (scene.hair < 0.002) & (scene.oval < 0.01)
    beside = beyond & donor.dilate_mask(scene.hair > 0.5, 0.5 * scene.cm)
    light = read.rgb[beside].mean(axis=1)
    inside = read.rgb[scene.hair > 0.95].mean(axis=1)
    assert np.median(scene.rgb[beside].mean(axis=1)) > np.percentile(inside, 90)
    assert np.median(light) < np.percentile(inside, 75)


def test_a_mirrored_reference_mirrors_all_of_it(read: ReferenceHair) -> None:
    twice = read.mirrored().mirrored()
    assert np.array_equal(twice.rgb, read.rgb)
    assert np.array_equal(twice.cover, read.cover)
    assert np.allclose(twice.anchors, read.anchors)
    assert read.mirrored().yaw == -read.yaw
    assert np.array_equal(read.mirrored().shading[1], -read.shading[1])


def test_a_smaller_reference_has_its_anchors_where_they_were(read: ReferenceHair) -> None:
    half = read.resized(0.5)
    assert half.shape == (round(read.shape[0] / 2), round(read.shape[1] / 2))
    assert np.allclose((half.anchors + 0.5) * 2 - 0.5, read.anchors)
    assert half.cm == read.cm / 2


def test_a_crown_that_the_frame_just_cuts_is_completed_by_an_arc() -> None:
    cm, cut = 40.0, 0.3
    y, x = np.mgrid[0:400, 0:1000]
    round_head = np.clip(11 * cm - np.hypot(x - 500, y - (11 - cut) * cm) + 0.5, 0, 1).astype(np.float32)
    crown = donor._missing_crown(round_head, cm)
    assert crown is not None
    assert crown.shape[1] == 1000
    assert not crown[0].any()
    whole = np.clip(11 * cm - np.hypot(x - 500, y - len(crown) - (11 - cut) * cm) + 0.5, 0, 1)[: len(crown)]
    assert np.abs(crown - whole).mean() < 0.01
    assert donor._missing_crown(round_head[20:], cm) is None
    assert donor._missing_crown(np.zeros_like(round_head), cm) is None


def test_a_crown_that_is_cut_deeply_is_left_as_it_is(scene: HairScene) -> None:
    rows = np.flatnonzero((scene.hair > 0.5).any(axis=1))
    lower = _cropped(scene, int(rows[0] + 3.5 * scene.cm))
    assert _read(lower).shape == lower.shape
    higher = _cropped(scene, int(rows[0] + 1))
    grown = _read(higher)
    room = grown.shape[0] - higher.shape[0]
    assert room > 0
    assert np.allclose(grown.anchors[:, 1] - room, donor.alignment.find_anchors(higher.marks, higher.head)[:, 1])


def test_specks_that_hang_together_with_nothing_are_no_hair(scene: HairScene) -> None:
    speckled = scene.hair.copy()
    size = max(2, int(0.3 * scene.cm))
    speckled[-size - 3 : -3, 3 : 3 + size] = 1
    read = _read(replace(scene, hair=speckled))
    assert read.cover[-size - 3 : -3, 3 : 3 + size].max() == 0
    assert read.cover.max() == pytest.approx(1)


def test_hair_that_leaves_the_lower_edge_ends_above_it(scene: HairScene) -> None:
    long = scene.hair.copy()
    x0, x1 = int(scene.middle - 3 * scene.cm), int(scene.middle + 3 * scene.cm)
    long[-int(8 * scene.cm) :, x0:x1] = 1
    read = _read(replace(scene, hair=long))
    assert read.ends[-1, x0:x1].max() < 0.05
    assert read.ends[: -int(7 * scene.cm)].min() > 0.95
    assert donor.read_hair(scene, read.tone, grey=False).ends.min() == 1


def _cropped(scene: HairScene, top: int) -> HairScene:
    part = scene.part((0, top, scene.shape[1], scene.shape[0]))
    return replace(part, own=None)
