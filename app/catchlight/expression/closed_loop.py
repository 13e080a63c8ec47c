"""The closed loop: displaced landmarks tell the network's coefficients of the result without rendering it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.expression.analysis import mouth_eye_state
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.movements import Basis
from catchlight.expression.eyes import lid_movement
from catchlight.expression.movement_plan import ExpressionPlan
from catchlight.expression.warp.vertices import Shape, shape_from_plan
from catchlight.models.registry import Models
from catchlight.portrait.face import blendshapes
from catchlight.portrait.face.landmarks import Landmarks

_TURNS = 4
_CLOSE = 0.05
_STEP = 0.5
_LEAST, _MOST = -0.35, 0.55
"""How far the loop may correct a smile, in units of the basis."""
SIDES = ("Left", "Right")


def solve_smile_shape(
    reading: FaceReading, basis: Basis, plan: ExpressionPlan, strength: float, models: Models
) -> Shape:
    """The shape at which both sides' smile has gone its share of the way, as the network sees it."""
    shape = shape_from_plan(reading, basis, plan, strength, {})
    if plan.aims == (None, None):
        return shape
    more = dict.fromkeys((f"mouthSmile{side}" for side in SIDES), 0.0)
    toothy = plan.lips != "closed" and reading.mouth.gap > mouth_eye_state.TOOTHY_CM
    for _ in range(_TURNS):
        seen = predict_coefficients(reading, shape, models)
        away = 0.0
        for side, aim in zip(SIDES, plan.aims, strict=True):
            if aim is None:
                continue
            shown = reading.amounts[f"mouthSmile{side}"]
            goal = min(1.3, shown + (max(0.0, aim) - shown) * strength)
            got = mouth_eye_state.smile_of(seen, side, toothy=toothy)
            if goal <= 0 and got < _CLOSE:
                continue
            error = goal - got
            away = max(away, abs(error))
            more[f"mouthSmile{side}"] = float(np.clip(more[f"mouthSmile{side}"] + _STEP * error, _LEAST, _MOST))
        if away < _CLOSE:
            break
        shape = shape_from_plan(reading, basis, plan, strength, more)
    return shape


def target_coefficients(
    reading: FaceReading, basis: Basis, plan: ExpressionPlan, intensity: float, models: Models
) -> dict[str, float]:
    """The coefficients to be read in the result: those of the landmarks at the planned places, lids as landmarks show them."""
    shown = replace(
        plan, lids=(lid_movement.opening_in_landmarks(plan.lids[0]), lid_movement.opening_in_landmarks(plan.lids[1]))
    )
    return predict_coefficients(reading, solve_smile_shape(reading, basis, shown, intensity, models), models)


def predict_coefficients(reading: FaceReading, shape: Shape, models: Models) -> dict[str, float]:
    """The network's 52 coefficients of the displaced landmarks."""
    irises = reading.irises + reading.ex * shape.gaze
    points = np.vstack([reading.raw + shape.moved, np.column_stack([irises, np.zeros(len(irises))])])
    return blendshapes.coefficients(Landmarks(points, 1.0), models)
