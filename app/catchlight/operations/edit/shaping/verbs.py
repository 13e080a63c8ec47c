"""Verbs of shape: which feature each changes, in which direction, and where it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from catchlight.language.intents import Intent
from catchlight.shape.face_shape import FaceShape


@dataclass(frozen=True)
class ShapeVerb:
    """feature: of ``FaceShape``. towards: the end of its slider. region: where the change is shown before it is made."""

    feature: str
    towards: float
    region: str = "face"


SHAPE_VERBS: Mapping[str, ShapeVerb] = {
    "slim_face": ShapeVerb("face_width", -1.0),
    "widen_face": ShapeVerb("face_width", 1.0),
    "narrow_jaw": ShapeVerb("jaw", -1.0),
    "widen_jaw": ShapeVerb("jaw", 1.0),
    "shorten_chin": ShapeVerb("chin", -1.0),
    "lengthen_chin": ShapeVerb("chin", 1.0),
    "lower_forehead": ShapeVerb("forehead", -1.0, "forehead"),
    "raise_forehead": ShapeVerb("forehead", 1.0, "forehead"),
    "enlarge_eyes": ShapeVerb("eyes", 1.0, "eye"),
    "shrink_eyes": ShapeVerb("eyes", -1.0, "eye"),
    "shrink_nose": ShapeVerb("nose", -1.0),
    "enlarge_nose": ShapeVerb("nose", 1.0),
    "narrow_nose": ShapeVerb("nose_width", -1.0),
    "widen_nose": ShapeVerb("nose_width", 1.0),
    "fuller_lips": ShapeVerb("lips", 1.0, "lips"),
    "thinner_lips": ShapeVerb("lips", -1.0, "lips"),
}
"""A test holds this against the vocabulary."""


def shape_of(intents: Iterable[Intent]) -> FaceShape:
    """What verbs of shape come to together."""
    total = FaceShape()
    for intent in intents:
        row = SHAPE_VERBS[intent.verb]
        amount = abs(intent.amount.strength)
        total = total.plus(FaceShape(**{row.feature: row.towards * amount}))
    return total
