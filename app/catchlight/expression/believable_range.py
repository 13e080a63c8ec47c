"""How far an expression can be believed on this face, and why not further."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from catchlight.catalogue.expressions import Expression
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.expression.analysis import mouth_eye_state
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.movement_plan import ExpressionPlan

TEETH = Message("The lips are closed in this picture: teeth would have to be made up.")
WIDE = Message("The lips close over a wide laugh.")
GLASSES = Message("Lids behind glasses can only be drawn inside the lenses.")
FRAMES = Message("The frame of the glasses covers the brows: they can move only a little.")
TURNED = Message("The face is turned: its far side can be changed only a little.")
SMALL = Message("The face is small: lids cannot be drawn in detail.")
SHUT = Message("The eyes are closed in this picture: what their irises look like cannot be known.")
AVERTED = Message("The eyes look far aside: what of iris and white they would uncover cannot be known.")
HELD = Message("Something is held before the mouth: what is behind it cannot be moved.")
ALREADY = Message("The face shows this already: hardly anything changes.")
PARTLY = Message("Only a part of the way could be gone on this face.")
REACHED = 0.6
"""Share of the way to the wished coefficients from which an expression is offered."""
REASONS = (TEETH, WIDE, GLASSES, FRAMES, TURNED, SMALL, SHUT, AVERTED, HELD, ALREADY, PARTLY)

_SHUT = 0.13
"""Height by width of an opening below which no iris shows."""
_AVERTED_CM = 0.4
_FREE = 0.7
"""Share of the brows that a frame must leave free."""
_WIDE_CM = 2.2
"""Gap between the lips over which they close hardly."""
_OPENS = 0.12
"""Amount of a movement from which it opens a mouth."""
_TURNED = 24.0
_SMALL_CM = 7.0
_LIGHT, _STRONG = 0.90, 0.75
_UNSTEADY, _LOOSEST = 0.030, 1.6
"""Loss of likeness of an untouched face under small crops for which the floors are made, and the most by which more is allowed.

Median of 40 people, who have 0.021 to 0.053.
"""


@dataclass(frozen=True)
class Limit:
    """strength: how far an expression can be taken, 0..1; 0: not at all. reasons: why not further. weak: not to be offered."""

    strength: float = 1.0
    reasons: tuple[Message, ...] = ()
    weak: bool = False


def limit(reading: FaceReading, plan: ExpressionPlan) -> Limit:
    """What this face allows of a plan."""
    strength, reasons, weak = 1.0, [], False
    if opens(reading, plan):
        reasons.append(TEETH)
        strength, weak = 0.0, True
    if plan.lips == "closed" and reading.mouth.gap > _WIDE_CM:
        reasons.append(WIDE)
        weak = True
    closing = min(plan.lids) < 0.5
    if closing and reading.covers.glasses:
        reasons.append(GLASSES)
        weak = True
        if any(framed and opening < 0.5 for framed, opening in zip(reading.framed, plan.lids, strict=True)):
            strength = 0.0
    if max(plan.lids) > 1.05 and plan.lips == "keep" and reading.covers.glasses:
        reasons.append(GLASSES)
        weak = True
    if plan.lips != "closed" and reading.covers.glasses and reading.brows_free < _FREE and _brows(plan) > 0.1:
        reasons.append(FRAMES)
        weak = True
    if max(plan.lids) > 1.05 and min(reading.eyes) < _SHUT:
        reasons.append(SHUT)
        strength, weak = 0.0, True
    if abs(plan.gaze) > _AVERTED_CM * reading.cm:
        reasons.append(AVERTED)
        strength, weak = 0.0, True
    elif plan.gaze and (reading.covers.glasses or reading.cm < _SMALL_CM):
        reasons.append(GLASSES if reading.covers.glasses else SMALL)
        weak = True
    if reading.hidden and any(name.startswith(("mouth", "jaw")) for name in plan.changes):
        reasons.append(HELD)
        weak = True
    if abs(reading.yaw) > _TURNED and (closing or any(abs(amount) > 0.4 for amount in plan.changes.values())):
        reasons.append(TURNED)
        strength = min(strength, 1.0 if closing else 0.8)
        # The lid of the far eye turns away from the camera: it cannot be drawn from what is seen of it.
        weak = weak or closing
    if reading.cm < _SMALL_CM and closing:
        reasons.append(SMALL)
        weak = True
    return Limit(strength, tuple(reasons), weak)


def opens(reading: FaceReading, plan: ExpressionPlan) -> bool:
    """Whether a plan opens a mouth that is closed, so that all that would be seen in it had to be made up."""
    movements = ("jawOpen", "mouthUpperUpLeft", "mouthUpperUpRight")
    wide = any(plan.changes.get(name, 0.0) > _OPENS for name in movements)
    return plan.lips == "open" and reading.mouth.gap < mouth_eye_state.TOOTHY_CM and wide


def _brows(plan: ExpressionPlan) -> float:
    return max((abs(amount) for name, amount in plan.changes.items() if name.startswith("brow")), default=0.0)


def require_possible(found: Limit) -> None:
    """Raise UnusablePicture ``identity_lost`` where the limit is 0: nothing of it would still be this person."""
    if found.strength <= 0:
        reason = next(reason for reason in (TEETH, SHUT, GLASSES, AVERTED) if reason in found.reasons)
        raise UnusablePicture(Message("{reason} Choose another expression.", reason=reason), code="identity_lost")


def floor(
    reading: FaceReading, expression: Expression | None, plan: ExpressionPlan, unsteadiness: float = 0.0
) -> float:
    """Least likeness (cosine) of the result to the person; lower by as much as the untouched face is less steady than most.

    Closing an open mouth is a strong change whichever expression asks for it.
    """
    mouth = plan.lips == "closed" and not reading.mouth.closed
    light = expression is not None and expression.strength == "light" and not mouth
    more = min(max(1.0, unsteadiness / _UNSTEADY), _LOOSEST)
    return 1 - (1 - (_LIGHT if light else _STRONG)) * more


def limits_by_name(reading: FaceReading, plans: Iterable[tuple[str, ExpressionPlan]]) -> dict[str, Limit]:
    """The limit of each plan by its name."""
    return {name: limit(reading, plan) for name, plan in plans}
