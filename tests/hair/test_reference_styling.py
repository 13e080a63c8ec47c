"""The hair of one photo put on the person of another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.hair import reference_styling, styling_scene
from catchlight.hair.reference import donor, suitability
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.hair.reference_styling import apply_reference, read_reference
from catchlight.hair.styling import StyleResult
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import resources
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view


@pytest.fixture(scope="module")
def reference(astronaut: Portrait) -> ReferenceHair:
    return read_reference(astronaut)


@pytest.fixture(scope="module")
def other(sample: Picture, portraits: Portraits) -> Portrait:
    """The sample in less light."""
    return portraits.of(sample.with_(pixels=(sample.pixels * 0.7).astype(np.uint8)))


@pytest.fixture(scope="module")
def worn(other: Portrait, reference: ReferenceHair) -> StyleResult:
    return apply_reference(other, reference, Progress(), own_colour=True).styled


def _fit(portraits_folder: Path, portraits: Portraits, name: str, longest: int = 700) -> Portrait:
    return view(portraits.of(codec.decode(next(portraits_folder.glob(f"{name}_*")).read_bytes())), longest=longest)


def test_hair_is_worn_and_the_face_stays_byte_for_byte(worn: StyleResult, other: Portrait) -> None:
    scene = styling_scene.read_scene(other)
    near = dilate_mask((scene.hair > 0.02) | (worn.hair > 0.02), 2.2 * scene.cm)
    face = (scene.oval > 0.9) & ~near
    assert face.sum() > 0.3 * (scene.oval > 0.9).sum()
    assert np.array_equal(worn.pixels[face], other.picture.pixels[face])
    changed = np.any(worn.pixels != other.picture.pixels, axis=2)
    assert changed[scene.hair > 0.9].mean() > 0.5


def test_it_is_mirrored_where_heads_are_turned_to_opposite_sides(
    reference: ReferenceHair, other: Portrait, worn: StyleResult
) -> None:
    turned = replace(reference.mirrored(), yaw=9.0, pitch=other.pose.pitch)
    away = replace(reference, yaw=-9.0, pitch=other.pose.pitch)
    if other.pose.yaw > 0:
        turned, away = away.mirrored(), turned.mirrored()
    one, two = (apply_reference(other, hair, Progress(), own_colour=True).styled.hair for hair in (turned, away))
    assert np.abs(one - two).mean() < 0.02


def test_same_pictures_and_seed_give_the_same_pixels(
    worn: StyleResult, other: Portrait, reference: ReferenceHair
) -> None:
    again = apply_reference(other, reference, Progress(), own_colour=True).styled
    assert np.array_equal(again.pixels, worn.pixels)


def test_it_takes_the_persons_tone_or_keeps_its_own(other: Portrait, reference: ReferenceHair) -> None:
    own = apply_reference(other, reference, Progress(), own_colour=True)
    kept = apply_reference(other, reference, Progress(), own_colour=False)
    assert own.own_colour
    assert not kept.own_colour
    inside = (own.styled.hair > 0.97) & (kept.styled.hair > 0.97)
    darker, lighter = (float(np.median(made.styled.pixels[inside])) for made in (own, kept))
    assert darker < lighter


def test_a_photo_without_a_face_or_hair_is_refused_with_its_reason(portraits: Portraits) -> None:
    officer = codec.decode((resources() / "samples" / "officer.jpg").read_bytes())
    with pytest.raises(UnusablePicture, match=r"cannot be taken over: .*hat") as refusal:
        read_reference(portraits.of(officer))
    assert refusal.value.code == "reference_unsuited"
    empty = Picture(np.full((300, 300, 3), 128, np.uint8))
    with pytest.raises(UnusablePicture, match="cannot be taken over") as refusal:
        read_reference(portraits.of(empty))
    assert refusal.value.code == "reference_unsuited"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"yaw": 40.0}, "turned another way"),
        ({"pitch": 30.0}, "raised or lowered"),
        ({"cm": 1.0}, "softer than the picture"),
    ],
)
def test_heads_that_are_seen_too_differently_are_refused(
    reference: ReferenceHair, other: Portrait, changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(UnusablePicture, match=reason) as refusal:
        apply_reference(other, replace(reference, **changes), Progress(), own_colour=True)
    assert refusal.value.code == suitability.CODE


def test_hair_that_an_edge_of_its_photo_cuts_is_refused(reference: ReferenceHair, other: Portrait) -> None:
    """Narrower by all that lies to the left of the face."""
    left = int(reference.anchors[:, 0].min() + reference.cm)
    narrow = replace(
        reference,
        rgb=np.ascontiguousarray(reference.rgb[:, left:]),
        cover=np.ascontiguousarray(reference.cover[:, left:]),
        ends=np.ascontiguousarray(reference.ends[:, left:]),
        anchors=reference.anchors - [left, 0],
    )
    with pytest.raises(UnusablePicture, match="an edge of the photo cuts it off"):
        apply_reference(other, narrow, Progress(), own_colour=True)


def test_hair_over_an_eye_is_refused(reference: ReferenceHair, other: Portrait) -> None:
    cover = reference.cover.copy()
    left, top = np.floor(reference.anchors[:36].min(axis=0)).astype(int)
    right, bottom = np.ceil(reference.anchors[:36].max(axis=0)).astype(int)
    cover[top:bottom, left:right] = 1
    with pytest.raises(UnusablePicture, match="hang over an eye"):
        apply_reference(other, replace(reference, cover=cover), Progress(), own_colour=True)


def test_black_hair_is_not_made_light_where_its_photo_shows_no_strands(
    reference: ReferenceHair, other: Portrait
) -> None:
    tone = replace(reference.tone, lightness=0.08, spread=0.03)
    with pytest.raises(UnusablePicture, match="too dark there to show its strands"):
        apply_reference(other, replace(reference, tone=tone), Progress(), own_colour=True)


def test_a_picture_that_is_cut_to_a_shape_is_refused(
    portraits_folder: Path, portraits: Portraits, reference: ReferenceHair
) -> None:
    with pytest.raises(Conflict, match="cut to a shape"):
        apply_reference(_fit(portraits_folder, portraits, "d13"), reference, Progress(), own_colour=True)


def test_a_bob_is_worn_by_somebody_with_short_hair(portraits_folder: Path, portraits: Portraits) -> None:
    sitter = _fit(portraits_folder, portraits, "d12")
    bob = read_reference(_fit(portraits_folder, portraits, "d02"))
    made = apply_reference(sitter, bob, Progress(), own_colour=True)
    scene = styling_scene.read_scene(sitter)
    away = ~dilate_mask((scene.hair > 0.02) | (made.styled.hair > 0.02), 2.2 * scene.cm)
    face = (scene.feature > 0.5) & (scene.oval > 0.9) & away
    assert face.any()
    assert np.array_equal(made.styled.pixels[face], sitter.picture.pixels[face])
    assert made.styled.invented < reference_styling.MOST_INVENTION
    assert made.styled.doubts[-1] == "taken"


def test_hair_that_cannot_be_told_is_not_taken_off(
    portraits_folder: Path, portraits: Portraits, reference: ReferenceHair
) -> None:
    """Braids before a pattern: some would stay beside the new hair."""
    with pytest.raises(UnusablePicture, match="would stay beside the new hair"):
        apply_reference(_fit(portraits_folder, portraits, "d07"), reference, Progress(), own_colour=True)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("d29", "too little hair"), ("d07", "does not show plainly"), ("d34", "does not show plainly")],
)
def test_photos_that_show_too_little_of_their_hair_are_refused(
    portraits_folder: Path, portraits: Portraits, name: str, reason: str
) -> None:
    with pytest.raises(UnusablePicture, match=reason) as refusal:
        read_reference(_fit(portraits_folder, portraits, name))
    assert refusal.value.code == "reference_unsuited"


def test_a_grey_picture_keeps_no_colour_of_the_reference(
    astronaut: Portrait, portraits: Portraits, sample: Picture
) -> None:
    grey = np.repeat(sample.pixels[..., :3].mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    sitter = portraits.of(sample.with_(pixels=grey))
    for own in (True, False):
        made = apply_reference(sitter, read_reference(astronaut), Progress(), own_colour=own).styled
        inside = made.hair > 0.97
        assert np.ptp(made.pixels[inside].astype(int), axis=1).max() <= 3


def test_dense_hair_has_a_tone(astronaut: Portrait) -> None:
    tone = donor.scene_tone(styling_scene.read_scene(astronaut))
    assert tone is not None
    assert 0.2 < tone.lightness < 0.6
