"""Another expression on a portrait's face: planned, limited to what can be believed, rendered, and looked at again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catchlight.catalogue.expressions import Expression
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.face import believable, reading, verify
from catchlight.engine.face.basis import Basis
from catchlight.engine.face.plan import planned
from catchlight.engine.face.render import joined, rendered
from catchlight.engine.face.steering import predicted, steered, wished
from catchlight.engine.face.verify import Verdict
from catchlight.engine.matting import Window
from catchlight.engine.picture import FloatImage, FloatPlane, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.engine.progress import Progress

_WEAKER = 0.8
_TRIES = 4
_ENOUGH, _AIMED, _FURTHEST = 0.62, 0.8, 1.5
"""Share of the way to the wished coefficients below which it is gone further once, how far then, and the most by which."""
_LEAST = 0.35
"""Strength below which an expression is no longer the one that was asked for."""


@dataclass(frozen=True, eq=False)
class _Try:
    """A result that is still this person."""

    verdict: Verdict
    image: FloatImage
    mask: FloatPlane


@dataclass(frozen=True, eq=False)
class Expressed:
    """pixels: the picture's own where ``mask`` (0..1, in the window ``box``) is 0. strength: what was applied of what was wished.

    notes: sentences on what limits the result. offered: whether it can be believed and goes far enough to be shown to everybody.
    """

    pixels: Pixels
    strength: float
    verdict: Verdict
    notes: tuple[str, ...]
    offered: bool
    box: Window
    mask: FloatPlane


def expressed(
    portrait: Portrait,
    expression: Expression | None,
    progress: Progress,
    *,
    intensity: float = 1.0,
    coefficients: Mapping[str, float] | None = None,
    asymmetry: float = 0.0,
) -> Expressed:
    """The picture with the expression, as far as this face can be believed with it.

    Raises UnusablePicture: ``identity_lost`` where no strength keeps the person, ``face_turned_away``, ``face_too_small`` and
    what landmarks raise.
    """
    progress.report(0.02, "reading the face")
    face = reading.of(portrait)
    basis = Basis.of(portrait.models)
    plan = planned(face, expression, coefficients, asymmetry)
    allowed = believable.limit(face, plan)
    believable.require_possible(allowed)
    least = believable.floor(face, expression, plan)
    strength = intensity * allowed.strength
    verify.before(portrait, face)
    whole = planned(face, expression, coefficients, asymmetry, eased=False)
    at_once = plan == whole and plan.lids == (1.0, 1.0) and allowed.strength == 1
    aimed = {} if at_once else wished(face, basis, whole, intensity, portrait.models)
    further, good = 1.0, None
    furthest = _FURTHEST if allowed.strength == 1 else 1 / allowed.strength if allowed.strength else 1.0
    for turn in range(_TRIES):
        part = progress.part(0.1 + 0.2 * turn, 0.3 + 0.2 * turn) if turn else progress.part(0.1, 0.85)
        shape = steered(face, basis, plan, strength * further, portrait.models)
        aimed = aimed or predicted(face, shape, portrait.models)
        image, mask = rendered(face, shape, part)
        verdict = verify.judged(portrait, face, shape, image, aimed)
        if verdict.likeness >= least:
            if good is None or verdict.gone > good.verdict.gone:
                good = _Try(verdict, image, mask)
            if further > 1 or verdict.gone >= _ENOUGH:
                break
            further = min(furthest, _AIMED / max(verdict.gone, 0.1))
        elif good is not None:
            further = (1 + further) / 2
        else:
            strength *= _WEAKER
            if strength < _LEAST * intensity:
                break
    if good is not None:
        progress.report(0.95, "laying it into the picture")
        pixels = joined(portrait.picture.pixels, face, good.image, good.mask)
        notes = list(allowed.reasons)
        partly = good.verdict.gone < believable.REACHED
        if partly or not good.verdict.reached:
            notes.append(believable.PARTLY if partly else believable.ALREADY)
        offered = not (allowed.weak or partly)
        return Expressed(pixels, strength, good.verdict, tuple(notes), offered, face.box, good.mask)
    raise UnusablePicture(
        "With this expression the face would no longer be recognised as the same person. Choose another one, or less of it.",
        code="identity_lost",
    )
