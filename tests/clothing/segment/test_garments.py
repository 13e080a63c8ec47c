"""Cloth and garments in real pictures, and the superpixels under them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from catchlight.clothing.garment_matte import garment
from catchlight.clothing.segment import clothes, garments
from catchlight.clothing.segment.other_people import belongs_to_others
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.imaging.superpixels import superpixels
from catchlight.portrait import view
from catchlight.portrait.face.detect import Face
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.retouch.regions import region

from tests.conftest import Worn

Places = tuple[tuple[float, float], ...]


def _two_halves() -> npt.NDArray[np.uint8]:
    rgb = np.full((80, 120, 3), (40, 60, 160), np.uint8)
    rgb[:, 60:] = (200, 190, 60)
    return rgb


def test_superpixels_keep_to_the_edge_between_two_colours() -> None:
    patches = superpixels(_two_halves())
    right = patches.mean((np.arange(120)[None] >= 60) * np.ones((80, 1)))
    assert patches.count > 40
    assert patches.area[(right > 0.15) & (right < 0.85)].sum() < 0.05 * 80 * 120


def test_a_decision_spreads_over_one_colour_and_stops_at_the_edge() -> None:
    patches = superpixels(_two_halves())
    x = patches.mean(np.arange(120)[None] * np.ones((80, 1)))
    trust = ((x < 15) | (x > 105)).astype(np.float32)
    decided = patches.spread((x < 60).astype(np.float32) * trust, trust)
    assert decided[x < 52].min() > 0.7
    assert decided[x > 68].max() < 0.3


def test_likeness_knows_usual_colours_and_nearness_rare_ones() -> None:
    rgb = _two_halves()
    rgb[20:60, 70:110] = (200, 20, 20)
    patches = superpixels(rgb)
    inside = np.zeros((80, 120), bool)
    inside[20:60, 70:110] = True
    red = patches.mean(inside) > 0.8
    assert red.sum() >= 5
    seeds = np.ones(patches.count, bool)
    assert patches.likeness(seeds)[red].max() < 0.6
    assert patches.nearness(seeds)[red].max() > 0.9
    assert patches.nearness(red)[patches.mean(inside) < 0.02].max() < 0.2


def test_a_small_view_shows_the_garments_of_its_picture(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    small = view.view(portrait, None, 256)
    assert garments.segment_garments(small) is garments.segment_garments(portrait)
    assert garment(small, "clothes").shape == (256, 256)


def _at(portrait: Portrait, name: str, x: float, y: float) -> float:
    """The garment's share around a place, given as shares of the picture's width and height."""
    plane = garment(portrait, name)
    column, row = round(x * plane.shape[1]), round(y * plane.shape[0])
    return float(plane[row - 4 : row + 5, column - 4 : column + 5].mean())


@pytest.mark.parametrize(
    ("name", "jacket", "shirt"),
    [
        ("d01", ((0.15, 0.92), (0.85, 0.85)), ((0.4, 0.93),)),
        ("d14", ((0.12, 0.7), (0.68, 0.68), (0.72, 0.9)), ((0.45, 0.7), (0.45, 0.9))),
        ("d29", ((0.2, 0.75), (0.85, 0.8)), ((0.46, 0.72),)),
        ("d35", ((0.12, 0.6), (0.5, 0.6)), ((0.33, 0.65),)),
    ],
)
@pytest.mark.sampled(2)
def test_jacket_and_shirt_are_told_apart(name: str, jacket: Places, shirt: Places, worn: Worn) -> None:
    portrait = worn(name)
    for x, y in jacket:
        assert _at(portrait, "jacket", x, y) > 0.8, (name, "jacket", x, y)
        assert _at(portrait, "shirt", x, y) < 0.1, (name, "shirt", x, y)
    for x, y in shirt:
        assert _at(portrait, "shirt", x, y) > 0.8, (name, "shirt", x, y)
        assert _at(portrait, "jacket", x, y) < 0.1, (name, "jacket", x, y)


def test_one_garment_is_jacket_and_clothes_but_no_shirt(worn: Worn) -> None:
    portrait = worn("d31")
    assert np.array_equal(garment(portrait, "jacket"), garment(portrait, "clothes"))
    assert garment(portrait, "shirt").max() == 0
    assert garment(portrait, "tie").max() == 0
    assert region(portrait, "shirt").max() == 0


def test_a_tie_lies_between_the_halves_of_the_shirt(worn: Worn) -> None:
    portrait = worn("d29")
    assert _at(portrait, "tie", 0.56, 0.85) > 0.8
    assert _at(portrait, "tie", 0.2, 0.75) == 0


@pytest.mark.parametrize("name", ["d05", "d08", "d13", "d31"])
def test_folds_and_shadows_are_no_second_garment(name: str, worn: Worn) -> None:
    assert not garments.segment_garments(worn(name)).parts


def test_a_mug_and_the_hand_that_holds_it_are_not_worn(worn: Worn) -> None:
    portrait = worn("d31")
    assert _at(portrait, "clothes", 0.515, 0.94) < 0.1
    assert _at(portrait, "clothes", 0.4, 0.8) > 0.9


def test_holes_of_the_matte_in_the_torso_are_found_as_cloth(worn: Worn) -> None:
    whole = worn("d14")
    portrait = Portrait(whole.picture, whole.models)
    alpha = whole.alpha.copy()
    height, width = alpha.shape
    hole = np.s_[int(0.75 * height) : int(0.85 * height), int(0.4 * width) : int(0.55 * width)]
    alpha[hole] = 0
    portrait.kept("alpha", lambda: alpha)
    assert clothes.cloth_missing_from_matte(portrait)[hole].mean() > 0.95


def test_a_seam_is_the_border_without_a_step_of_colour() -> None:
    rgb = _two_halves()
    patches = superpixels(rgb)
    x = patches.centres[:, 0]
    assert patches.seam(x < 60, x > 60, 0.03) == 0
    assert patches.seam(x < 60, x > 60, np.inf) > 60
    assert patches.seam(x < 30, (x > 30) & (x < 60), 0.03) > 60


def test_pieces_can_end_at_a_step_of_colour() -> None:
    patches = superpixels(_two_halves())
    everything = np.ones(patches.count, bool)
    assert patches.pieces(everything).max() == 1
    assert set(patches.pieces(everything, 0.05)[patches.centres[:, 0] < 50]) == {1} or set(
        patches.pieces(everything, 0.05)[patches.centres[:, 0] > 70]
    ) == {1}
    assert patches.pieces(everything, 0.05).max() > 1


def test_who_stands_in_front_hides_the_torso_behind() -> None:
    patches = superpixels(np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8))

    def face(x: float, y: float) -> Face:
        return Face(x - 10, y - 10, 20, 20, np.zeros((5, 2)), 0.9)

    in_front, behind = face(110, 100), face(80, 40)
    theirs = belongs_to_others(patches, behind, (in_front,), 1.0)
    ours = belongs_to_others(patches, in_front, (behind,), 1.0)
    chest = np.hypot(*(patches.centres - [110, 150]).T).argmin()
    shoulder = np.hypot(*(patches.centres - [70, 65]).T).argmin()
    assert theirs[chest]
    assert not ours[chest]
    assert ours[shoulder]
    assert not theirs[shoulder]
    assert not belongs_to_others(patches, in_front, (), 1.0).any()


def test_strands_over_a_pullover_stay_hair_and_the_pullover_between_them_is_found(worn: Worn) -> None:
    portrait = worn("d05")
    mask = garment(portrait, "jacket")
    height, width = mask.shape
    part = np.s_[int(0.75 * height) : int(0.95 * height), int(0.55 * width) : int(0.9 * width)]
    light = portrait.picture.rgb8[part].mean(axis=2)
    assert mask[part][light > 130].mean() > 0.9
    assert mask[part][light < 25].mean() < 0.2
    assert _at(portrait, "jacket", 0.95, 0.97) > 0.8


def test_cushions_neighbours_and_pendants_are_no_garment(worn: Worn) -> None:
    assert _at(worn("d35"), "jacket", 0.72, 0.9) < 0.1
    assert _at(worn("d04"), "clothes", 0.4, 0.875) < 0.1
    assert not garments.segment_garments(worn("d04")).parts


def test_a_beard_in_shadow_keeps_its_colour(worn: Worn) -> None:
    assert _at(worn("d29"), "jacket", 0.64, 0.46) < 0.1
    assert _at(worn("d03"), "jacket", 0.45, 0.85) < 0.1
    assert _at(worn("d03"), "jacket", 0.2, 0.9) > 0.9


def test_checks_and_stripes_are_one_garment(worn: Worn) -> None:
    assert not garments.segment_garments(worn("d09")).parts


def test_bare_shoulders_and_long_hair_are_no_clothes(worn: Worn) -> None:
    for name in ("d12", "d15", "c04b"):
        assert garment(worn(name), "clothes").max() == 0, name


def test_the_lower_suit_of_the_sample_is_cloth(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    for x, y in ((0.25, 0.85), (0.35, 0.9), (0.15, 0.9), (0.55, 0.6)):
        assert _at(portrait, "clothes", x, y) > 0.8, (x, y)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("d36", "next one"),
        ("d37", "next one"),
        ("d20", "beard"),
        ("d19", "Hair lies"),
        ("d10", "surely"),
        ("d05", "strands"),
        ("d28", "beard"),
        ("d29", "beard"),
        ("d35", "cannot be told apart"),
        ("d32", "cannot be told apart"),
        ("d33", "Hair lies"),
        ("d12", "No jacket"),
    ],
)
@pytest.mark.sampled(3)
def test_what_cannot_be_told_apart_is_refused(
    name: str, why: str, portraits_folder: Path, portraits: Portraits
) -> None:
    from catchlight.imaging.io import codec
    from catchlight.operations.edit.marks import Hotspot
    from catchlight.operations.edit.params import EditParams
    from catchlight.operations.edit.run import apply_edit

    portrait = portraits.of(codec.decode(sorted(portraits_folder.glob(f"{name}*"))[0].read_bytes()))
    spot = Hotspot(x=portrait.picture.width / 2, y=0.9 * portrait.picture.height)
    with pytest.raises(UnusablePicture, match=why) as refused:
        apply_edit(portrait, EditParams(user_prompt="make the jacket red", hotspot=spot), Progress())
    assert refused.value.code == "nothing_at_hotspot"


@pytest.mark.parametrize("name", ["d01", "d02", "d07", "d08", "d09", "d13", "d27", "d31", "d32", "d34"])
@pytest.mark.sampled(3)
def test_clothes_whose_edge_is_seen_are_not_doubted(name: str, portraits_folder: Path, portraits: Portraits) -> None:
    from catchlight.imaging.io import codec
    from catchlight.operations.edit.hotspot_scene import EditScene

    portrait = portraits.of(codec.decode(sorted(portraits_folder.glob(f"{name}*"))[0].read_bytes()))
    scene = EditScene(portrait, portrait.picture.width / 2, portrait.picture.height / 2)
    assert scene.doubt("clothes", None) is None


def test_dark_and_grainy_cloth_is_not_made_light(portraits_folder: Path, portraits: Portraits) -> None:
    from catchlight.clothing.segment import border_doubts
    from catchlight.imaging.io import codec
    from catchlight.operations.edit.hotspot_scene import EditScene

    portrait = portraits.of(codec.decode(sorted(portraits_folder.glob("d38*"))[0].read_bytes()))
    scene = EditScene(portrait, portrait.picture.width / 2, portrait.picture.height / 2)
    assert border_doubts.grain_to_fold_ratio(scene.small, scene.sketch("jacket")) > 1.0
    assert scene.doubt("jacket", (230, 230, 230)) is not None


def test_two_garments_of_one_darkness_and_two_tints_are_not_taken_for_one(
    portraits_folder: Path, portraits: Portraits
) -> None:
    from catchlight.imaging.io import codec
    from catchlight.operations.edit.hotspot_scene import EditScene

    portrait = portraits.of(codec.decode(sorted(portraits_folder.glob("d33*"))[0].read_bytes()))
    scene = EditScene(portrait, portrait.picture.width / 2, portrait.picture.height / 2)
    assert scene.doubt("jacket", (34, 43, 69)) is not None
    assert scene.doubt("clothes", (34, 43, 69)) is None
