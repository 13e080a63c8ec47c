"""Where the vertices go: movements of the basis through the head's pose, then lips that meet and lids that close."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.movements import Basis
from catchlight.expression.basis.topology import MOUTH_CORNERS, VERTICES
from catchlight.expression.eyes import lid_movement
from catchlight.expression.mouth import lips
from catchlight.expression.movement_plan import ExpressionPlan
from catchlight.imaging.arrays import Doubles

_RESTING, _SMILING = 1.15, 0.12
"""Least width of a closed mouth in widths of the nose, and what a whole smile adds."""
_STRETCH_CM = 0.30
"""How far amount 1 of mouthStretch moves a corner out."""
_FROWN_CM = 0.42
"""How far amount 1 of mouthFrown lowers a corner."""
_MEET = 0.7
"""Strength from which lips that are to close have met: a little weaker an expression must not leave them ajar."""


@dataclass(frozen=True, eq=False)
class Shape:
    """moved: 468x3 displacement in pixels. changes: amounts used. sealed: 0..1, how far open lips were closed.

    still: lips that were closed and stay so. lids: opening of the right and the left eye as a factor. gaze: pixels across
    the face that the irises went. lit: brightness of each fine vertex by what it was, where that is known already; it is
    the same at any size.
    """

    moved: Doubles
    changes: Mapping[str, float]
    sealed: float
    still: bool
    lids: tuple[float, float]
    gaze: float = 0.0
    lit: Doubles | None = None

    def scaled(self, scale: float) -> Shape:
        """The same on a copy of the face that is ``scale`` times as large."""
        return replace(self, moved=self.moved * scale, gaze=self.gaze * scale)


def shape_from_plan(
    reading: FaceReading, basis: Basis, plan: ExpressionPlan, strength: float, more: Mapping[str, float]
) -> Shape:
    """The face at a share of the plan, which may go beyond 1; ``more``: amounts that the closed loop adds at full strength."""
    changes = dict(plan.changes)
    for name, amount in more.items():
        changes[name] = changes.get(name, 0.0) + amount
    field = np.zeros((VERTICES, 3))
    for name, amount in changes.items():
        if not name.startswith("mouthFrown"):
            field += basis.fields[name] * (amount * strength)
    moved = reading.vectors(field)
    closes = plan.lips == "closed" and not reading.mouth.closed
    if closes:
        moved = moved + _widened(reading, basis, changes, moved, strength)
        moved = moved + _lifted_corners(reading, basis, changes, moved, strength)
    for name in ("mouthFrownLeft", "mouthFrownRight"):
        if name in changes:
            moved = moved + reading.vectors(basis.fields[name] * (changes[name] * strength))
    still = reading.mouth.closed and plan.lips in ("closed", "keep")
    meeting = min(1.0, strength / _MEET)
    if still:
        moved = moved + lips.move_lips_alike(reading, moved)
    elif closes:
        moved = moved + lips.seal_lips(reading, moved, meeting)
    elif plan.lips == "open":
        moved = lips.uncross_lips(reading, moved)
    opening = (max(0.0, 1 + (plan.lids[0] - 1) * strength), max(0.0, 1 + (plan.lids[1] - 1) * strength))
    moved = moved + lid_movement.lid_displacements(reading, moved, opening)
    used = {name: amount * strength for name, amount in changes.items()}
    return Shape(moved, used, meeting if closes else 0.0, still, opening, plan.gaze * min(1.0, strength))


def _widened(
    reading: FaceReading, basis: Basis, changes: Mapping[str, float], moved: Doubles, strength: float
) -> Doubles:
    """Resting mouths are wider than the nose, smiling ones more so: the mean smile taken off narrows some too far."""
    points = reading.points[:, :2] + moved[:, :2]
    nose = float(np.linalg.norm(points[358] - points[129]))
    width = float(np.linalg.norm(points[MOUTH_CORNERS[1]] - points[MOUTH_CORNERS[0]]))
    sides = ("Left", "Right")
    smile = sum(changes.get(f"mouthSmile{s}", 0.0) + reading.amounts[f"mouthSmile{s}"] for s in sides) / 2
    pucker = max(0.0, changes.get("mouthPucker", 0.0))
    lacking = (_RESTING + _SMILING * max(0.0, smile)) * nose - width - pucker * reading.cm
    if lacking <= 0:
        return np.zeros((VERTICES, 3))
    amount = min(1.5, lacking / reading.cm / 2 / _STRETCH_CM) * strength
    return reading.vectors(amount * (basis.fields["mouthStretchLeft"] + basis.fields["mouthStretchRight"]))


def _lifted_corners(
    reading: FaceReading, basis: Basis, changes: Mapping[str, float], moved: Doubles, strength: float
) -> Doubles:
    """Corners of measured closed mouths lie from -0.13 cm (neutral) to 0.21 cm (smile) over the lip line.

    Without this, taking the mean smile away makes people frown whose smile is flatter than the mean.
    """
    lift_by = np.zeros((VERTICES, 3))
    points = reading.points[:, :2] + moved[:, :2]
    for corner, side in zip(MOUTH_CORNERS, ("Right", "Left"), strict=True):
        smile = changes.get(f"mouthSmile{side}", 0.0) + reading.amounts[f"mouthSmile{side}"]
        height = float((points[corner] - (points[13] + points[14]) / 2) @ -reading.ey) / reading.cm
        lift = float(np.clip((-0.13 + 0.34 * max(0.0, smile) - height) * 0.8, 0, 0.6)) * strength
        if lift > 0.03:
            lift_by += basis.fields[f"mouthFrown{side}"] * (-lift / _FROWN_CM)
    return reading.vectors(lift_by)
