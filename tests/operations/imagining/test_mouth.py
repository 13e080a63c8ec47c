"""A mouth that opens on a face whose lips are closed: an engine paints what is inside, and nothing else."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.face_expression.run import apply_expression, lacks_teeth
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from pydantic import ValidationError

from tests.imagine.engines import ToldEngine
from tests.operations.imagining.conftest import Finish


@pytest.fixture
def officer() -> Picture:
    return codec.decode((resources() / "samples" / "officer.jpg").read_bytes())


def smile(**more: Any) -> FaceExpressionParams:
    return FaceExpressionParams(expression_key="smile", **more)


def test_teeth_are_painted_inside_the_lips_alone(
    finish: Finish, finisher: ToldEngine, officer: Picture, portraits: Portraits, catalogue: Catalogue
) -> None:
    with pytest.raises(CatchlightError, match="teeth would have to be made up") as refused:
        finish("face_expression", smile(), officer)
    assert lacks_teeth(refused.value)
    finisher.answer = lambda request: np.full_like(request.picture, (228, 218, 208))
    result = finish("face_expression", smile(imagine=True, seed=2), officer)
    opened = apply_expression(portraits.of(officer), smile(imagine=True), catalogue, Progress())
    changed = (result.picture.pixels != opened.pixels).any(axis=2)
    inside = np.zeros(changed.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(opened.opening).astype(np.int32)], 1)
    assert changed.sum() > 0.4 * inside.sum()
    assert not changed[inside == 0].any()
    assert (
        np.median(result.picture.pixels[changed], axis=0).min() > np.median(opened.pixels[changed], axis=0).min() + 40
    )
    assert "natural upper teeth" in finisher.requests[-1].prompt
    assert finisher.requests[-1].strength == 1
    step = result.picture.record.steps[-1]
    assert step.kind == "imagined"
    assert (step.facts["expression"], step.facts["imagined"][0]["seed"]) == ("smile", 2)


def test_an_expression_that_opens_no_mouth_needs_no_engine(
    finish: Finish, finisher: ToldEngine, officer: Picture
) -> None:
    with pytest.raises(CatchlightError, match="opens none") as refused:
        finish("face_expression", FaceExpressionParams(expression_key="soft_smile", imagine=True), officer)
    assert refused.value.code == "invalid_request"
    assert finisher.requests == []
    with pytest.raises(ValidationError, match="needs imagine"):
        smile(seed=3)
