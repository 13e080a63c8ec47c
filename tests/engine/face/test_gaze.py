"""Eyes that look aside are turned to the camera, and only as far as they can be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.face import believable, gaze, reading
from catchlight.engine.face.basis import Basis
from catchlight.engine.face.express import expressed
from catchlight.engine.face.plan import planned
from catchlight.engine.face.render import joined, rendered
from catchlight.engine.face.shape import shaped
from catchlight.engine.models import Models
from catchlight.engine.portrait import Portraits
from catchlight.engine.progress import Progress

from tests.conftest import FACES, PORTRAITS

pytestmark = FACES


def test_eyes_that_were_turned_aside_come_back(portraits: Portraits, models: Models, catalogue: Catalogue) -> None:
    row = catalogue.expressions.get("gaze_center")
    portrait = portraits.of(codec.decode(next(PORTRAITS.glob("d27*")).read_bytes()))
    face = reading.of(portrait)
    assert abs(gaze.away(face)) < 0.1 * face.cm
    aside = shaped(face, Basis.of(models), replace(planned(face, row), gaze=0.3 * face.cm), 1.0, {})
    image, mask = rendered(face, aside, Progress())
    pixels = joined(portrait.picture.pixels, face, image, mask)
    lips = face.points[13, :2].astype(int) + face.box[:2]
    assert np.array_equal(pixels[lips[1], lips[0]], portrait.picture.pixels[lips[1], lips[0]])

    turned = portraits.of(portrait.picture.with_(pixels=pixels))
    away = gaze.away(reading.of(turned)) / reading.of(turned).cm
    assert -0.4 < away < -0.12
    found = expressed(turned, row, Progress())
    assert found.verdict.likeness > 0.9
    assert found.verdict.reached["gaze"] > 0.6
    back = portraits.of(portrait.picture.with_(pixels=found.pixels))
    assert abs(gaze.away(reading.of(back)) / face.cm) < 0.5 * abs(away)


def test_irises_that_are_half_hidden_are_refused(portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portraits.of(codec.decode(next(PORTRAITS.glob("d14*")).read_bytes()))
    with pytest.raises(UnusablePicture) as refusal:
        expressed(portrait, catalogue.expressions.get("gaze_center"), Progress())
    assert refusal.value.code == "identity_lost"
    assert str(refusal.value).startswith(believable.AVERTED)


def test_eyes_that_look_at_the_camera_stay(portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portraits.of(codec.decode(next(PORTRAITS.glob("d02*")).read_bytes()))
    found = expressed(portrait, catalogue.expressions.get("gaze_center"), Progress())
    assert found.notes == (believable.ALREADY,)
    assert np.array_equal(found.pixels, portrait.picture.pixels)
