"""Eyes that look aside are turned to the camera, and only as far as they can be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.expression import believable_range
from catchlight.expression.analysis import face_reading
from catchlight.expression.basis.movements import Basis
from catchlight.expression.express import change_expression
from catchlight.expression.eyes import gaze
from catchlight.expression.movement_plan import plan_expression
from catchlight.expression.render_face import paste_face, render_face
from catchlight.expression.warp.vertices import shape_from_plan
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portraits

from tests.conftest import FACES, PORTRAITS

pytestmark = FACES


def test_eyes_that_were_turned_aside_come_back(portraits: Portraits, models: Models, catalogue: Catalogue) -> None:
    row = catalogue.expressions.get("gaze_center")
    portrait = portraits.of(codec.decode(next(PORTRAITS.glob("d27*")).read_bytes()))
    face = face_reading.of(portrait)
    assert abs(gaze.gaze_offset(face)) < 0.1 * face.cm
    aside = shape_from_plan(face, Basis.of(models), replace(plan_expression(face, row), gaze=0.3 * face.cm), 1.0, {})
    image, mask = render_face(face, aside, Progress())
    pixels = paste_face(portrait.picture.pixels, face, image, mask)
    lips = face.points[13, :2].astype(int) + face.box[:2]
    assert np.array_equal(pixels[lips[1], lips[0]], portrait.picture.pixels[lips[1], lips[0]])

    turned = portraits.of(portrait.picture.with_(pixels=pixels))
    away = gaze.gaze_offset(face_reading.of(turned)) / face_reading.of(turned).cm
    assert -0.4 < away < -0.12
    found = change_expression(turned, row, Progress())
    assert found.verdict.likeness > 0.9
    assert found.verdict.reached["gaze"] > 0.6
    back = portraits.of(portrait.picture.with_(pixels=found.pixels))
    assert abs(gaze.gaze_offset(face_reading.of(back)) / face.cm) < 0.5 * abs(away)


def test_irises_that_are_half_hidden_are_refused(portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portraits.of(codec.decode(next(PORTRAITS.glob("d14*")).read_bytes()))
    with pytest.raises(UnusablePicture) as refusal:
        change_expression(portrait, catalogue.expressions.get("gaze_center"), Progress())
    assert refusal.value.code == "identity_lost"
    assert str(refusal.value).startswith(believable_range.AVERTED)


def test_eyes_that_look_at_the_camera_stay(portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portraits.of(codec.decode(next(PORTRAITS.glob("d02*")).read_bytes()))
    found = change_expression(portrait, catalogue.expressions.get("gaze_center"), Progress())
    assert found.notes == (believable_range.ALREADY,)
    assert np.array_equal(found.pixels, portrait.picture.pixels)
