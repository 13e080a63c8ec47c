"""Headshots: frames, backgrounds, own clothes, and what stays identical."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError, Conflict
from catchlight.core.progress import Progress
from catchlight.imaging import geometry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot import frame
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.run import parse_request, placement_of
from catchlight.portrait import skull
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor

Make = Callable[..., EditResult]


@pytest.fixture(scope="module")
def make(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> Make:
    """The headshot of the sample, or of the pictures that are given."""

    def made(*pictures: Picture, **fields: Any) -> EditResult:
        request = EditRequest("headshot", HeadshotParams(**fields), list(pictures) or [sample])
        return LocalEditor(portraits, catalogue).run(request, Progress())

    return made


def test_the_picture_alone_gives_head_and_shoulders_on_its_own_background(make: Make, sample: Picture) -> None:
    result = make()
    assert result.picture.width / result.picture.height == pytest.approx(0.8, abs=0.01)
    assert result.details["framing"] == "head_shoulders"
    assert result.details["background"] == "keep_original"
    assert not result.details["fitted"]


def test_nothing_chosen_and_the_own_frame_is_the_picture_itself(make: Make, sample: Picture) -> None:
    result = make(framing_styles=("original",))
    assert np.array_equal(result.picture.pixels, sample.pixels)
    assert result.picture.record.steps[-1].kind == "geometry"


def test_the_own_frame_keeps_its_size_and_a_background_leaves_no_trace_of_the_old(make: Make, sample: Picture) -> None:
    result = make(framing_styles=("original",), background_styles=("white",))
    assert (result.picture.width, result.picture.height) == (sample.width, sample.height)
    assert result.picture.pixels[:8, :8].min() == 255
    assert result.picture.record.steps[-1].operation == "headshot"


def test_transparent_is_rgba_with_the_person_untouched(make: Make, sample: Picture, portraits: Portraits) -> None:
    result = make(framing_styles=("original",), background_styles=("transparent",))
    pixels = result.picture.pixels
    assert pixels.shape[2] == 4
    solid = pixels[..., 3] == 255
    assert solid.mean() > 0.2
    assert np.array_equal(pixels[solid][:, :3], sample.pixels[solid])
    assert result.file.media_type == "image/png"
    assert result.picture.record.steps[-1].kind == "background"


@pytest.mark.parametrize("background", ["keep_original", "blur"])
@pytest.mark.parametrize("framing", ["original", "linkedin_square"])
def test_what_a_cut_out_hides_stays_hidden(make: Make, framing: str, background: str) -> None:
    cut_out = make(framing_styles=("original",), background_styles=("transparent",)).picture
    painted = cut_out.pixels.copy()
    painted[painted[..., 3] == 0] = (255, 0, 255, 0)
    result = make(Picture(painted), framing_styles=(framing,), background_styles=(background,)).picture
    clean = make(cut_out, framing_styles=(framing,), background_styles=(background,)).picture
    assert result.has_alpha
    assert (result.pixels[..., 3] == 0).mean() > 0.2
    assert np.abs(result.rgb8.astype(int) - clean.rgb8).mean() < 0.1
    magenta = (result.rgb8[..., 0] > 200) & (result.rgb8[..., 1] < 100) & (result.rgb8[..., 2] > 200)
    assert magenta.mean() < 1e-4


def test_blur_leaves_the_person_and_softens_the_rest(make: Make, sample: Picture, portraits: Portraits) -> None:
    result = make(framing_styles=("original",), background_styles=("keep_original", "blur"))
    alpha = portraits.of(sample).alpha
    inside, outside = alpha > 0.9995, alpha < 0.01
    assert np.array_equal(result.picture.pixels[inside], sample.pixels[inside])
    detail = [
        np.abs(np.diff(p.astype(float), axis=1))[outside[:, 1:]].mean() for p in (sample.pixels, result.picture.pixels)
    ]
    assert detail[1] < 0.6 * detail[0]


def test_a_frame_without_turning_moves_whole_pixels(
    make: Make, sample: Picture, portraits: Portraits, catalogue: Catalogue
) -> None:
    params = HeadshotParams(framing_styles=("face_tight",), straighten=False)
    result = make(framing_styles=("face_tight",), straighten=False)
    matrix = placement_of(portraits.of(sample), params, catalogue)
    assert np.array_equal(matrix[:, :2], np.eye(2))
    x, y = (int(value) for value in -matrix[:, 2])
    x0, y0 = max(0, -x), max(0, -y)
    inner = result.picture.pixels[y0 : y0 + 60, x0 : x0 + 60]
    assert np.array_equal(inner, sample.pixels[y + y0 : y + y0 + 60, x + x0 : x + x0 + 60])


@pytest.mark.parametrize(
    "name", ["head_shoulders", "linkedin_square", "chest_up", "face_tight", "half_body", "wide_left", "banner"]
)
def test_every_frame_holds_the_head(name: str, catalogue: Catalogue, portraits: Portraits, sample: Picture) -> None:
    portrait, row = portraits.of(sample), catalogue.framings.get(name)
    assert row is not None
    assert row.aspect is not None
    found = frame.plan_frame(portrait, row, False, True, own_ground=False)
    assert found.width / found.height == pytest.approx(row.aspect, rel=0.01)
    assert geometry.scale_of(found.matrix) == pytest.approx(1, abs=1e-9), "never enlarged, never stretched"
    crown, chin = geometry.apply(found.matrix, [portrait.crown.point, skull.chin(portrait.landmarks)])
    assert 0 <= crown[1] < chin[1] < found.height
    ring = geometry.apply(found.matrix, portrait.landmarks.ring(OVAL))
    assert ring[:, 0].min() > 0
    assert ring[:, 0].max() < found.width
    if found.tightened == 1.0:
        assert (chin[1] - crown[1]) / found.height <= row.head * 1.02 if row.head else False


def test_the_sides_of_wide_frames_are_those_of_their_names(
    catalogue: Catalogue, portraits: Portraits, sample: Picture
) -> None:
    portrait = portraits.of(sample)
    places = []
    for name in ("wide_left", "wide_right"):
        row = catalogue.framings.get(name)
        assert row is not None
        found = frame.plan_frame(portrait, row, False, True, own_ground=False)
        places.append(geometry.apply(found.matrix, [portrait.landmarks.eyes])[0, 0] / found.width)
    assert places[0] < 0.42
    assert places[1] > 0.58


def test_all_of_the_head_lies_in_the_circle(catalogue: Catalogue, portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    for words in (("circle_safe",), ("linkedin_square", "circle_safe"), ("face_tight", "circle_safe")):
        wish = parse_request(HeadshotParams(framing_styles=words), catalogue)
        found = frame.plan_frame(portrait, wish.view.style, wish.view.circle, True, own_ground=False)
        assert found.width == found.height
        points = [portrait.crown.point, skull.chin(portrait.landmarks), *portrait.landmarks.ring(OVAL)]
        away = geometry.apply(found.matrix, points) - found.width / 2
        assert np.hypot(*away.T).max() < found.width / 2, words


def test_a_leaning_head_is_set_straight(make: Make, sample: Picture, portraits: Portraits) -> None:
    roll = float(np.degrees(portraits.of(sample).landmarks.roll))
    straight, leaning = (make(straighten=on, framing_styles=("linkedin_square",)) for on in (True, False))
    assert straight.details["straightenedDegrees"] == pytest.approx(float(np.clip(roll, -7, 7)), abs=0.1)
    assert leaning.details["straightenedDegrees"] == 0
    left = abs(float(np.degrees(portraits.of(straight.picture).landmarks.roll)))
    assert left < max(1.5, abs(roll) - 5)


def test_a_colour_dyes_the_clothes_and_nothing_else(make: Make, sample: Picture, portraits: Portraits) -> None:
    result = make(clothing_styles=("own_clothes", "navy"), framing_styles=("original",))
    changed = np.abs(result.picture.pixels.astype(int) - sample.pixels).max(axis=2) > 8
    portrait = portraits.of(sample)
    face = np.zeros(changed.shape, np.uint8)
    cv2.fillPoly(face, [portrait.landmarks.ring(OVAL).astype(np.int32)], 1)
    assert face.any()
    assert not changed[face > 0].any()
    assert changed.mean() > 0.05
    assert not changed[portrait.alpha == 0].any()
    blue = result.picture.pixels[changed].mean(axis=0)
    assert blue[2] > blue[0]
    assert result.details["clothing"] == [{"part": "clothes", "color": "navy", "how": "recolour"}]
    assert result.picture.record.steps[-1].kind == "pixels"


def test_a_tie_that_nobody_wears_cannot_be_dyed(make: Make) -> None:
    with pytest.raises(CatchlightError, match="no tie") as fault:
        make(clothing_styles=("own_tie", "red"))
    assert fault.value.code == "does_not_fit"


def test_skin_is_tidied_on_the_face_alone(make: Make, sample: Picture, portraits: Portraits) -> None:
    result = make(skin=1.0, framing_styles=("original",))
    changed = np.abs(result.picture.pixels.astype(int) - sample.pixels).max(axis=2) > 0
    assert changed.any()
    assert not changed[portraits.of(sample).alpha == 0].any()


def test_a_picture_of_one_s_own_stands_behind(make: Make, sample: Picture) -> None:
    pixels = np.zeros((300, 200, 3), np.uint8)
    pixels[:, :, 1] = 180
    green = Picture(pixels)
    result = make(sample, green, framing_styles=("original",))
    corner = result.picture.pixels[:20, :20].reshape(-1, 3).mean(axis=0)
    assert corner[1] > 150
    assert corner[0] < 40
    assert result.details["background"] == "own_picture"


def test_the_same_person_is_measured(make: Make) -> None:
    untouched = make(framing_styles=("original",))
    assert untouched.details["identity"] == pytest.approx(1, abs=0.002)
    lit = make(
        framing_styles=("linkedin_square",), background_styles=("garden",), key_light=1.0, rim_light=1.0, skin=1.0
    )
    assert 0.85 < lit.details["identity"] <= 1


def test_the_seed_arranges_the_background_anew(make: Make) -> None:
    fields = {"background_styles": ("bookshelf",), "framing_styles": ("linkedin_square",)}
    one, same, other = (make(**fields, seed=seed).picture.pixels for seed in (3, 3, 4))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(
    "name", ["d05_long_straight_outdoor.jpg", "d35_man_sofa.jpg", "d27_exif6_garden.jpg", "d13_png_alpha_circle.png"]
)
@pytest.mark.parametrize("framing", ["half_body", "wide_right"])
@pytest.mark.sampled(4)
def test_frames_beyond_the_photo_are_filled(make: Make, portraits_folder: Path, name: str, framing: str) -> None:
    picture = codec.decode((portraits_folder / name).read_bytes(), name=name)
    result = make(picture, framing_styles=(framing,), background_styles=("studio_grey",))
    pixels = result.picture.pixels
    assert pixels.shape[2] == 3
    # No border of the frame is one flat colour: nothing was left empty.
    for line in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
        assert len(np.unique(line.reshape(-1, 3), axis=0)) > 3


def test_a_circle_that_cuts_the_shoulders_is_not_set_on_a_new_background(make: Make, sample: Picture) -> None:
    y, x = np.mgrid[:360, :360]
    inside = np.hypot(x - 179.5, y - 179.5) < 179.5
    avatar = Picture(np.where(inside[..., None], sample.rgb8[:360, 40:400], 255).astype(np.uint8))
    with pytest.raises(Conflict, match=r"cuts the person off on a new background.*keep its background") as refusal:
        make(avatar, background_styles=("studio_grey",), framing_styles=("original",))
    assert refusal.value.code == "does_not_fit"
    assert make(avatar, background_styles=("transparent",), framing_styles=("original",)).picture.has_alpha


@pytest.mark.parametrize("framing", ["half_body", "wide_right"])
def test_nobody_s_body_is_invented(make: Make, portraits_folder: Path, framing: str) -> None:
    name = "d09_white_hair_beard.jpg"
    picture = codec.decode((portraits_folder / name).read_bytes(), name=name)
    with pytest.raises(Conflict, match="would have to be invented") as refused:
        make(picture, framing_styles=(framing,), background_styles=("studio_grey",))
    assert refused.value.code == "does_not_fit"


def test_a_wide_frame_on_a_busy_background_is_refused_with_the_nearest_that_fits(
    catalogue: Catalogue, portraits: Portraits, sample: Picture, make: Make
) -> None:
    with pytest.raises(Conflict, match=r"for Wide banner.* fits this picture\.$") as refusal:
        make(framing_styles=("banner",))
    assert refusal.value.code == "does_not_fit"
    named = str(refusal.value).rsplit("original. ", 1)[1].removesuffix(" fits this picture.")
    row = next(row for row in catalogue.framings if row.label == named)
    assert make(framing_styles=(row.id,)).picture.width > 0, "what is named fits"
    assert make(framing_styles=("banner",), background_styles=("studio_grey",)).picture.width > 0


def test_the_chin_stays_in_the_frame_of_hair_that_stands_high(
    catalogue: Catalogue, portraits: Portraits, sample: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    portrait = portraits.of(sample)
    true = frame.measure

    def with_high_bun(*args: Any) -> Any:
        body = true(*args)
        return replace(body, top=body.top - 0.5 * body.head)

    monkeypatch.setattr(frame, "measure", with_high_bun)
    held = 0
    for row in catalogue.framings:
        try:
            found = frame.plan_frame(portrait, row, False, True, own_ground=False)
        except Conflict:
            continue
        held += 1
        chin = geometry.apply(found.matrix, [skull.chin(portrait.landmarks)])[0, 1]
        assert chin < found.height - 0.05 * (portrait.landmarks.eye_distance), row.id
    assert held > 2


def test_a_frame_of_few_pixels_says_so(make: Make, sample: Picture) -> None:
    small = make(framing_styles=("linkedin_square",))
    assert small.picture.width < 400
    (note,) = small.details["notes"]
    assert note.startswith(
        f"Only {small.picture.width} x {small.picture.height} pixels of the picture lie in this frame"
    )
    assert "notes" not in make(framing_styles=("original",)).details
