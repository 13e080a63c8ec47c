"""What a result may not do to a face: each fault is made, measured, and refused with its own sentence."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.expression import believable_range, verify
from catchlight.expression.analysis import face_reading
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.movements import Basis
from catchlight.expression.basis.topology import LIP_IN_LOWER
from catchlight.expression.express import change_expression
from catchlight.expression.harm import cavity, check, creases, glasses_rims, jaw_outline, moustache
from catchlight.expression.movement_plan import plan_expression
from catchlight.expression.soft_shapes import CropWindow
from catchlight.expression.warp.face_warp import build_warp
from catchlight.expression.warp.vertices import Shape, shape_from_plan
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portrait, Portraits

from tests.conftest import FACES, PORTRAITS

UNHARMED = check.Harm(invented=0.0, crease=0.0, own_crease=0.0, hair=1.0, rims=0.0, step=0.0)


def read(name: str, portraits: Portraits) -> tuple[Portrait, FaceReading]:
    portrait = portraits.of(codec.decode(next(PORTRAITS.glob(f"{name}*")).read_bytes()))
    return portrait, face_reading.of(portrait)


def still(face: FaceReading) -> Shape:
    return Shape(np.zeros((468, 3)), {}, 0.0, False, (1.0, 1.0))


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"invented": 0.5}, check.HOLLOW),
        ({"crease": 0.2}, check.GASH),
        ({"hair": 0.3}, check.SMEARED),
        ({"rims": 0.2}, check.BENT),
        ({"crease": 0.25, "hairy": True}, check.GASH),
        ({"step": 0.12}, check.STEPPED),
    ],
)
def test_every_harm_is_refused_with_its_own_sentence(fault: dict[str, float], said: str) -> None:
    check.require_unharmed(UNHARMED)
    with pytest.raises(UnusablePicture) as refusal:
        check.require_unharmed(dataclasses.replace(UNHARMED, **fault))
    assert refusal.value.message == f"{said} Choose another expression."
    assert refusal.value.code == "identity_lost"


def test_folds_that_a_face_at_rest_has_already_are_its_own() -> None:
    assert dataclasses.replace(UNHARMED, crease=0.2, own_crease=0.19).reason is None
    assert dataclasses.replace(UNHARMED, crease=0.25, own_crease=0.19).reason == check.GASH
    assert dataclasses.replace(UNHARMED, crease=0.18, hairy=True).reason is None


def test_what_a_mouth_shows_beyond_the_picture_is_invented(face: FaceReading) -> None:
    assert cavity.new_opening_share(face, still(face)) == 0
    opened = still(face)
    opened.moved[list(LIP_IN_LOWER[1:-1]), :2] += face.ey * face.mouth.gap * face.cm
    assert 0.4 < cavity.new_opening_share(face, opened) < 0.75
    closed = still(face)
    closed.moved[list(LIP_IN_LOWER[1:-1]), :2] -= face.ey * 0.3 * face.mouth.gap * face.cm
    assert cavity.new_opening_share(face, closed) == 0


def test_a_toothy_mouth_is_not_opened_onto_a_made_up_inside(portrait: Portrait) -> None:
    with pytest.raises(UnusablePicture, match="further than this picture shows"):
        change_expression(portrait, None, Progress(), coefficients={"jawOpen": 0.6})
    assert change_expression(portrait, None, Progress(), coefficients={"mouthUpperUp": -0.2}).offered


def test_a_jaw_that_opens_steps_where_one_that_smiles_does_not(
    face: FaceReading, portrait: Portrait, catalogue: Catalogue
) -> None:
    basis = Basis.of(portrait.models)
    opens = shape_from_plan(face, basis, plan_expression(face, None, {"jawOpen": 0.65}), 1.0, {})
    rests = shape_from_plan(face, basis, plan_expression(face, catalogue.expressions.get("neutral")), 1.0, {})
    assert jaw_outline.step(face, rests) < 0.07
    assert jaw_outline.step(face, opens) > 0.08


def test_a_dark_line_beside_the_mouth_is_a_crease_and_an_even_shade_is_none(face: FaceReading) -> None:
    own = creases.depth(face, face.pixels, face.points)
    corner = face.points[291, :2]
    down, out = face.ey * face.cm, face.ex * face.cm
    frame = CropWindow(0, 0, face.shape[1], face.shape[0])
    line = np.array([corner + 0.7 * out - 0.9 * down, corner + 0.8 * out, corner + 0.7 * out + 0.8 * down])
    cut = face.pixels * (1 - 0.6 * frame.stroke(line, 0.08 * face.cm))[..., None]
    assert creases.depth(face, cut.astype(np.float32), face.points) > own + 0.1
    assert abs(creases.depth(face, face.pixels * np.float32(0.7), face.points) - own) < 0.03


@FACES
def test_hair_over_the_lip_that_loses_its_contrast_is_smeared(portraits: Portraits) -> None:
    _, face = read("d32", portraits)
    small = face.small
    assert moustache.has_moustache(small)
    assert moustache.contrast_retention(small, small.pixels, small.points) == 1
    smeared = gaussian_blur(small.pixels, 0.25 * small.cm, EXACT)
    assert moustache.contrast_retention(small, smeared, small.points) < 0.5


def test_where_no_hair_grows_none_is_smeared(face: FaceReading) -> None:
    small = face.small
    assert not moustache.has_moustache(small)
    assert moustache.contrast_retention(small, gaussian_blur(small.pixels, 0.25 * small.cm, EXACT), small.points) == 1


@FACES
@pytest.mark.parametrize("key", ["raised_brows", "angry", "soft_smile"])
def test_rims_do_not_bend(portraits: Portraits, catalogue: Catalogue, key: str) -> None:
    portrait, face = read("d08", portraits)
    there = face.covers.rims > 0.5
    assert 2 < there.sum() / face.cm**2 < 40
    shape = shape_from_plan(
        face, Basis.of(portrait.models), plan_expression(face, catalogue.expressions.get(key)), 1.0, {}
    )
    assert np.quantile(build_warp(face, shape).travelled[there], 0.98) < 0.02 * face.cm
    found = change_expression(portrait, catalogue.expressions.get(key), Progress())
    x0, y0, x1, y1 = found.box
    result = found.pixels[y0:y1, x0:x1, :3].astype(np.float32)
    assert glasses_rims.rim_change_share(face, result) <= 0.05
    assert glasses_rims.rim_change_share(face, np.roll(result, max(2, round(0.1 * face.cm)), axis=0)) > 0.3


def test_without_glasses_there_are_no_rims(face: FaceReading) -> None:
    assert face.covers.rims.max() == 0
    assert glasses_rims.rim_change_share(face, np.zeros_like(face.pixels)) == 0


def test_lids_of_turned_faces_are_not_offered(face: FaceReading, catalogue: Catalogue) -> None:
    frontal = dataclasses.replace(face, cm=20.0)  # large enough for lids to be drawn
    turned = dataclasses.replace(frontal, yaw=30.0)
    for key, weak in (("eyes_closed", True), ("wink", True), ("raised_brows", False)):
        plan = plan_expression(turned, catalogue.expressions.get(key))
        assert believable_range.limit(turned, plan).weak is weak, key
        assert believable_range.TURNED in believable_range.limit(turned, plan).reasons
        assert not believable_range.limit(frontal, plan_expression(frontal, catalogue.expressions.get(key))).weak


def test_likeness_is_asked_for_as_the_untouched_face_is_steady(
    portrait: Portrait, face: FaceReading, catalogue: Catalogue
) -> None:
    own = verify.unsteadiness(portrait, face.small)
    assert 0.005 < own < 0.1
    row = catalogue.expressions.get("raised_brows")
    plan = plan_expression(face, row)
    assert believable_range.floor(face, row, plan, 0.01) == believable_range.floor(face, row, plan) == 0.90
    assert believable_range.floor(face, row, plan, 0.045) == pytest.approx(0.85)
    assert believable_range.floor(face, row, plan, 0.5) == pytest.approx(0.84)
