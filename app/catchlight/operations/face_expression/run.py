"""Face expression: another look on the same person, relative to what the face does already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.expressions import Expression
from catchlight.core.errors import CatchlightError, InvalidRequest, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.core.suggest import close_matches
from catchlight.expression.believable_range import TEETH
from catchlight.expression.express import ExpressionResult, change_expression
from catchlight.expression.harm.check import HOLLOW
from catchlight.operations.face_expression.mouth import paint_mouth
from catchlight.operations.face_expression.params import CUSTOM, FaceExpressionParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait

_GONE: Mapping[str, str] = {"big_smile": "smile", "grin": "smile", "laugh": "smile", "surprised": "raised_brows"}
"""What comes nearest to expressions that are no longer offered: all of them showed teeth that had to be made up."""


def run(portraits: Sequence[Portrait], params: FaceExpressionParams, context: Context) -> Outcome:
    """The picture with the expression; details and record say how much of it this face could take, and why not more. With an
    engine, the inside of a mouth that opens is painted by it, once for each variant.

    Raises UnusablePicture ``unknown_expression``, ``identity_lost`` and what landmarks raise; InvalidRequest for custom without
    coefficients, and with an engine for an expression that opens no mouth, EngineFault and ImaginingFailed.
    """
    portrait, progress = portraits[0], context.progress
    if params.imagine:
        opened = apply_expression(portrait, params, context.catalogue, progress.part(0.0, 0.5))
        facts = facts_of(params, opened)
        return paint_mouth(portrait, params, opened, facts, replace(context, progress=progress.part(0.5, 1.0)))
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
        filled=params.imagine,
    )


def find_expression(params: FaceExpressionParams, catalogue: Catalogue) -> Expression | None:
    """The row of the key; None for coefficients alone. Raises UnusablePicture ``unknown_expression``, InvalidRequest."""
    if params.expression_key == CUSTOM:
        if not params.coefficients:
            raise InvalidRequest(
                Message(
                    "No expression is chosen: give a key, or at least one movement as a coefficient. Keys are {known}.",
                    known=tuple(catalogue.expressions.ids),
                )
            )
        return None
    row = catalogue.expressions.get(params.expression_key)
    if row is None:
        near = nearest(params.expression_key, catalogue)
        known = (*catalogue.expressions.ids, CUSTOM)
        if near:
            said = Message(
                "There is no expression {entry!r}. The nearest is {near}. Known are {known}.",
                entry=params.expression_key,
                near=near,
                known=known,
            )
        else:
            said = Message(
                "There is no expression {entry!r}. Known are {known}.", entry=params.expression_key, known=known
            )
        raise UnusablePicture(said, code="unknown_expression")
    return row


def lacks_teeth(refusal: CatchlightError | None) -> bool:
    """Whether an expression was refused because the picture does not show the inside of the mouth: an engine can paint it."""
    if refusal is None:
        return False
    return refusal.message in [
        Message("{reason} Choose another expression.", reason=reason) for reason in (TEETH, HOLLOW)
    ]


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
