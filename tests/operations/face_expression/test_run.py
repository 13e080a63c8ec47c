"""The face expression operation as an editor runs it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import InvalidRequest, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.operations.face_expression import run as face_expression
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portraits
from pydantic import ValidationError


@pytest.fixture
def run(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> Any:
    def ran(**params: Any) -> Outcome:
        def begin(kind: Kind, facts: dict[str, Any]) -> Step:
            made = datetime(2026, 1, 1, tzinfo=UTC)
            return Step(operation="face_expression", parameters={}, kind=kind, source="", made=made, facts=facts)

        context = Context(Progress(), catalogue, begin)
        return face_expression.run([portraits.of(sample)], FaceExpressionParams(**params), context)

    return ran


def test_a_key_changes_the_face_and_the_record_says_how_far(run: Any, sample: Picture) -> None:
    outcome = run(expression_key="neutral")
    assert outcome.picture.pixels.shape == sample.pixels.shape
    assert not np.array_equal(outcome.picture.pixels, sample.pixels)
    facts = outcome.picture.record.steps[-1].facts
    assert facts == outcome.details
    assert facts["expression"] == "neutral"
    assert facts["strength"] == 1.0
    assert 0.75 <= facts["identity"] < 1
    assert facts["reached"]["mouth"] > 0.6
    assert facts["reached"]["coefficients"] > 0.6
    assert facts["offered"] is True
    assert outcome.picture.record.unfit_for_official_use


def test_movements_alone_are_custom(run: Any, sample: Picture) -> None:
    outcome = run(expression_key="custom", coefficients={"browInnerUp": 0.8})
    differs = (outcome.picture.pixels != sample.pixels).any(axis=2)
    assert differs.any()
    assert outcome.details["reached"].keys() == {"brows", "face", "coefficients"}
    with pytest.raises(InvalidRequest, match="soft_smile"):
        run(expression_key="custom")


def test_movements_add_to_a_key(run: Any) -> None:
    alone, more = run(expression_key="neutral"), run(expression_key="neutral", coefficients={"browOuterUp": 0.7})
    assert "brows" not in alone.details["reached"]
    assert more.details["reached"]["brows"] > 0.4


def test_an_unknown_key_names_those_that_are_known(run: Any) -> None:
    with pytest.raises(UnusablePicture, match="soft_smile") as refusal:
        run(expression_key="smirk")
    assert refusal.value.code == "unknown_expression"


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("laugh", "smile"),
        ("grin", "smile"),
        ("big_smile", "smile"),
        ("surprised", "raised_brows"),
        ("sofft_smile", "soft_smile"),
    ],
)
def test_an_expression_that_is_gone_names_the_nearest(run: Any, key: str, near: str) -> None:
    with pytest.raises(UnusablePicture, match=f"The nearest is {near}\\.") as refusal:
        run(expression_key=key)
    assert refusal.value.code == "unknown_expression"


@pytest.mark.parametrize("wrong", [{"coefficients": {"earWiggle": 0.5}}, {"coefficients": {"jawOpen": 1.5}},
                                   {"intensity": 1.2}, {"asymmetry": -2.0}, {"expression_key": ""}])  # fmt: skip
def test_wrong_parameters_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        FaceExpressionParams(**{"expression_key": "neutral"} | wrong)
