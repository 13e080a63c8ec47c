"""Profile pictures of the sample: sizes, shapes, backgrounds, and what the steps make of the picture."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnknownEntry, UnusablePicture
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging import geometry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture import resize
from catchlight.operations.profile_picture import run as profile_picture
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.operations.profile_picture.work import AvatarWork, Product
from catchlight.portrait.portrait import Portrait, Portraits
from pydantic import ValidationError

MADE = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture(scope="module")
def portrait(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)


def made(portrait: Portrait, catalogue: Catalogue, **wish: object) -> tuple[Product, ...]:
    params = ProfilePictureParams.model_validate({"sizes": (256, 64)} | wish)
    return profile_picture.products(portrait, params, catalogue, MADE, Progress())


def pixels(product: Product) -> np.ndarray:
    return np.asarray(codec.decode(product.file.data, codec.DecodeLimits(min_side=1)).pixels)


def finished(portrait: Portrait, catalogue: Catalogue, **wish: object) -> dict[str, AvatarWork]:
    params = ProfilePictureParams.model_validate({"sizes": (256,)} | wish)
    profile_picture.analyse_portrait(portrait, Progress())
    return dict(profile_picture.run_steps(profile_picture.start_work(portrait, params, catalogue, MADE), Progress()))


def test_every_size_is_made_largest_first(portrait: Portrait, catalogue: Catalogue) -> None:
    products = made(portrait, catalogue, sizes=(48, 300, 16))
    assert [product.size for product in products] == [300, 48, 16]
    assert [pixels(product).shape for product in products] == [(300, 300, 3), (48, 48, 3), (16, 16, 3)]


def test_a_square_that_keeps_its_background_shows_the_photo(portrait: Portrait, catalogue: Catalogue) -> None:
    """Found again in the photo by the face's landmarks: the same picture, neither stretched nor moved."""
    (product,) = made(portrait, catalogue, sizes=(256,))
    small = Portrait(Picture(pixels(product)), portrait.models)
    here, there = (np.ascontiguousarray(one.landmarks.xy, np.float32) for one in (small, portrait))
    matrix, _ = cv2.estimateAffine2D(there, here)
    stretch = np.linalg.svd(matrix[:, :2])[1]
    assert stretch[0] / stretch[1] < 1.03
    again = geometry.warp_affine(portrait.picture.rgb8, matrix, (256, 256))
    face = np.zeros((256, 256), bool)
    x, y = here.min(axis=0).astype(int), here.max(axis=0).astype(int)
    face[x[1] : y[1], x[0] : y[0]] = True
    assert np.abs(pixels(product)[face].astype(int) - again[face]).mean() < 6


def test_the_head_lies_inside_the_circle(portrait: Portrait, catalogue: Catalogue) -> None:
    (product,) = made(portrait, catalogue, sizes=(256,), background_style="transparent")
    found = pixels(product)
    points = Portrait(Picture(found), portrait.models).landmarks.xy
    head = found[: int(points[:, 1].max()), :, 3] > 200
    rows, columns = np.nonzero(head)
    assert np.hypot(rows + 0.5 - 128, columns + 0.5 - 128).max() < 128


def test_a_circle_has_clear_corners_and_a_smooth_rim(portrait: Portrait, catalogue: Catalogue) -> None:
    for product in made(portrait, catalogue, shape="circle"):
        alpha = pixels(product)[..., 3]
        size = product.size
        assert alpha[0, 0] == alpha[-1, -1] == 0
        assert alpha[size // 2, size // 2] == 255
        soft = (alpha > 0) & (alpha < 255)
        assert 2.0 * size < soft.sum() < 6.0 * size
        assert abs(alpha.sum() / 255 - np.pi * size**2 / 4) < 0.005 * size**2


@pytest.mark.parametrize("ground", ["studio_grey", "#0F766E", "garden"])
def test_a_backdrop_replaces_what_was_behind(portrait: Portrait, catalogue: Catalogue, ground: str) -> None:
    (kept,), (laid,) = (made(portrait, catalogue, sizes=(256,), background_style=style) for style in ("keep", ground))
    (cut,) = made(portrait, catalogue, sizes=(256,), background_style="transparent")
    alpha = pixels(cut)[..., 3]
    changed = np.abs(pixels(kept).astype(int) - pixels(laid)).mean(axis=2)
    assert np.median(changed[alpha < 5]) > 20
    # The photo's own background is not carried on where it is busy, and gives another frame.
    person = np.abs(pixels(cut)[..., :3].astype(int) - pixels(laid)).mean(axis=2)
    assert np.median(person[alpha > 250]) < 12
    step = codec.decode(laid.file.data).record.last("profile_picture")
    assert step is not None
    assert step.facts["identity"] > 0.9


def test_the_same_wish_gives_the_same_bytes(models: object, portrait: Portrait, catalogue: Catalogue) -> None:
    """What a resumed job delivers is what the first attempt would have delivered."""
    fresh = Portrait(portrait.picture, portrait.models)
    first, second = (made(one, catalogue, background_style="garden", shape="circle") for one in (portrait, fresh))
    assert [one.file.data for one in first] == [one.file.data for one in second]


def test_the_record_says_what_was_done_and_the_exif_stays_behind(portrait: Portrait, catalogue: Catalogue) -> None:
    (product,) = made(portrait, catalogue, sizes=(64,), background_style="studio_grey")
    picture = codec.decode(product.file.data, codec.DecodeLimits(min_side=1))
    step = picture.record.last("profile_picture")
    assert step is not None
    assert step.source == portrait.picture.digest
    assert step.facts["background"] == "studio_grey"
    assert picture.record.unfit_for_official_use
    assert picture.metadata.exif == b""


def test_a_dark_photo_is_brightened_and_the_steps_show_it(
    portraits: Portraits, sample: Picture, catalogue: Catalogue
) -> None:
    dark = Picture((sample.pixels * 0.35).astype(np.uint8))
    steps = finished(portraits.of(dark), catalogue)
    assert list(steps) == list(NAMES[1:-1])
    assert steps["normalizing"].shown.pixels.mean() > 1.3 * dark.pixels.mean()
    assert steps["resizing"].facts["developed"]["exposure"] > 0.3
    assert steps["matting"].shown.has_alpha
    assert "identity" not in steps["matting"].facts
    assert steps["cropping"].shown.width == steps["cropping"].shown.height


def test_who_fills_the_photo_gets_its_largest_square(
    portraits: Portraits, sample: Picture, catalogue: Catalogue
) -> None:
    tight = Picture(np.ascontiguousarray(sample.pixels[40:300, 120:420]))
    steps = finished(portraits.of(tight), catalogue)
    assert not steps["resizing"].facts["carriedOn"]
    assert steps["resizing"].facts["cutSide"] <= min(tight.width, tight.height)
    assert len(steps["resizing"].products) == 1


def test_a_picture_on_its_side_comes_upright(portraits: Portraits, sample: Picture, catalogue: Catalogue) -> None:
    lying = Picture(np.ascontiguousarray(np.rot90(sample.pixels)))
    (product,) = made(portraits.of(lying), catalogue, sizes=(256,))
    assert abs(Portrait(Picture(pixels(product)), portraits.models).landmarks.roll) < 0.15


def test_small_photos_are_enlarged_and_it_is_said(portrait: Portrait, catalogue: Catalogue) -> None:
    large, small = made(portrait, catalogue, sizes=(512, 64))
    assert (large.enlarged, small.enlarged) == (True, False)


def test_nobody_to_be_seen_is_refused(portraits: Portraits, catalogue: Catalogue) -> None:
    grey = portraits.of(Picture(np.full((300, 300, 3), 128, np.uint8)))
    with pytest.raises(UnusablePicture) as refused:
        made(grey, catalogue)
    assert refused.value.code == "no_face"


@pytest.mark.parametrize("style", ["studio_gray", "softer", "own_picture", "nowhere"])
def test_an_unknown_background_is_refused_with_what_is_near(
    portrait: Portrait, catalogue: Catalogue, style: str
) -> None:
    with pytest.raises(UnknownEntry) as refused:
        made(portrait, catalogue, background_style=style)
    assert refused.value.code == "unknown_style"


@pytest.mark.parametrize(
    "wish",
    [
        {"sizes": ()}, {"sizes": (8,)}, {"sizes": (2048,)}, {"sizes": (64, 64)}, {"shape": "star"},
        {"shape": "circle", "output_format": "jpeg"}, {"background_style": "transparent", "output_format": "jpeg"},
        {"ext_cust_id": "a\nb"}, {"ext_cust_id": " a"}, {"ext_cust_id": "x" * 129},
    ],
)  # fmt: skip
def test_wishes_that_make_no_sense_are_refused(wish: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ProfilePictureParams.model_validate(wish)


def test_cancelling_stops_between_the_steps(portrait: Portrait, catalogue: Catalogue) -> None:
    progress = Progress()
    work = profile_picture.start_work(portrait, ProfilePictureParams(sizes=(64,)), catalogue, MADE)
    steps = profile_picture.run_steps(work, progress)
    next(steps)
    progress.cancel()
    with pytest.raises(Cancelled):
        next(steps)


def test_averaging_happens_in_linear_light() -> None:
    """Black and white lines, seen from afar, are as bright as half the light: sRGB 188, not 128."""
    lines = np.zeros((256, 256, 3), np.uint8)
    lines[::2] = 255
    small = resize.encode_srgb(resize.resample(resize.premultiply(lines), 32))
    assert abs(int(small[16, 16, 0]) - 188) <= 2


def test_what_is_transparent_lends_no_colour_to_its_neighbours() -> None:
    picture = np.zeros((64, 64, 4), np.uint8)
    picture[..., 1] = 255  # green where nothing can be seen
    picture[:, 32:] = (200, 0, 0, 255)
    small = resize.encode_srgb(resize.resample(resize.premultiply(picture), 8))
    seen = small[..., 3] > 0
    assert small[..., 1][seen].max() <= 2


def test_the_real_portraits_make_believable_circles(
    portraits: Portraits, catalogue: Catalogue, portraits_folder: Path
) -> None:
    """The same person, at a size and place that a circle of 256 px asks for."""
    for name in ("d04_long_curly_hair.jpg", "d07_dark_skin_woman.jpg"):
        picture = codec.decode((portraits_folder / name).read_bytes(), name=name)
        portrait = portraits.of(picture)
        (product,) = made(portrait, catalogue, sizes=(256,), background_style="studio_grey")
        small = Portrait(Picture(pixels(product)), portraits.models)
        assert float(small.identity @ portrait.identity) > 0.6
        eyes = small.landmarks.eyes
        assert 70 < eyes[0] < 186
        assert 70 < eyes[1] < 150


def test_a_person_who_cannot_be_cut_out_is_refused_and_kept_with_the_background(
    portraits: Portraits, catalogue: Catalogue, portraits_folder: Path
) -> None:
    data = (portraits_folder / "d11_small_face_climber.jpg").read_bytes()
    portrait = portraits.of(codec.decode(data))
    for style in ("studio_grey", "transparent", "blur"):
        with pytest.raises(UnusablePicture, match="Keep the background"):
            made(portrait, catalogue, background_style=style)
    assert made(portrait, catalogue)[0].size == 256
