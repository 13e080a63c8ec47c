"""Garments read from photos and from cut-outs, and what is refused with which reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.clothing.reference import anchors, read_template
from catchlight.clothing.reference.garment import Garment
from catchlight.clothing.reference.read_photo import is_grey, read_photo
from catchlight.clothing.reference.throat import BEARD_DETAIL, throat_detail
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.reference import dress
from catchlight.paths import resources
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import resize, view

from tests.clothing.reference import doubles


@pytest.fixture(scope="module")
def officer(portraits: Portraits) -> Portrait:
    return portraits.of(codec.decode((resources() / "samples" / "officer.jpg").read_bytes()))


@pytest.fixture(scope="module")
def uniform(officer: Portrait) -> Garment:
    return dress.read_garment(officer, Progress())


def test_a_uniform_is_cut_out_with_its_badges_and_without_the_flag_beside_it(uniform: Garment) -> None:
    height, width = uniform.shape
    assert width < 512, "the flag at the left side of the photo has its own outline"
    cm, anchor = uniform.px_per_cm, uniform.anchors
    assert uniform.chin is not None
    assert abs(anchor.axis - uniform.chin[0]) < 1.5 * cm
    assert 9 < anchor.neck / cm < 13
    assert 3 < (anchor.pit[1] - anchor.collar[0][1]) / cm < 8
    below = uniform.alpha[int(anchor.pit[1] + 2 * cm) :, int(anchor.axis - 12 * cm) : int(anchor.axis + 12 * cm)]
    assert (below > 200).mean() > 0.99, "buttons and badges belong to it"
    opening = uniform.alpha[int(anchor.pit[1] - 3 * cm), int(anchor.axis)]
    assert opening == 0
    assert anchor.hem == height - 1
    assert "bottom" in uniform.cut


def test_what_is_held_before_the_clothes_or_turned_is_refused(sample: Picture, portraits: Portraits) -> None:
    with pytest.raises(UnusablePicture, match="stands straight") as refusal:
        read_photo(portraits.of(sample), Progress())
    assert refusal.value.code == "reference_unsuited"


def test_a_face_from_too_far_is_refused(officer: Portrait) -> None:
    with pytest.raises(UnusablePicture, match="too small"):
        read_photo(view(officer, None, 240), Progress())


@pytest.mark.parametrize(
    ("name", "why"),
    [("d10", "turned"), ("d08", "arm")],
)
def test_unsuited_donors_are_refused_with_the_reason(
    portraits_folder: Path, portraits: Portraits, name: str, why: str
) -> None:
    picture = codec.decode(next(portraits_folder.glob(f"{name}_*")).read_bytes())
    small = Picture(resize(picture.rgb8, (600, round(600 * picture.height / picture.width))))
    with pytest.raises(UnusablePicture, match=why) as refusal:
        read_photo(portraits.of(small), Progress())
    assert refusal.value.code == "reference_unsuited"


def test_a_cut_out_needs_no_wearer() -> None:
    found = read_template.read_template(doubles.template())
    assert found.chin is None
    assert found.anchors.neck == pytest.approx(120 * 0.8, abs=16)
    assert found.anchors.pit == pytest.approx((220, 60), abs=4)
    assert found.px_per_cm == pytest.approx(10, abs=2)
    assert found.shape[1] == pytest.approx(440, abs=3)
    left, right = found.anchors.shoulders
    assert left[1] == pytest.approx(right[1], abs=3)


def test_cut_outs_without_a_neck_opening_and_pictures_without_transparency_are_refused() -> None:
    with pytest.raises(UnusablePicture, match="opening") as refusal:
        read_template.read_template(doubles.template(depth=0))
    assert refusal.value.code == "reference_unsuited"
    with pytest.raises(UnusablePicture, match="too small"):
        read_template.read_template(doubles.template(width=120, neck=40, depth=30))
    with pytest.raises(UnusablePicture, match="neither a face nor a cut-out"):
        read_template.read_template(Picture(np.full((300, 300, 3), 90, np.uint8)))


def test_the_opening_ends_where_the_front_closes() -> None:
    cloth = np.zeros((40, 40), bool)
    cloth[10:, :12] = cloth[10:, 28:] = True
    cloth[20:, 12:28] = True
    cloth[30:34, 18:22] = False
    opening = anchors.neck_opening(cloth, 20)
    assert opening[15, 20]
    assert not opening[32, 20]
    assert anchors.find_pit(opening, cloth, 20) == 20


def test_a_second_outline_beside_the_shoulder_is_another_s() -> None:
    cloth = np.zeros((200, 400), bool)
    for column in range(400):
        cloth[40 + abs(column - 200) // 4 :, column] = True
    assert anchors.find_sides(cloth, 200, 10) == (0, 399)
    cloth[50:, :25] = True
    first, last = anchors.find_sides(cloth, 200, 10)
    assert 20 <= first <= 30
    assert last == 399


def test_a_beard_is_told_from_a_throat() -> None:
    rgb = np.full((200, 200, 3), 150, np.uint8)
    cloth = np.zeros((200, 200), np.float32)
    cloth[150:] = 1
    assert throat_detail(rgb, cloth, (100, 60), 100, 10) < 0.01
    rgb[::2, ::2] = 30
    assert throat_detail(rgb, cloth, (100, 60), 100, 10) > BEARD_DETAIL


def test_a_grey_picture_is_told_even_if_it_is_tinted() -> None:
    ramp = np.linspace(40, 180, 64).astype(np.uint8)
    grey = np.repeat(np.tile(ramp, (64, 1))[..., None], 3, axis=2)
    assert is_grey(grey)
    assert is_grey(grey + np.array([12, 4, 0], np.uint8))
    coloured = grey.copy()
    coloured[:32, :, 0] += 40
    assert not is_grey(coloured)


def test_a_piece_resized_keeps_its_places_and_its_edge_colours(uniform: Garment) -> None:
    half = uniform.scaled(0.5)
    assert half.shape[0] == pytest.approx(uniform.shape[0] / 2, abs=1)
    assert half.anchors.neck == pytest.approx(uniform.anchors.neck / 2)
    assert half.px_per_cm == uniform.px_per_cm / 2
    assert uniform.scaled(1.5) is uniform
