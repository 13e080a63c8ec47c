"""How far a plan has to be taken on a face: tried and looked at in few pixels."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace

from catchlight.core.progress import Progress
from catchlight.expression import verify
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.movements import Basis
from catchlight.expression.closed_loop import predict_coefficients, solve_smile_shape
from catchlight.expression.movement_plan import ExpressionPlan
from catchlight.expression.render_face import render_face
from catchlight.expression.shading.turning_light import shading_ratio
from catchlight.expression.verify import ExpressionChange
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.portrait import Portrait

_ENOUGH, _AIMED = 0.62, 0.8
"""Share of the way to the wished coefficients below which it is gone further once, and how far then."""


@dataclass(frozen=True, eq=False)
class Try:
    """shape: on the face at its own size. image, mask: the result in few pixels, and where. seen: how far it goes, looked at
    meanwhile."""

    shape: Shape
    image: FloatImage
    mask: FloatPlane
    seen: Future[ExpressionChange]

    @property
    def way(self) -> ExpressionChange:
        """How far it goes; waits until that is known."""
        return self.seen.result()


class Search:
    """Tries of one plan on one face."""

    def __init__(
        self,
        portrait: Portrait,
        face: FaceReading,
        basis: Basis,
        plan: ExpressionPlan,
        aimed: Future[dict[str, float]] | None,
        side: Executor,
    ) -> None:
        """aimed: the coefficients to arrive at; where None, those of the first shape that is tried. side: where tries are looked
        at; what finds ``aimed`` must have been given to it before."""
        self.portrait, self.face, self._basis, self.plan = portrait, face, basis, plan
        self._aimed, self.side = aimed, side

    def tried(self, strength: float, progress: Progress) -> Try:
        """The plan at a strength."""
        face, models = self.face, self.portrait.models
        shape = solve_smile_shape(face, self._basis, self.plan, strength, models)
        shape = replace(shape, lit=shading_ratio(face, face.ground.before + face.mesh.displacements(shape.moved)))
        if self._aimed is None:
            self._aimed = Future()
            self._aimed.set_result(predict_coefficients(face, shape, models))
        few, aimed = shape.scaled(face.small.cm / face.cm), self._aimed
        image, mask = render_face(face.small, few, progress)
        seen = self.side.submit(lambda: verify.measure_change(self.portrait, face.small, few, image, aimed.result()))
        return Try(shape, image, mask, seen)

    def further(self, first: Try, strength: float, most: float, progress: Progress) -> tuple[Try, float]:
        """The strength taken further once, at most by ``most``, where the face lags behind; and how much further."""
        by = min(most, _AIMED / max(first.way.gone, 0.1))
        if first.way.gone >= _ENOUGH or by <= 1:
            return first, 1.0
        second = self.tried(strength * by, progress)
        return (second, by) if second.way.gone > first.way.gone else (first, 1.0)
