"""What the engine finds in real pictures: the shipped samples, and the test portraits where they are."""

from __future__ import annotations

import gc
import json
import weakref
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import ModelUnavailable, UnusablePicture
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.paths import resources
from catchlight.portrait.face import identity
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.retouch.regions import REGIONS, region


@pytest.fixture(scope="module")
def astronaut(sample: Picture, portraits: Portraits) -> Portrait:
    return portraits.of(sample)


@pytest.fixture(scope="module")
def officer(portraits: Portraits) -> Portrait:
    return portraits.of(codec.decode((resources() / "samples" / "officer.jpg").read_bytes()))


def test_the_face_of_the_sample_is_found_level_and_frontal(astronaut: Portrait) -> None:
    face = astronaut.face
    assert 170 < face.x < 200
    assert 60 < face.y < 100
    assert abs(astronaut.pose.yaw) < 8
    assert abs(astronaut.pose.roll) < 6
    astronaut.require_frontal()


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_still_has_its_face(turns: int, sample: Picture, portraits: Portraits) -> None:
    turned = portraits.of(Picture(np.ascontiguousarray(np.rot90(sample.rgb8, turns))))
    assert abs(abs(np.degrees(turned.landmarks.roll)) - {1: 90, 2: 180, 3: 90}[turns]) < 8


def test_landmarks_agree_with_the_reference(portraits_folder: Path, portraits: Portraits) -> None:
    numbers = {"eye_r_outer": 33, "eye_l_outer": 263, "eye_r_inner": 133, "mouth_r": 61, "mouth_l": 291, "iris_r": 468}
    truth = json.loads((portraits_folder / "truth" / "landmarks.json").read_text())["images"]
    for name in (
        "d01_studio_33mp.jpg",
        "d07_dark_skin_woman.jpg",
        "d27_exif6_garden.jpg",
        "d38_officer_cap_glasses.jpg",
    ):
        found = portraits.of(codec.decode((portraits_folder / name).read_bytes())).landmarks
        for point, number in numbers.items():
            away = np.linalg.norm(found.xy[number] - truth[name]["points"][point])
            assert away < 0.05 * found.eye_distance, f"{name} {point}"


def test_the_crown_lies_on_the_head(astronaut: Portrait, officer: Portrait) -> None:
    for portrait in (astronaut, officer):
        eyes, chin = portrait.landmarks.eyes, portrait.landmarks.xy[152]
        crown = portrait.crown
        above, below = eyes[1] - crown.point[1], chin[1] - eyes[1]
        assert 0.75 < above / below < 1.1
        assert crown.hair is not None
        assert crown.hair[1] <= crown.point[1] + 0.5
        assert 0 < crown.sigma_px < 0.1 * (above + below)


def test_foreground_is_the_picture_where_the_matte_is_solid(astronaut: Portrait) -> None:
    solid = astronaut.alpha >= 1
    assert solid.sum() > 50_000
    assert np.array_equal(astronaut.foreground[solid], astronaut.picture.pixels[solid])


def test_foreground_removes_the_spill_of_a_known_background() -> None:
    from catchlight.matting.foreground import foreground

    y, x = np.mgrid[:200, :240].astype(np.float32)
    alpha = np.clip((100 - np.hypot(x - 120, y - 100)) / 30 + 0.5, 0, 1).astype(np.float32)
    true = np.array([180, 60, 40], np.float32)
    seen = (true * alpha[..., None] + np.array([20, 220, 60], np.float32) * (1 - alpha[..., None])).astype(np.uint8)
    found = foreground(seen, alpha).astype(np.float32)
    edge = (alpha > 0.2) & (alpha < 0.95)
    assert np.abs(found[edge] - true).mean() < 6
    assert np.abs(seen[edge] - true).mean() > 30


def test_regions_are_soft_masks_in_their_places(astronaut: Portrait) -> None:
    for name in REGIONS:
        mask = region(astronaut, name)
        assert mask.shape == (512, 512), name
        assert mask.dtype == np.float32, name
        assert mask.min() >= 0, name
        assert mask.max() <= 1.001, name
    at = {name: tuple(np.round(point).astype(int)) for name, point in (
        ("face", astronaut.landmarks.xy[4]), ("lips", astronaut.landmarks.xy[[14, 17]].mean(axis=0)),
        ("iris", astronaut.landmarks.xy[468]),
        ("cheek", astronaut.landmarks.xy[50]), ("forehead", astronaut.landmarks.xy[151]))}  # fmt: skip
    for name, (x, y) in at.items():
        assert region(astronaut, name)[y, x] > 0.5, name
        assert region(astronaut, "background")[y, x] < 0.05, name
    assert region(astronaut, "teeth").sum() > 10
    assert region(astronaut, "glasses").max() < 0.5
    assert region(astronaut, "beard").sum() == 0


def test_glasses_and_hat_are_seen_where_they_are(officer: Portrait) -> None:
    assert region(officer, "glasses").sum() > 500
    assert region(officer, "hat").sum() > 5000
    assert region(officer, "teeth").sum() < region(officer, "lips").sum() * 0.2


def test_identity_knows_the_person_again_and_a_stranger(
    astronaut: Portrait, officer: Portrait, portraits: Portraits
) -> None:
    import cv2

    softer = cv2.convertScaleAbs(cv2.GaussianBlur(astronaut.picture.rgb8, (0, 0), 0.8), alpha=0.85, beta=10)
    again = portraits.of(Picture(np.asarray(softer, np.uint8)))
    assert identity.likeness(astronaut.identity, again.identity) > identity.SAME_PERSON
    assert identity.likeness(astronaut.identity, officer.identity) < identity.STRANGER


def test_light_follows_a_lamp_from_the_side(officer: Portrait, portraits: Portraits) -> None:
    rgb = officer.picture.rgb8.astype(np.float32)
    middle = officer.landmarks.xy[4, 0]
    ramp = 1 + 0.6 * np.clip((np.arange(rgb.shape[1]) - middle) / 80, -1, 1)
    lit = Picture(np.clip(rgb * ramp[None, :, None] * 0.7, 0, 255).astype(np.uint8))
    dark = Picture(np.clip(rgb * ramp[None, ::-1, None] * 0.7, 0, 255).astype(np.uint8))
    assert portraits.of(lit).light.direction[0] > officer.light.direction[0] > portraits.of(dark).light.direction[0]


def test_an_analysis_is_shared_by_pixels_and_keeps_the_callers_facts(sample: Picture, models: Models) -> None:
    kept = Portraits(models, capacity=1)
    first = kept.of(sample)
    landmarks = first.landmarks
    twin = sample.with_(dpi=123.0)
    assert kept.of(twin).landmarks is landmarks
    assert kept.of(twin).picture.dpi == 123.0
    kept.of(Picture(np.zeros((64, 64, 3), np.uint8)))
    assert kept.of(sample).landmarks is not landmarks


def test_large_pictures_do_not_pile_up(models: Models) -> None:
    kept = Portraits(models, capacity=10, megapixels=0.02)
    pictures = [Picture(np.full((100, 100, 3), shade, np.uint8)) for shade in range(3)]
    portraits = [kept.of(picture) for picture in pictures]
    assert kept.of(pictures[2]) is portraits[2]
    assert kept.of(pictures[1]) is portraits[1]
    assert kept.of(pictures[0]) is not portraits[0]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("d16_children_two.jpg", "several_faces"),
        ("d17_group_50_office.jpg", "several_faces"),
        ("d18_cartoon_crayon.jpg", "no_face"),
        ("d23_profile_sepia.jpg", "face_turned_away"),
        ("d24_back_of_head_hat.jpg", "no_face"),
        ("d25_noface_lake.jpg", "no_face"),
        ("d26_photographer_gray.png", "face_turned_away"),
    ],
)
def test_pictures_without_one_frontal_face_are_refused(
    name: str, code: str, portraits_folder: Path, portraits: Portraits
) -> None:
    portrait = portraits.of(codec.decode((portraits_folder / name).read_bytes()))
    with pytest.raises(UnusablePicture) as refusal:
        portrait.require_frontal()
    assert refusal.value.code == code


def test_a_damaged_model_names_itself(tmp_path: Path) -> None:
    for file in (resources() / "models").iterdir():
        if file.is_file():
            (tmp_path / file.name).symlink_to(file)
    broken = tmp_path / "face_landmarks_478.onnx"
    data = bytearray(broken.read_bytes())
    broken.unlink()
    data[1000] ^= 1
    broken.write_bytes(data)
    with pytest.raises(ModelUnavailable, match=r"face_landmarks_478\.onnx is damaged"):
        Models(tmp_path).session("face_landmarks_478")
    (tmp_path / "face_identity_sface.onnx").unlink()
    with pytest.raises(ModelUnavailable, match=r"face_identity_sface\.onnx is missing"):
        Models(tmp_path).session("face_identity_sface")


def test_without_the_parsing_network_hair_and_clothes_are_still_found(sample: Picture) -> None:
    plain = Portraits(Models(face_parsing=False)).of(sample)
    assert region(plain, "hair")[30:55, 200:240].mean() > 0.6
    assert region(plain, "clothes")[400:500, 150:250].mean() > 0.8
    assert region(plain, "hair")[120:150, 205:235].mean() < 0.1
    with pytest.raises(KeyError):
        region(plain, "tail")


def test_a_recoloured_portrait_keeps_where_things_lie_and_reads_colours_anew(
    portraits: Portraits, sample: Picture
) -> None:
    portrait = portraits.of(sample)
    alpha, marks, warmth = portrait.alpha, portrait.landmarks, portrait.light.warmth
    blue = np.array(sample.pixels)
    blue[..., 0] = blue[..., 0] * 0.6
    twin = portrait.recoloured(sample.with_(pixels=blue))
    assert twin.alpha is alpha
    assert twin.landmarks is marks
    assert warmth is not None
    assert twin.light.warmth is not None
    assert twin.light.warmth < warmth - 0.3
    assert portrait.light.warmth == warmth


def test_portraits_that_are_forgotten_let_go_of_picture_and_analysis(sample: Picture, models: Models) -> None:
    kept = Portraits(models)
    portrait = kept.of(sample)
    part = weakref.ref(portrait.kept("part", lambda: np.zeros(3)))
    held = weakref.ref(kept.of(sample))
    del portrait
    assert kept.forget() == 1
    gc.collect()
    assert part() is None
    assert held() is None
