"""Results that would harm a face or a body are refused, with what is wrong and what to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.hair import styling_scene
from catchlight.hair.harm import face_features, refusals
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

from tests.hair.conftest import Wear


@pytest.fixture
def known(portrait: Portrait) -> tuple[HairScene, CleanPlate]:
    seen = styling_scene.read_scene(portrait)
    return seen, clean_plate.build_clean_plate(seen)


def _measured(
    seen: HairScene, without: CleanPlate, hair: np.ndarray, picture: np.ndarray | None = None
) -> dict[str, float]:
    return dict(refusals.measure_harms(seen, without, seen.rgb if picture is None else picture, hair, without.body))


def test_a_photo_as_it_is_is_within_every_limit(known: tuple[HairScene, CleanPlate]) -> None:
    seen, without = known
    found = _measured(seen, without, seen.hair)
    assert set(found) == set(refusals.LIMITS)
    assert all(amount <= refusals.LIMITS[harm] for harm, amount in found.items()), found


def test_a_brow_under_hair_that_is_taken_off_is_harm_and_one_that_stays_hidden_is_none(
    known: tuple[HairScene, CleanPlate],
) -> None:
    seen, without = known
    over = np.maximum(seen.hair, face_features.eye_zones(seen)[0].astype(np.float32))
    hidden = replace(seen, hair=over)
    assert _measured(hidden, without, seen.hair)["eyes"] > 0.9
    assert _measured(hidden, without, over)["eyes"] == 0
    with pytest.raises(Conflict, match="over a brow or an eye, and Bob would") as refusal:
        refusals.require_unharmed(hidden, without, seen.rgb, seen.hair, without.body, "Bob")
    assert refusal.value.code == "conflicting_styles"


def test_a_brow_that_is_wiped_out_beside_the_hair_is_harm(known: tuple[HairScene, CleanPlate]) -> None:
    seen, without = known
    picture = seen.rgb.copy()
    zone = face_features.eye_zones(seen)[1]
    picture[zone] = np.median(picture[zone], axis=0)
    assert _measured(seen, without, seen.hair, picture)["altered"] > 2 * refusals.LIMITS["altered"]
    assert _measured(seen, without, seen.hair)["altered"] == 0


def test_glasses_reach_from_ear_to_ear_and_only_where_some_are_worn(known: tuple[HairScene, CleanPlate]) -> None:
    seen, _ = known
    assert not face_features.glasses_zone(seen).any()
    worn = replace(seen, glasses=np.logical_or(*face_features.eye_zones(seen)).astype(np.float32))
    reach = np.flatnonzero(face_features.glasses_zone(worn).any(axis=0))
    assert reach[0] <= seen.marks.xy[234, 0] + seen.cm
    assert reach[-1] >= seen.marks.xy[454, 0] - seen.cm


def test_a_hidden_ear_is_not_made_up(wear: Wear) -> None:
    for style in ("slick_back", "pixie", "quiff"):
        with pytest.raises(Conflict, match="over an ear"):
            wear(style)


def test_a_fringe_needs_straight_hair_that_hangs_loose(wear: Wear) -> None:
    with pytest.raises(Conflict, match="straight hair that hangs loose"):
        wear("blunt_fringe")


def test_a_fringe_is_not_laid_over_another(wear: Wear, portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d05*")).read_bytes())
    seen = styling_scene.read_scene(view(portraits.of(photo), longest=900))
    refusals.require_drawable(seen, fringe=True)
    top, brows = int(seen.marks.xy[10, 1]), int(seen.marks.xy[[105, 334], 1].min())
    hair = seen.hair.copy()
    hair[top:brows] = np.maximum(hair[top:brows], (seen.oval[top:brows] > 0.5).astype(np.float32))
    with pytest.raises(Conflict, match="over the forehead already"):
        refusals.require_drawable(replace(seen, hair=hair), fringe=True)


def test_a_change_that_nobody_sees_is_refused_and_a_lock_that_goes_is_not(known: tuple[HairScene, CleanPlate]) -> None:
    seen, _ = known
    grain = np.random.default_rng(1).normal(0, 2, seen.rgb.shape)
    noisy = np.clip(seen.rgb + grain, 0, 255).astype(np.uint8)
    with pytest.raises(Conflict, match="This hair is so already: Tidy would change nothing") as refusal:
        refusals.require_change(seen, seen.rgb, noisy, "Tidy")
    assert refusal.value.code == "conflicting_styles"
    lighter = seen.rgb.copy()
    side = round(seen.cm)
    lighter[:side, :side] = np.where(seen.rgb[:side, :side] < 128, 255, 0)
    refusals.require_change(seen, seen.rgb, lighter, "Tidy")


@pytest.mark.parametrize("key", ["d29", "d10"])
def test_drawn_hair_needs_hair_to_go_by(wear: Wear, portraits: Portraits, portraits_folder: Path, key: str) -> None:
    photo = codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes())
    with pytest.raises(UnusablePicture) as refusal:
        wear("bob", on=view(portraits.of(photo), longest=700))
    assert refusal.value.code == "no_hair"


def test_drawn_hair_needs_a_head_that_is_hardly_turned(known: tuple[HairScene, CleanPlate]) -> None:
    seen, _ = known
    refusals.require_drawable(seen, fringe=False)
    for yaw in (-30.0, 30.0):
        turned = replace(seen, head=replace(seen.head, pose=replace(seen.head.pose, yaw=yaw)))
        with pytest.raises(UnusablePicture) as refusal:
            refusals.require_drawable(turned, fringe=False)
        assert refusal.value.code == "face_turned_away"


def test_no_hair_is_taken_off_in_a_round_picture_and_none_is_left_transparent(
    wear: Wear, portraits: Portraits, sample: Picture
) -> None:
    """What lies outside the circle is no ground that could go on behind the hair."""
    height, width = sample.pixels.shape[:2]
    y, x = np.mgrid[:height, :width]
    inside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (0.5 * min(width, height)) ** 2
    round_one = Picture(np.dstack([sample.rgb8, np.where(inside, 255, 0).astype(np.uint8)]))
    with pytest.raises(Conflict, match="cut to a shape"):
        wear("bob", on=portraits.of(round_one))
    after = wear("less_volume", on=portraits.of(round_one)).pixels
    assert np.array_equal(after[..., 3], round_one.pixels[..., 3])
