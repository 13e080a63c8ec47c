"""Which words a reading calls for: one rule a word, in the order in which a person should do them.

Left, right, up and down are where the person should move or turn to, as they see it in the mirrored view. For someone who faces
the camera these are their own left and right too: who stands at the left of the frame as the camera sees it stands at the
right of the mirror, and is told to go left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from catchlight.catalogue.documents import DocumentSpec
from catchlight.kiosk.guidance.coverings import FaceCoverings
from catchlight.kiosk.guidance.port import AdviceId
from catchlight.kiosk.guidance.reading import FaceMeasures
from catchlight.kiosk.guidance.target import HeadTarget
from catchlight.operations.compliance import limits

_NEAREST, _FARTHEST = 1.12, 0.8
"""Head by target: above, its photo reaches the frame's edge; below, a take of 1080 rows gives less than 300 dpi of a passport."""
_SIZE_STEP = 0.04
_LEAST_OFF, _MOST_OFF, _OFF_STEP = 0.06, 0.18, 0.03
"""Heads by which a head may stand off the target: as far as its photo stays in the frame, within these; and the step back."""
_STEP = 0.5
"""Sigmas by which a measure must come back before its word goes."""
_YAW_SIGMAS, _PITCH_SIGMAS = 1.5, 0.5
"""Sigmas beyond a document's limit from which a head is told to turn: 8.8 and 6.8 degrees. The verdict is uncertain from 7.5 and
fails from 12."""
_FASTEST, _SPEED_STEP = 0.84, 0.2
"""Distances of the eyes in a second: in an exposure of 1/30 s that is the blur from which eyes are out of focus
(``face.eye_state.SOFT``: 0.018 of an eye's width as standard deviation, which motion over sqrt(12) times that makes)."""
MOUTH = limits.MeasureLimit(None, 0.07, 0.02)
"""Gap between the lips by nose base to chin: see tests/benchmarks/guidance."""


@dataclass(frozen=True)
class FaceState:
    """What the rules look at. speed: of the eyes' middle, in distances of the eyes by second. coverings: None where not known."""

    face: FaceMeasures
    target: HeadTarget
    document: DocumentSpec
    speed: float
    coverings: FaceCoverings | None


@dataclass(frozen=True)
class AdviceRule:
    """excess: how far beyond its limit a measure is, above 0 for the word to be said. step: below minus this the word goes."""

    word: AdviceId
    excess: Callable[[FaceState], float]
    step: float

    def holds(self, state: FaceState, said: bool) -> bool:
        """said: whether the word stands now."""
        return self.excess(state) > (-self.step if said else 0.0)


def _size(state: FaceState) -> float:
    return state.face.height / state.target.height


def _across(state: FaceState, sign: float) -> float:
    """Heads beyond what is allowed, in the frame's x times ``sign``."""
    face, target = state.face, state.target
    return sign * (face.x - target.x) / face.height - _allowed(target.room(face.height)[0] / face.height)


def _upright(state: FaceState, sign: float) -> float:
    face, target = state.face, state.target
    return sign * (face.y - target.y) / face.height - _allowed(target.room(face.height)[1] / face.height)


def _allowed(room: float) -> float:
    return float(np.clip(room, _LEAST_OFF, _MOST_OFF))


def _turned(state: FaceState, sign: float) -> float:
    angles = state.face.angles
    return sign * angles.yaw / angles.yaw_sigma - state.document.yaw_pitch_limit / angles.yaw_sigma - _YAW_SIGMAS


def _nodded(state: FaceState, sign: float) -> float:
    angles = state.face.angles
    return (
        sign * angles.pitch / angles.pitch_sigma - state.document.yaw_pitch_limit / angles.pitch_sigma - _PITCH_SIGMAS
    )


def _rolled(state: FaceState) -> float:
    return (abs(state.face.roll) - state.document.roll_limit) / limits.ROLL_SIGMA


RULES: tuple[AdviceRule, ...] = (
    AdviceRule("too_dark", lambda state: limits.EXPOSURE.beyond(state.face.brightest), _STEP),
    AdviceRule("too_bright", lambda state: limits.OVEREXPOSURE.beyond(state.face.burnt), _STEP),
    AdviceRule("further", lambda state: _size(state) - _NEAREST, _SIZE_STEP),
    AdviceRule("nearer", lambda state: _FARTHEST - _size(state), _SIZE_STEP),
    AdviceRule("left", lambda state: _across(state, -1), _OFF_STEP),
    AdviceRule("right", lambda state: _across(state, 1), _OFF_STEP),
    AdviceRule("down", lambda state: _upright(state, -1), _OFF_STEP),
    AdviceRule("up", lambda state: _upright(state, 1), _OFF_STEP),
    AdviceRule("straighten_head", _rolled, _STEP),
    AdviceRule("turn_right", lambda state: _turned(state, 1), _STEP),
    AdviceRule("turn_left", lambda state: _turned(state, -1), _STEP),
    AdviceRule("chin_down", lambda state: _nodded(state, 1), _STEP),
    AdviceRule("chin_up", lambda state: _nodded(state, -1), _STEP),
    AdviceRule("light_from_one_side", lambda state: limits.ILLUMINATION.beyond(state.face.overlap), _STEP),
    AdviceRule("open_eyes", lambda state: limits.EYES_OPEN.beyond(state.face.openness.eyes), _STEP),
    AdviceRule("look_here", lambda state: limits.GAZE.beyond(state.face.openness.gaze), _STEP),
    AdviceRule("close_mouth", lambda state: MOUTH.beyond(state.face.openness.mouth), _STEP),
    AdviceRule("hold_still", lambda state: state.speed - _FASTEST, _SPEED_STEP),
)
"""Of every look, most important first."""


def _glasses(state: FaceState) -> float:
    """Where the document forbids them, or where they hide the eyes."""
    found = _seen(state)
    worn = limits.GLASSES.beyond(found.glasses)
    if state.document.glasses == "forbidden":
        return worn
    return min(worn, limits.EYES_VISIBLE.beyond(found.eye_contrast))


def _hat(state: FaceState) -> float:
    """Only where the document forbids every covering: elsewhere religion or health may excuse it, which nobody can see."""
    found = _seen(state)
    return limits.HEAD_COVERING.beyond(found.hat) if state.document.headgear == "forbidden" else -np.inf


def _covered(state: FaceState) -> float:
    found = _seen(state)
    return max(
        limits.OCCLUSION.beyond(found.eye_hidden),
        limits.FACE_OUTLINE.beyond(found.hidden),
        limits.MOUTH_SEEN.beyond(found.lips),
    )


def _mouth(state: FaceState) -> float:
    found = _seen(state)
    return max(limits.MOUTH_CLOSED.beyond(found.mouth_open), limits.TEETH.beyond(found.teeth))


def _seen(state: FaceState) -> FaceCoverings:
    assert state.coverings is not None
    return state.coverings


SLOW_RULES: tuple[AdviceRule, ...] = (
    AdviceRule("take_off_glasses", _glasses, _STEP),
    AdviceRule("take_off_hat", _hat, _STEP),
    AdviceRule("hair_off_face", _covered, _STEP),
    AdviceRule("close_mouth", _mouth, _STEP),
)
"""Of the slower look, which is made when nothing else is wrong."""


def find_advice(rules: tuple[AdviceRule, ...], state: FaceState, said: Mapping[AdviceId, bool]) -> list[AdviceId]:
    """The words that hold, in the order of the rules. said: the words that stand now."""
    return [rule.word for rule in rules if rule.holds(state, said.get(rule.word, False))]
