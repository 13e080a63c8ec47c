"""Face expression: another look on the same person, relative to what the face does already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field, field_validator

from catchlight.catalogue.expressions import COEFFICIENTS, PAIRED, Expression
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.errors import InvalidRequest, UnusablePicture
from catchlight.engine.face.express import Expressed, expressed
from catchlight.engine.portrait import Portrait
from catchlight.operations.base import Context, Operation, Outcome, Params

CUSTOM = "custom"
"""The key for coefficients alone."""


class FaceExpressionParams(Params):
    """Which expression, how much of it, and what to add to it."""

    expression_key: str = Field(
        title="Expression",
        min_length=1,
        max_length=64,
        description="A catalogue id, or custom for coefficients alone.",
    )
    intensity: float = Field(1.0, title="Intensity", ge=0, le=1, description="How much of the way there.")
    asymmetry: float = Field(
        0.0,
        title="Asymmetry",
        ge=-1,
        le=1,
        description="Above 0 the person's left side takes more of the change, below 0 the right.",
    )
    coefficients: dict[str, float] = Field(
        {},
        title="Coefficients",
        max_length=64,
        description="Movements by ARKit's names (mouthSmileLeft, browInnerUp; a pair's name means both sides), -1..1, added to "
        "what the key does.",
    )

    @field_validator("coefficients")
    @classmethod
    def _known(cls, value: dict[str, float]) -> dict[str, float]:
        for name, amount in value.items():
            if name not in COEFFICIENTS and name not in PAIRED:
                raise ValueError(f"{name!r} is no movement; known are {', '.join(COEFFICIENTS)}")
            if not -1 <= amount <= 1:
                raise ValueError(f"{name} is {amount:g}; it must lie in -1..1")
        return value


def run(portraits: Sequence[Portrait], params: FaceExpressionParams, context: Context) -> Outcome:
    """The picture with the expression; details and record say how much of it this face could take, and why not more.

    Raises UnusablePicture ``unknown_expression``, ``identity_lost`` and what landmarks raise; InvalidRequest for custom without
    coefficients.
    """
    portrait, progress = portraits[0], context.progress
    expression = chosen(params, context.catalogue)
    found = expressed(
        portrait,
        expression,
        progress,
        intensity=params.intensity,
        coefficients=params.coefficients,
        asymmetry=params.asymmetry,
    )
    facts = facts_of(params, found)
    step = context.begin("pixels", facts)
    picture = portrait.picture.with_(pixels=found.pixels, record=portrait.picture.record.then(step))
    return Outcome(picture, details=facts)


def chosen(params: FaceExpressionParams, catalogue: Catalogue) -> Expression | None:
    """The row of the key; None for coefficients alone. Raises UnusablePicture ``unknown_expression``, InvalidRequest."""
    if params.expression_key == CUSTOM:
        if not params.coefficients:
            raise InvalidRequest(
                "No expression is chosen: give a key, or at least one movement as a coefficient. "
                f"Keys are {', '.join(catalogue.expressions.ids)}."
            )
        return None
    row = catalogue.expressions.get(params.expression_key)
    if row is None:
        known = ", ".join((*catalogue.expressions.ids, CUSTOM))
        raise UnusablePicture(
            f"There is no expression {params.expression_key!r}. Known are {known}.", code="unknown_expression"
        )
    return row


def facts_of(params: FaceExpressionParams, found: Expressed) -> dict[str, Any]:
    """What is kept of a result: JSON-ready."""
    return {
        "expression": params.expression_key,
        "strength": round(found.strength, 3),
        "identity": round(found.verdict.likeness, 3),
        "reached": found.verdict.reached,
        "offered": found.offered,
        "notes": list(found.notes),
    }


OPERATION = Operation(
    id="face_expression",
    title="Face expression",
    path="/image-edit/face-expression",
    params=FaceExpressionParams,
    run=run,
)
