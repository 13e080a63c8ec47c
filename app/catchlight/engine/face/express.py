"""Another expression on a portrait's face: planned, limited to what can be believed, rendered, and looked at again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catchlight.catalogue.expressions import Expression
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.face import believable, reading, verify
from catchlight.engine.face.basis import Basis
from catchlight.engine.face.plan import Plan, planned
from catchlight.engine.face.reading import FaceReading
from catchlight.engine.face.render import joined, rendered, sketched
from catchlight.engine.face.shape import Shape
from catchlight.engine.face.steering import predicted, steered, wished
from catchlight.engine.face.verify import Verdict, Way
from catchlight.engine.matting import Window
from catchlight.engine.picture import FloatPlane, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.engine.progress import Progress

_WEAKER = 0.8
_TRIES = 4
_ENOUGH, _AIMED, _FURTHEST = 0.62, 0.8, 1.5
"""Share of the way to the wished coefficients below which it is gone further once, how far then, and the most by which."""
_LEAST = 0.35
"""Strength below which an expression is no longer the one that was asked for."""


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
    whole = planned(face, expression, coefficients, asymmetry, eased=False)
    at_once = plan == whole and plan.lids == (1.0, 1.0) and allowed.strength == 1
    aimed = {} if at_once else wished(face, basis, whole, intensity, portrait.models)
    furthest = _FURTHEST if allowed.strength == 1 else 1 / allowed.strength if allowed.strength else 1.0
    search = _Search(portrait, face, basis, plan, aimed)
    tried, further = search.furthest(strength, furthest)
    progress.check()
    for turn in range(_TRIES):
        part = progress.part(0.83 + 0.02 * turn, 0.85 + 0.02 * turn) if turn else progress.part(0.2, 0.85)
        image, mask = rendered(face, tried.shape, part)
        verdict = verify.judged(portrait, face, image, tried.way)
        if verdict.likeness >= least:
            break
        if further > 1 and turn < _TRIES - 2:
            further = (1 + further) / 2 if turn == 0 else 1.0
        else:
            further, strength = 1.0, strength * _WEAKER
            if strength < _LEAST * intensity:
                raise _lost()
        tried = search.tried(strength * further)
    else:
        raise _lost()
    progress.report(0.95, "laying it into the picture")
    pixels = joined(portrait.picture.pixels, face, image, mask)
    notes = list(allowed.reasons)
    partly = verdict.gone < believable.REACHED
    if partly or not verdict.reached:
        notes.append(believable.PARTLY if partly else believable.ALREADY)
    offered = not (allowed.weak or partly)
    return Expressed(pixels, strength, verdict, tuple(notes), offered, face.box, mask)


@dataclass(frozen=True, eq=False)
class _Try:
    """shape: on the face at its own size. way: how far it goes, as seen in few pixels."""

    shape: Shape
    way: Way


class _Search:
    """How far a plan has to be taken on this face, tried in few pixels."""

    def __init__(
        self, portrait: Portrait, face: FaceReading, basis: Basis, plan: Plan, aimed: Mapping[str, float]
    ) -> None:
        """aimed: the coefficients to arrive at; where empty, those of the first shape that is tried."""
        self._portrait, self._face, self._basis, self._plan = portrait, face, basis, plan
        self._aimed = aimed

    def tried(self, strength: float) -> _Try:
        face, models = self._face, self._portrait.models
        shape = steered(face, self._basis, self._plan, strength, models)
        self._aimed = self._aimed or predicted(face, shape, models)
        few = shape.scaled(face.small.cm / face.cm)
        way = verify.gone(self._portrait, face.small, few, sketched(face.small, few), self._aimed)
        return _Try(shape, way)

    def furthest(self, strength: float, most: float) -> tuple[_Try, float]:
        """The strength taken further once, at most by ``most``, where the face lags behind; and how much further."""
        first = self.tried(strength)
        further = min(most, _AIMED / max(first.way.gone, 0.1))
        if first.way.gone >= _ENOUGH or further <= 1:
            return first, 1.0
        second = self.tried(strength * further)
        return (second, further) if second.way.gone > first.way.gone else (first, 1.0)


def _lost() -> UnusablePicture:
    return UnusablePicture(
        "With this expression the face would no longer be recognised as the same person. Choose another one, or less of it.",
        code="identity_lost",
    )
