"""Drawn garments on real people: what is covered, what stays, and who is refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import clothes, codec, oklab, parsing
from catchlight.engine.backdrop import strands
from catchlight.engine.errors import Conflict
from catchlight.engine.garment.dressing import Dressed, dressed
from catchlight.engine.garment.sitter import PIT_CM
from catchlight.engine.landmarks import CHIN
from catchlight.engine.picture import FloatPlane, Picture
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.view import view
from catchlight.operations.headshots.drawn import garment_of
from catchlight.operations.headshots.outfit import dress

LONGEST = 900


@dataclass
class Worn:
    portrait: Portrait
    alpha: FloatPlane
    result: Dressed

    @property
    def before(self) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        return self.portrait.picture.rgb8


def _wear(portrait: Portrait, catalogue: Catalogue, *words: str) -> Worn:
    chosen = dress(words, catalogue)
    assert chosen is not None
    alpha = strands.fine_alpha(portrait)
    return Worn(portrait, alpha, dressed(portrait, portrait.picture.rgb8, alpha, garment_of(chosen), chosen.rgb))


@pytest.fixture(scope="module")
def bob(portraits_folder: Path, portraits: Portraits) -> Portrait:
    return view(portraits.of(codec.decode((portraits_folder / "d02_bob_hair_grey.jpg").read_bytes())), None, LONGEST)


@pytest.fixture(scope="module")
def curls(portraits_folder: Path, portraits: Portraits) -> Portrait:
    return view(portraits.of(codec.decode((portraits_folder / "d33_curly_outdoor.jpg").read_bytes())), None, LONGEST)


def test_a_turtleneck_covers_all_old_cloth_in_its_colour(bob: Portrait, catalogue: Catalogue) -> None:
    worn = _wear(bob, catalogue, "turtleneck", "forest")
    old = (clothes.clothes(bob) > 0.9) & (worn.alpha > 0.95)
    assert old.mean() > 0.03
    tint = oklab.from_srgb(np.asarray(worn.result.pixels, np.float32) / 255)[old]
    green = (tint[:, 1] < -0.005) & (tint[:, 1] > -0.09)
    assert green.mean() > 0.97, "white collar and black jumper are gone"
    assert 0.15 < float(np.median(tint[:, 0])) < 0.5
    assert worn.result.invented < 14


def test_face_and_background_stay_as_they_are(bob: Portrait, catalogue: Catalogue) -> None:
    worn = _wear(bob, catalogue, "turtleneck")
    face = bob.parsing.plane([parsing.SKIN, parsing.NOSE]) > 0.95
    y = np.arange(face.shape[0])[:, None]
    face &= y < bob.landmarks.xy[CHIN, 1] - bob.pose.px_per_cm
    assert np.array_equal(worn.result.pixels[face], worn.before[face])
    far = worn.alpha < 0.01
    far &= y < bob.landmarks.xy[CHIN, 1]
    assert np.abs(worn.result.pixels[far].astype(int) - worn.before[far]).mean() < 0.5


def test_a_collar_is_part_of_the_person(bob: Portrait, catalogue: Catalogue) -> None:
    worn = _wear(bob, catalogue, "turtleneck")
    gained = (worn.result.alpha > 0.9) & (worn.alpha < 0.1)
    cm2 = bob.pose.px_per_cm**2
    assert 0.2 < gained.sum() / cm2 < 30, "the collar stands off the neck, and no more than that"


def test_hair_lies_over_the_garment(curls: Portrait, catalogue: Catalogue) -> None:
    worn = _wear(curls, catalogue, "crew_neck_sweater", "camel")
    hair = (curls.parsing.plane([parsing.HAIR]) > 0.9) & (worn.alpha > 0.98)
    change = np.abs(worn.result.pixels[hair].astype(int) - worn.before[hair]).max(axis=1)
    assert (change < 12).mean() > 0.93
    assert float(np.median(worn.result.pixels[(clothes.clothes(curls) > 0.95) & ~hair])) > 110


def test_the_cloth_has_the_stitches_and_grain_of_its_resolution(curls: Portrait, catalogue: Catalogue) -> None:
    worn = _wear(curls, catalogue, "crew_neck_sweater")
    chest = int(curls.landmarks.xy[CHIN, 1] + (PIT_CM + 9) * curls.pose.px_per_cm)
    middle = int(curls.landmarks.xy[CHIN, 0])
    part = worn.result.pixels[chest : chest + 60, middle - 30 : middle + 30].astype(np.float32).mean(axis=2)
    fine = part - np.asarray(cv2.GaussianBlur(part, (0, 0), 2.0))
    assert 0.4 < float(fine.std()) < 8


def test_a_neck_that_does_not_show_is_not_made_up(bob: Portrait, catalogue: Catalogue) -> None:
    with pytest.raises(Conflict, match="cm² of skin") as refusal:
        _wear(bob, catalogue, "crew_neck_sweater")
    assert refusal.value.code == "does_not_fit"


def test_a_ring_that_rises_beside_the_face_is_not_painted_over(
    sample: Picture, portraits: Portraits, catalogue: Catalogue
) -> None:
    with pytest.raises(Conflict, match="rise beside the face") as refusal:
        _wear(portraits.of(sample), catalogue, "turtleneck")
    assert refusal.value.code == "does_not_fit"


def test_a_picture_that_ends_at_the_neck_is_refused(bob: Portrait, catalogue: Catalogue, portraits: Portraits) -> None:
    end = int(bob.landmarks.xy[CHIN, 1] + 4 * bob.pose.px_per_cm)
    cut = portraits.of(Picture(np.ascontiguousarray(bob.picture.rgb8[:end])))
    with pytest.raises(Conflict, match="ends at the neck"):
        _wear(cut, catalogue, "turtleneck")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("d32_stone_wall.jpg", "beside the face"),
        ("d03_long_beard_flag.jpg", "long beard"),
        ("d13_png_alpha_circle.png", "neck is turned"),
        ("d14_glasses_pattern_bg.jpg", "in front of"),
        ("d05_long_straight_outdoor.jpg", "shines through"),
    ],
)
def test_bodies_that_no_garment_fits_are_refused_with_the_reason(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue, name: str, said: str
) -> None:
    photo = codec.decode((portraits_folder / name).read_bytes())
    with pytest.raises(Conflict, match=said) as refusal:
        _wear(view(portraits.of(photo), None, LONGEST), catalogue, "turtleneck")
    assert refusal.value.code == "does_not_fit"


def test_a_band_is_refused_where_an_old_collar_stands_beside_the_neck(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    shirt = view(
        portraits.of(codec.decode((portraits_folder / "d08_glasses_bokeh_bg.jpg").read_bytes())), None, LONGEST
    )
    with pytest.raises(Conflict, match="stands higher"):
        _wear(shirt, catalogue, "t_shirt")
    assert _wear(shirt, catalogue, "turtleneck").result.invented < 2


def test_light_cloth_is_not_drawn_below_much_loose_hair(curls: Portrait, catalogue: Catalogue) -> None:
    with pytest.raises(Conflict, match="loose hair") as refusal:
        _wear(curls, catalogue, "dress_shirt")
    assert refusal.value.code == "does_not_fit"
    assert _wear(curls, catalogue, "dress_shirt", "navy").result.invented >= 0
    with pytest.raises(Conflict, match="loose hair"):
        _wear(curls, catalogue, "t_shirt", "white")


def test_old_knitwear_in_hair_refuses_knitwear_too(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    photo = codec.decode((portraits_folder / "d34_ombre_brick.jpg").read_bytes())
    with pytest.raises(Conflict, match="pattern of what is worn"):
        _wear(portraits.of(photo), catalogue, "turtleneck")


def test_bright_colours_are_not_drawn_between_strands_like_the_old_cloth(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    photo = codec.decode((portraits_folder / "d30_official_flag.jpg").read_bytes())
    portrait = view(portraits.of(photo), None, 1200)
    with pytest.raises(Conflict, match="bright colours"):
        _wear(portrait, catalogue, "scrubs")
    assert _wear(portrait, catalogue, "turtleneck").result.invented >= 0


def test_a_person_whose_clothes_are_out_of_sight_gets_none(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    photo = codec.decode((portraits_folder / "c04a_comp_river.jpg").read_bytes())
    with pytest.raises(Conflict, match="No clothes are seen that Turtleneck"):
        _wear(portraits.of(photo), catalogue, "turtleneck")
