"""What is seen in few pixels holds at the picture's own size; and what lies before a face or falls on it."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.expression import believable_range
from catchlight.expression.analysis import face_reading
from catchlight.expression.express import change_expression
from catchlight.expression.movement_plan import plan_expression
from catchlight.expression.warp.raster import rasterise
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import identity, landmarks
from catchlight.portrait.face.blendshapes import coefficients
from catchlight.portrait.portrait import Portrait, Portraits

from tests.conftest import FACES, PORTRAITS


@pytest.fixture(scope="module")
def large(portraits: Portraits) -> Portrait:
    """A face of about 750 pixels: more than twice what is looked at while an expression is searched for."""
    return portraits.of(codec.decode(next(PORTRAITS.glob("d02*")).read_bytes()))


@FACES
@pytest.mark.parametrize("key", ["neutral", "sad", "eyes_closed"])
def test_the_whole_result_agrees_with_what_was_seen_small(
    large: Portrait, catalogue: Catalogue, models: Models, key: str
) -> None:
    found = change_expression(large, catalogue.expressions.get(key), Progress())
    pyramid = Pyramid.of(Picture(found.pixels))
    seen = landmarks.refit(pyramid, large.landmarks, models)
    read = coefficients(seen, models)
    away = [abs(read[name] - found.verdict.coefficients[name]) for name in read]
    assert max(away) < 0.4
    assert float(np.mean(away)) < 0.03
    own = identity.embedding(large.picture.rgb8, large.landmarks, models)
    anew = identity.likeness(own, identity.embedding(pyramid.rgb, seen, models))
    assert abs(anew - found.verdict.likeness) < 0.06


@FACES
def test_a_small_reading_shows_the_same_face(large: Portrait) -> None:
    face = face_reading.of(large)
    small = face.small
    assert max(small.shape) == 320
    assert small.small is small
    scale = small.cm / face.cm
    assert np.allclose((small.points[:, :2] + 0.5) / scale, face.points[:, :2] + 0.5, atol=0.01 * max(face.shape))
    assert small.amounts == face.amounts
    assert small.covers.skin.shape == small.shape


def test_triangles_are_the_same_as_drawn_one_by_one() -> None:
    random = np.random.default_rng(7)
    points = random.uniform(-4, 36, (40, 2))
    values = random.normal(size=(40, 2))
    triangles = random.integers(0, 40, (25, 3))
    a, b, c = (points[triangles[:, k]] for k in range(3))
    area = (b[:, 1] - c[:, 1]) * (a[:, 0] - c[:, 0]) + (c[:, 0] - b[:, 0]) * (a[:, 1] - c[:, 1])
    triangles = triangles[area > 1]
    plane, drawn = rasterise(points, values, triangles, (32, 32))
    expected, covered = np.zeros((32, 32, 2)), np.zeros((32, 32), bool)
    y, x = np.mgrid[:32, :32]
    for corners in triangles:
        matrix = np.vstack([points[corners].T, np.ones(3)])
        shares = np.einsum("kj,jhw->khw", np.linalg.inv(matrix), np.stack([x, y, np.ones_like(x)]))
        inside = (shares > -1e-3).all(axis=0)
        expected[inside] = np.einsum("khw,kc->hwc", shares, values[corners])[inside]
        covered |= inside
    assert (drawn == covered).mean() > 0.998  # pixels that an edge runs through may fall to either side
    both = drawn & covered
    assert np.quantile(np.abs(plane - expected)[both], 0.99) < 1e-3


def test_a_card_before_the_mouth_is_not_bent(portraits: Portraits, sample: Picture, catalogue: Catalogue) -> None:
    portrait = portraits.of(sample)
    face = face_reading.of(portrait)
    assert not face.hidden
    corner = face.points[61, :2] + face.box[:2]
    x, y, side = int(corner[0] - 0.2 * face.cm), int(corner[1]), int(1.6 * face.cm)
    pixels = sample.pixels[..., :3].copy()
    card = (slice(y - side, y + side), slice(x - 3 * side, x))
    pixels[card] = (60, 110, 190)
    covered = Portrait(Picture(pixels), portrait.models)
    covered.kept("faces", lambda: portrait.faces)
    covered.kept("head", lambda: (portrait.landmarks, portrait.pose))
    held = face_reading.of(covered)
    assert held.hidden
    neutral, brows = (catalogue.expressions.get(key) for key in ("neutral", "raised_brows"))
    limit = believable_range.limit(held, plan_expression(held, neutral))
    assert limit.weak
    assert believable_range.HELD in limit.reasons
    assert believable_range.HELD not in believable_range.limit(held, plan_expression(held, brows)).reasons
    found = change_expression(covered, neutral, Progress())
    inner = (slice(y - side + 4, y + side - 4), slice(x - side, x - int(0.5 * face.cm)))
    assert not found.offered
    assert np.quantile(np.abs(found.pixels[inner].astype(int) - pixels[inner]), 0.95) <= 3
