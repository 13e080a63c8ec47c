"""Face expression: another look on the same person, relative to what the face does already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.expressions import Expression
from catchlight.core.errors import InvalidRequest, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.core.suggest import close_matches
from catchlight.expression.express import ExpressionResult, change_expression
from catchlight.operations.face_expression.params import CUSTOM, FaceExpressionParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait

_GONE: Mapping[str, str] = {"big_smile": "smile", "grin": "smile", "laugh": "smile", "surprised": "raised_brows"}
"""What comes nearest to expressions that are no longer offered: all of them showed teeth that had to be made up."""


def run(portraits: Sequence[Portrait], params: FaceExpressionParams, context: Context) -> Outcome:
    """The picture with the expression; details and record say how much of it this face could take, and why not more.

    Raises UnusablePicture ``unknown_expression``, ``identity_lost`` and what landmarks raise; InvalidRequest for custom without
    coefficients.
    """
    portrait, progress = portraits[0], context.progress
    found = apply_expression(portrait, params, context.catalogue, progress)
    facts = facts_of(params, found)
    step = context.begin("pixels", facts)
    picture = portrait.picture.with_(pixels=found.pixels, record=portrait.picture.record.then(step))
    return Outcome(picture, details=facts)


def apply_expression(
    portrait: Portrait, params: FaceExpressionParams, catalogue: Catalogue, progress: Progress
) -> ExpressionResult:
    """The expression on a portrait of any size. Raises what ``run`` raises."""
    return change_expression(
        portrait,
        find_expression(params, catalogue),
        progress,
        intensity=params.intensity,
        coefficients=params.coefficients,
        asymmetry=params.asymmetry,
    )


def find_expression(params: FaceExpressionParams, catalogue: Catalogue) -> Expression | None:
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
        near = nearest(params.expression_key, catalogue)
        hint = f" The nearest is {near}." if near else ""
        raise UnusablePicture(
            f"There is no expression {params.expression_key!r}.{hint} Known are {known}.", code="unknown_expression"
        )
    return row


def nearest(key: str, catalogue: Catalogue) -> str | None:
    """The id that is most like one that is not there: by what it meant where it was offered once, else by its spelling."""
    near = close_matches(key, catalogue.expressions.ids, n=1, cutoff=0.5)
    meant = _GONE.get(key)
    return meant if meant in catalogue.expressions.ids else near[0] if near else None


def facts_of(params: FaceExpressionParams, found: ExpressionResult) -> dict[str, Any]:
    """What is kept of a result: JSON-ready."""
    return {
        "expression": params.expression_key,
        "strength": round(found.strength, 3),
        "identity": round(found.verdict.likeness, 3),
        "reached": found.verdict.reached,
        "offered": found.offered,
        "notes": list(found.notes),
    }
