"""Expressions on the sample: what moves, what stays, and that it is still the same person."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Cancelled, Progress
from catchlight.expression import believable_range
from catchlight.expression.analysis import face_reading
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.express import ExpressionResult, change_expression
from catchlight.expression.movement_plan import plan_expression
from catchlight.imaging.picture import Picture
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import landmarks
from catchlight.portrait.face.blendshapes import coefficients, openness
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.portrait import Portrait, Portraits

from tests.conftest import FACES, PORTRAITS


@pytest.fixture(scope="module")
def express(portrait: Portrait, catalogue: Catalogue) -> Any:
    made: dict[tuple[str, float], ExpressionResult] = {}

    def of(key: str, intensity: float = 1.0) -> ExpressionResult:
        if (key, intensity) not in made:
            made[key, intensity] = change_expression(
                portrait, catalogue.expressions.get(key), Progress(), intensity=intensity
            )
        return made[key, intensity]

    return of


def seen(found: ExpressionResult, portrait: Portrait, models: Models) -> Landmarks:
    return landmarks.fit(Pyramid.of(Picture(found.pixels)), portrait.face, models)


KEYS = ("neutral", "soft_smile", "serious", "sad", "eyes_closed", "raised_brows", "wink")


@pytest.mark.parametrize("key", KEYS)
def test_pixels_outside_the_mask_are_the_same_and_it_is_the_same_person(
    express: Any, portrait: Portrait, face: FaceReading, catalogue: Catalogue, key: str
) -> None:
    found = express(key)
    differs = (found.pixels != portrait.picture.pixels).any(axis=2)
    x0, y0, x1, y1 = found.box
    mask = np.zeros(differs.shape, bool)
    mask[y0:y1, x0:x1] = found.mask > 0
    assert differs.any()
    assert not (differs & ~mask).any()
    assert found.verdict.likeness >= 0.75
    assert found.verdict.gone >= believable_range.REACHED
    assert found.offered != believable_range.limit(face, plan_expression(face, catalogue.expressions.get(key))).weak


def test_a_toothy_smile_closes(express: Any, portrait: Portrait, models: Models) -> None:
    before, after = openness(portrait.landmarks), openness(seen(express("neutral"), portrait, models))
    assert before.mouth > 0.12
    assert after.mouth < 0.03
    read = coefficients(seen(express("neutral"), portrait, models), models)
    assert read["mouthSmileLeft"] < 0.25
    assert coefficients(portrait.landmarks, models)["mouthSmileLeft"] > 0.6
    soft = coefficients(seen(express("soft_smile"), portrait, models), models)
    assert soft["mouthSmileLeft"] > read["mouthSmileLeft"] + 0.15


def test_no_tooth_stays_between_closed_lips(express: Any, face: FaceReading) -> None:
    found = express("neutral")
    mouth = face.points[[13, 14], :2].mean(axis=0) + found.box[:2]
    x, y = (int(value) for value in mouth)
    reach = int(0.8 * face.cm)
    before = face.pixels[
        y - found.box[1] - 1 : y - found.box[1] + 2, x - found.box[0] - reach : x - found.box[0] + reach
    ]
    after = found.pixels[y - reach : y + reach, x - reach : x + reach].astype(float)
    pale = after.min(axis=2).max()
    assert before.min(axis=2).max() > pale + 25  # nothing there is as pale as teeth


def test_lids_close_and_brows_rise(express: Any, portrait: Portrait, models: Models) -> None:
    assert openness(seen(express("eyes_closed"), portrait, models)).eyes < 0.6 * openness(portrait.landmarks).eyes
    raised = seen(express("raised_brows"), portrait, models)
    for brow, eye in ((105, 33), (334, 263)):
        before = portrait.landmarks.xy[eye, 1] - portrait.landmarks.xy[brow, 1]
        assert raised.xy[eye, 1] - raised.xy[brow, 1] > before * 1.1


def test_a_wink_leaves_the_other_eye_alone(express: Any, portrait: Portrait, face: FaceReading) -> None:
    differs = (express("wink").pixels != portrait.picture.pixels).any(axis=2)

    def changed(iris: int) -> float:
        x, y = (round(value) for value in portrait.landmarks.xy[iris])
        side = max(1, int(0.25 * face.cm))
        return float(differs[y - side : y + side + 1, x - side : x + side + 1].mean())

    assert changed(468) > 0.9
    assert changed(473) == 0


def test_intensity_goes_from_nothing_to_all(express: Any, portrait: Portrait) -> None:
    assert np.array_equal(express("neutral", 0.0).pixels, portrait.picture.pixels)

    def change(intensity: float) -> float:
        return float(np.abs(express("serious", intensity).pixels.astype(int) - portrait.picture.pixels).mean())

    assert 0 < change(0.3) < change(1.0)


def test_the_same_wish_gives_the_same_pixels(portrait: Portrait, catalogue: Catalogue, express: Any) -> None:
    again = change_expression(portrait, catalogue.expressions.get("sad"), Progress())
    assert np.array_equal(again.pixels, express("sad").pixels)


def test_movements_of_one_side_move_that_side(portrait: Portrait, models: Models) -> None:
    found = change_expression(portrait, None, Progress(), coefficients={"browOuterUpLeft": 1.0})
    differs = (found.pixels != portrait.picture.pixels).any(axis=2)
    middle = int(portrait.landmarks.xy[168, 0])
    assert differs[:, middle + 20 :].sum() > 20 * max(1, differs[:, : middle - 20].sum())


def test_asymmetry_leans_to_a_side(face: FaceReading, catalogue: Catalogue) -> None:
    row = catalogue.expressions.get("raised_brows")
    even, left = plan_expression(face, row), plan_expression(face, row, asymmetry=0.5)
    assert even.changes["browOuterUpLeft"] == even.changes["browOuterUpRight"]
    assert left.changes["browOuterUpLeft"] > left.changes["browOuterUpRight"]
    wink = catalogue.expressions.get("wink")
    assert plan_expression(face, wink).lids[0] == 0
    assert plan_expression(face, wink, asymmetry=1.0).lids == (1.0, 0.0)


def test_sixteen_bits_and_alpha_are_kept(portraits: Portraits, sample: Picture, catalogue: Catalogue) -> None:
    deep = sample.pixels[..., :3].astype(np.uint16) * 257 + 3
    deep[deep < 3] = 0
    alpha = np.full((*deep.shape[:2], 1), 65535, np.uint16)
    alpha[:40] = 1234
    picture = sample.with_(pixels=np.ascontiguousarray(np.concatenate([deep, alpha], axis=2)))
    found = change_expression(portraits.of(picture), catalogue.expressions.get("soft_smile"), Progress())
    assert found.pixels.dtype == np.uint16
    assert np.array_equal(found.pixels[..., 3], alpha[..., 0])
    x0, y0, x1, y1 = found.box
    outside = np.ones(deep.shape[:2], bool)
    outside[y0:y1, x0:x1] = found.mask == 0
    assert np.array_equal(found.pixels[outside], picture.pixels[outside])
    changed = found.pixels[~outside][:, :3] % 257
    assert len(np.unique(changed)) > 50  # not 8 bits spread over 16


def test_a_grey_picture_stays_grey(portraits: Portraits, sample: Picture, catalogue: Catalogue) -> None:
    grey = sample.pixels[..., :3].mean(axis=2).astype(np.uint8)
    picture = sample.with_(pixels=np.ascontiguousarray(np.repeat(grey[..., None], 3, axis=2)))
    for key in ("neutral", "confident", "eyes_closed"):
        pixels = change_expression(portraits.of(picture), catalogue.expressions.get(key), Progress()).pixels.astype(int)
        assert np.abs(pixels[..., 0] - pixels[..., 2]).max() <= 1, key


def test_it_stops_when_cancelled(portrait: Portrait, catalogue: Catalogue) -> None:
    progress = Progress(lambda fraction, _step: progress.cancel() if fraction > 0.3 else None)
    with pytest.raises(Cancelled):
        change_expression(portrait, catalogue.expressions.get("neutral"), progress)


def test_progress_never_falls_and_names_its_steps(portrait: Portrait, catalogue: Catalogue) -> None:
    told: list[tuple[float, str]] = []
    change_expression(portrait, catalogue.expressions.get("neutral"), Progress(lambda *step: told.append(step)))
    assert [fraction for fraction, _ in told] == sorted(fraction for fraction, _ in told)
    assert {"reading the face", "moving the face", "drawing mouth and eyes", "shading"} <= {step for _, step in told}


def test_light_keys_have_the_higher_floor(face: FaceReading, catalogue: Catalogue) -> None:
    def floor(key: str) -> float:
        row = catalogue.expressions.get(key)
        return believable_range.floor(face, row, plan_expression(face, row))

    assert floor("raised_brows") == 0.90
    assert floor("eyes_closed") == 0.75
    assert floor("neutral") == 0.75  # an open mouth that closes is a strong change


def portrait_of(name: str, portraits: Portraits) -> Portrait:
    from catchlight.imaging.io import codec

    return portraits.of(codec.decode(next(PORTRAITS.glob(f"{name}*")).read_bytes()))


@FACES
def test_teeth_behind_closed_lips_are_never_made_up(portraits: Portraits, catalogue: Catalogue) -> None:
    closed = portrait_of("d09", portraits)
    wishes: list[tuple[Any, dict[str, float]]] = [
        (catalogue.expressions.get("smile"), {}),
        (None, {"mouthUpperUp": 0.6}),
        (None, {"jawOpen": 0.5}),
    ]
    for row, movements in wishes:
        with pytest.raises(UnusablePicture, match="teeth would have to be made up") as refusal:
            change_expression(closed, row, Progress(), coefficients=movements)
        assert refusal.value.code == "identity_lost"
    assert change_expression(closed, catalogue.expressions.get("soft_smile"), Progress()).offered


def test_what_the_face_shows_already_is_said(express: Any, portrait: Portrait) -> None:
    found = express("smile")
    assert "face" not in found.verdict.reached
    assert found.notes == (believable_range.ALREADY,)
    assert found.offered
    assert np.abs(found.pixels.astype(int) - portrait.picture.pixels).mean() < 0.5


def test_lips_that_close_to_most_of_the_way_meet(express: Any, portrait: Portrait, models: Models) -> None:
    assert openness(seen(express("neutral", 0.75), portrait, models)).mouth < 0.03
    assert openness(seen(express("neutral", 0.3), portrait, models)).mouth > 0.05


def test_shut_lids_are_skin_and_not_lashes(express: Any, portrait: Portrait, face: FaceReading) -> None:
    found = express("eyes_closed")
    x0, y0, _, _ = found.box
    for iris, upper, fold in ((0, 159, 27), (5, 386, 257)):
        x, y = face.irises[iris]
        lid = found.pixels[int(y) + y0 - 1 : int(y) + y0 + 2, int(x) + x0 - 1 : int(x) + x0 + 2, :3].mean()
        above = face.points[fold, :2] - face.ey * 0.3 * face.cm
        skin = face.pixels[int(above[1]), int(above[0])].mean()
        assert lid > 0.75 * skin, (iris, upper)


@FACES
def test_the_lips_of_an_open_mouth_end_below_the_teeth(portraits: Portraits) -> None:
    face = face_reading.of(portrait_of("d02", portraits))
    moved = (face.points[14, :2] - face.raw[14, :2]) @ face.ey / face.cm
    assert -0.45 < moved < -0.05  # landmarks lie on the lip, not on its border
    x, y = face.points[14, :2]
    inside, lip = (face.pixels[int(y + by * face.cm), int(x)] for by in (-0.2, 0.15))
    redness = [float(np.log(rgb[0] / rgb[2])) for rgb in (inside, lip)]
    assert redness[1] > redness[0] + 0.3


@FACES
def test_a_moustache_stays_whole(portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portrait_of("d32", portraits)
    face = face_reading.of(portrait)
    found = change_expression(portrait, catalogue.expressions.get("neutral"), Progress())
    x0, y0, x1, y1 = found.box

    def dark(pixels: Any, points: Any) -> float:
        ring = points[[186, 216, 206, 203, 98, 2, 327, 423, 426, 436, 410, 0], :2]
        low, high = ring.min(axis=0).astype(int), ring.max(axis=0).astype(int)
        return float((pixels[low[1] : high[1], low[0] : high[0], :3].mean(axis=2) < 90).sum())

    before = dark(face.pixels, face.points)
    after = dark(found.pixels[y0:y1, x0:x1].astype(float), face.points)
    assert after > 0.6 * before


@FACES
def test_glasses_stay_where_they_are(portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portrait_of("d08", portraits)
    found = change_expression(portrait, catalogue.expressions.get("raised_brows"), Progress())
    face = face_reading.of(portrait)
    assert face.covers.glasses
    frame = face.covers.rigid > 0.97
    x0, y0, x1, y1 = found.box
    moved = np.abs(found.pixels[y0:y1, x0:x1].astype(int) - portrait.picture.pixels[y0:y1, x0:x1]).max(axis=2)
    assert np.percentile(moved[frame], 95) <= 2
    closed = catalogue.expressions.get("eyes_closed")
    limit = believable_range.limit(face, plan_expression(face, closed))
    assert (limit.weak, limit.strength) == (True, 1.0)
    assert believable_range.GLASSES in limit.reasons
    close_frames = portrait_of("d19", portraits)
    with pytest.raises(UnusablePicture, match="glasses") as refusal:
        change_expression(close_frames, closed, Progress())
    assert refusal.value.code == "identity_lost"


@FACES
@pytest.mark.parametrize(
    ("name", "code"), [("d16", "several_faces"), ("d23", "face_turned_away"), ("d25", "no_face"), ("d18", "no_face")]
)
def test_faces_that_cannot_be_used_are_refused(
    portraits: Portraits, catalogue: Catalogue, name: str, code: str
) -> None:
    with pytest.raises(UnusablePicture) as refusal:
        change_expression(portrait_of(name, portraits), catalogue.expressions.get("neutral"), Progress())
    assert refusal.value.code == code


def test_shut_eyes_are_not_opened(portrait: Portrait, express: Any, portraits: Portraits, catalogue: Catalogue) -> None:
    shut = portraits.of(portrait.picture.with_(pixels=express("eyes_closed").pixels))
    face = face_reading.of(shut)
    limit = believable_range.limit(face, plan_expression(face, catalogue.expressions.get("eyes_open")))
    assert min(face.eyes) < 0.13
    assert limit.strength == 0
    with pytest.raises(UnusablePicture) as refusal:
        change_expression(shut, catalogue.expressions.get("eyes_open"), Progress())
    assert refusal.value.code == "identity_lost"
