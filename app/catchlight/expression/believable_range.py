"""How far an expression can be believed on this face, and why not further."""

from __future__ import annotations

from collections.abc import Iterator
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


def limit(reading: FaceReading, plan: ExpressionPlan, *, filled: bool = False) -> Limit:
    """What this face allows of a plan: the least that any rule does. filled: whether what a mouth shows that opens comes from
    elsewhere."""
    rules = (
        _by_wide_laugh if filled else _by_lips,
        _by_lids_behind_glasses,
        _by_frames,
        _by_shut_eyes,
        _by_gaze,
        _by_held_object,
        _by_view,
    )
    found = [one for rule in rules for one in rule(reading, plan)]
    return Limit(
        min((one.strength for one in found), default=1.0),
        tuple(reason for one in found for reason in one.reasons),
        any(one.weak for one in found),
    )


def _by_lips(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    if opens(reading, plan):
        yield Limit(0.0, (TEETH,), True)
    yield from _by_wide_laugh(reading, plan)


def _by_wide_laugh(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    if plan.lips == "closed" and reading.mouth.gap > _WIDE_CM:
        yield Limit(1.0, (WIDE,), True)


def _by_lids_behind_glasses(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    if not reading.covers.glasses:
        return
    if _closes(plan):
        crossed = any(framed and opening < 0.5 for framed, opening in zip(reading.framed, plan.lids, strict=True))
        yield Limit(0.0 if crossed else 1.0, (GLASSES,), True)
    if _widens(plan) and plan.lips == "keep":
        yield Limit(1.0, (GLASSES,), True)


def _by_frames(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    covered = reading.covers.glasses and reading.brows_free < _FREE
    if plan.lips != "closed" and covered and _brows(plan) > 0.1:
        yield Limit(1.0, (FRAMES,), True)


def _by_shut_eyes(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    if _widens(plan) and min(reading.eyes) < _SHUT:
        yield Limit(0.0, (SHUT,), True)


def _by_gaze(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    if abs(plan.gaze) > _AVERTED_CM * reading.cm:
        yield Limit(0.0, (AVERTED,), True)
    elif plan.gaze and (reading.covers.glasses or reading.cm < _SMALL_CM):
        yield Limit(1.0, (GLASSES if reading.covers.glasses else SMALL,), True)


def _by_held_object(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    if reading.hidden and any(name.startswith(("mouth", "jaw")) for name in plan.changes):
        yield Limit(1.0, (HELD,), True)


def _by_view(reading: FaceReading, plan: ExpressionPlan) -> Iterator[Limit]:
    closing = _closes(plan)
    if abs(reading.yaw) > _TURNED and (closing or any(abs(amount) > 0.4 for amount in plan.changes.values())):
        # The lid of the far eye turns away from the camera: it cannot be drawn from what is seen of it.
        yield Limit(1.0 if closing else 0.8, (TURNED,), closing)
    if reading.cm < _SMALL_CM and closing:
        yield Limit(1.0, (SMALL,), True)


def _closes(plan: ExpressionPlan) -> bool:
    """Whether an eye is closed."""
    return min(plan.lids) < 0.5


def _widens(plan: ExpressionPlan) -> bool:
    """Whether an eye is opened further."""
    return max(plan.lids) > 1.05


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
