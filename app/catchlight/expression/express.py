"""Another expression on a portrait's face: planned, limited to what can be believed, rendered, and looked at again."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from catchlight.catalogue.expressions import Expression
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.expression import believable_range, verify
from catchlight.expression.amount_search import Search, Try
from catchlight.expression.analysis import face_reading
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.movements import Basis
from catchlight.expression.basis.topology import LIP_IN_LOWER, LIP_IN_UPPER
from catchlight.expression.closed_loop import target_coefficients
from catchlight.expression.harm.check import measure_harm, require_unharmed
from catchlight.expression.movement_plan import plan_expression
from catchlight.expression.render_face import paste_face, render_face
from catchlight.expression.verify import IdentityVerdict
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.portrait.portrait import Portrait

_WEAKER = 0.8
_TRIES = 4
_FURTHEST = 1.5
"""By how much a plan may be taken further than it was wished, so that the face arrives."""
_LEAST = 0.35
"""Strength below which an expression is no longer the one that was asked for."""


@dataclass(frozen=True, eq=False)
class ExpressionResult:
    """pixels: the picture's own where ``mask`` (0..1, in the window ``box``) is 0. strength: what was applied of what was wished.

    notes: sentences on what limits the result. offered: whether it can be believed and goes far enough to be shown to everybody.
    opening: Nx2, the inner contour of the lips in pixels of the picture.
    """

    pixels: Pixels
    strength: float
    verdict: IdentityVerdict
    notes: tuple[str, ...]
    offered: bool
    box: Window
    mask: FloatPlane
    opening: Doubles


def change_expression(
    portrait: Portrait,
    expression: Expression | None,
    progress: Progress,
    *,
    intensity: float = 1.0,
    coefficients: Mapping[str, float] | None = None,
    asymmetry: float = 0.0,
    filled: bool = False,
) -> ExpressionResult:
    """The picture with the expression, as far as this face can be believed with it.

    filled: whether what a mouth that opens would show is made by somebody else, and may be anything here.

    Raises UnusablePicture: ``identity_lost`` where no strength keeps the person, ``face_turned_away``, ``face_too_small`` and
    what landmarks raise.
    """
    progress.report(0.02, "reading the face")
    face = face_reading.of(portrait)
    basis = Basis.of(portrait.models)
    plan = plan_expression(face, expression, coefficients, asymmetry)
    allowed = believable_range.limit(face, plan, filled=filled)
    believable_range.require_possible(allowed)
    whole = plan_expression(face, expression, coefficients, asymmetry, eased=False)
    at_once = plan == whole and plan.lids == (1.0, 1.0) and allowed.strength == 1
    # Looking at a try waits for what was handed in before it anyway: a second thread would only take a core from the window.
    with ThreadPoolExecutor(1, "looking at tries") as side:
        aimed = None if at_once else side.submit(target_coefficients, face, basis, whole, intensity, portrait.models)
        search = Search(portrait, face, basis, plan, aimed, side)
        made = _search_believable(search, expression, intensity, allowed.strength, progress)
    few = made.tried.shape.scaled(face.small.cm / face.cm)
    harm = measure_harm(face.small, few, made.tried.image)
    require_unharmed(replace(harm, invented=0.0) if filled else harm)
    progress.report(0.95, "laying it into the picture")
    pixels = paste_face(portrait.picture.pixels, face, made.image, made.mask)
    notes = list(allowed.reasons)
    partly = made.verdict.gone < believable_range.REACHED
    if partly or not made.verdict.reached:
        notes.append(believable_range.PARTLY if partly else believable_range.ALREADY)
    offered = not (allowed.weak or partly)
    opening = _opening(face, made.tried.shape)
    return ExpressionResult(pixels, made.strength, made.verdict, tuple(notes), offered, face.box, made.mask, opening)


@dataclass(frozen=True, eq=False)
class _Made:
    """The try that is taken, what was applied of the wish, and the face at its own size with the mask of what changed."""

    tried: Try
    strength: float
    image: FloatImage
    mask: FloatPlane
    verdict: IdentityVerdict


def _search_believable(
    search: Search, expression: Expression | None, intensity: float, allowed: float, progress: Progress
) -> _Made:
    """The furthest try that still shows the same person. allowed: share of the wish that the face allows.

    Raises UnusablePicture ``identity_lost`` where there is none.
    """
    portrait, face, side = search.portrait, search.face, search.side
    least = believable_range.floor(face, expression, search.plan)
    strength, further = intensity * allowed, 1.0
    tried = search.tried(strength, progress.part(0.05, 0.25))
    # Most faces arrive at once: the first try is made at its own size while it is looked at.
    image, mask, verdict = _made(portrait, face, tried, side, progress.part(0.25, 0.6))
    better, further = search.further(tried, strength, _furthest(allowed), progress.part(0.6, 0.65))
    for turn in range(_TRIES):
        if better is not tried:
            tried = better
            image, mask, verdict = _made(portrait, face, tried, side, progress.part(0.65, 0.9))
        found = verdict.result()
        if found.likeness < least:
            least = believable_range.floor(face, expression, search.plan, verify.unsteadiness(portrait, face.small))
        if found.likeness >= least:
            return _Made(tried, strength, image, mask, found)
        if further > 1 and turn < _TRIES - 2:
            further = (1 + further) / 2 if turn == 0 else 1.0
        else:
            further, strength = 1.0, strength * _WEAKER
            if strength < _LEAST * intensity:
                raise _lost()
        better = search.tried(strength * further, progress.part(0.65, 0.65))
    raise _lost()


def _furthest(allowed: float) -> float:
    """By how much a plan may be taken further than was wished, where the face allows a share of the wish."""
    if allowed == 1:
        return _FURTHEST
    return 1 / allowed if allowed else 1.0


def _made(
    portrait: Portrait, face: FaceReading, tried: Try, side: Executor, progress: Progress
) -> tuple[FloatImage, FloatPlane, Future[IdentityVerdict]]:
    """The face at its own size, and whether it is still the same person, which is seen in few pixels meanwhile."""
    judging = side.submit(lambda: verify.judge_identity(portrait, face.small, tried.image, tried.way))
    if face.small is face:
        progress.report(1.0, "shading")
        return tried.image, tried.mask, judging
    image, mask = render_face(face, tried.shape, progress)
    return image, mask, judging


def _opening(face: FaceReading, shape: Shape) -> Doubles:
    """The inner contour of the lips after the change, Nx2 in pixels of the picture."""
    ring = [*LIP_IN_UPPER, *LIP_IN_LOWER[::-1]]
    return np.asarray((face.points[:, :2] + shape.moved[:, :2])[ring] + np.array(face.box[:2]))


def _lost() -> UnusablePicture:
    return UnusablePicture(
        Message(
            "With this expression the face would no longer be recognised as the same person. Choose another one, or less of it."
        ),
        code="identity_lost",
    )
