"""Whether a face that was found is a photographed person's: not an animal's, and not a drawing in flat colours.

Detectors and landmark networks find faces on dogs, dolls and cartoons too. Two independent cues tell animals: the detector's
score and the length of the identity embedding, which networks trained with a margin loss leave short for what is no human face
(Meng et al. 2021, MagFace). A drawing is told by its tones: a photograph spreads skin over many grey levels, a drawing
keeps it on a few. Statues, dolls and paintings that are modelled like a face pass: nothing here tells them.
"""

from __future__ import annotations

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging import geometry
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import detect, identity
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.landmarks import OVAL, Landmarks, fit

_SCORE, _LENGTH, _SCORE_WEIGHT = 0.89, 10.4, 20.0
_LEAST_EVIDENCE = -0.3
"""Evidence is _SCORE_WEIGHT (score - _SCORE) + length - _LENGTH. On 70 faces of people (portraits of all ages, with hats, beards,
glasses, grey, old prints) it is above -0.05, on 12 of dogs that landmarks accept below -0.45."""
_LENGTH_ALONE = 8.5
"""Shortest embedding of a face whose detector's score is on another scale."""
_MIRROR_SIDE = 1280
"""Longer side in pixels of the mirror picture."""
_SMALLEST = 25.0
"""Pixels between the eyes below which neither cue says anything."""
_CROP = 100.0
_LEVELS, _FLAT = 8, 0.45
"""Share of a face that its 8 commonest grey levels hold at most: photographs reach 0.26, drawings in 14 colours begin at 0.55,
photographs turned to cartoons by a network at 0.55."""
_DARK, _BURNT = 60, 250
"""Grey levels between which tones are told: an underexposed face has few of them, and burnt skin has one."""


def require_human(pyramid: Pyramid, face: Face, landmarks: Landmarks, models: Models) -> None:
    """Raise UnusablePicture ``no_face`` where the cues agree that this is no photographed person."""
    if landmarks.eye_distance < _SMALLEST:
        return
    if looks_like_drawing(pyramid, landmarks):
        raise UnusablePicture(
            Message("This looks like a drawing in flat colours, not like a photograph of a person. Use a photograph."),
            code="no_face",
        )
    if looks_animal(pyramid, face, landmarks, models):
        raise UnusablePicture(
            Message(
                "What looks like a face does not read as a person's. Use a photograph of one person, sharp, lit and uncovered."
            ),
            code="no_face",
        )


def looks_animal(pyramid: Pyramid, face: Face, landmarks: Landmarks, models: Models) -> bool:
    """Whether detector and identity network together say that the face is not a human's, in the picture and in its mirror.

    Both networks were trained on either side alike: a person whom a hat or an old print makes doubtful is rarely so twice.
    """
    if face.detector != "yunet":
        return _length_of(pyramid, landmarks, models) < _LENGTH_ALONE
    if _evidence(pyramid, face, landmarks, models) >= _LEAST_EVIDENCE:
        return False
    height, width = pyramid.shape
    small, matrix = pyramid.reduced((0, 0, width, height), _MIRROR_SIDE)
    mirror = Pyramid(np.ascontiguousarray(small[:, ::-1]))
    at = geometry.apply(matrix, [face.centre])[0]
    at[0] = small.shape[1] - 1 - at[0]
    near = [other for other in detect.detect(mirror, models) if np.linalg.norm(other.centre - at) < 0.3 * other.size]
    if not near or near[0].detector != "yunet":
        return True
    found = fit(mirror, near[0], models)
    return _evidence(mirror, near[0], found, models) < _LEAST_EVIDENCE


def _evidence(pyramid: Pyramid, face: Face, landmarks: Landmarks, models: Models) -> float:
    return _SCORE_WEIGHT * (face.score - _SCORE) + _length_of(pyramid, landmarks, models) - _LENGTH


def _length_of(pyramid: Pyramid, landmarks: Landmarks, models: Models) -> float:
    """Length of the identity embedding."""
    scale = identity.CROP_EYES / landmarks.eye_distance
    matrix = geometry.similarity(landmarks.eyes, 0.0, 4 * scale, (480.0, 480.0))
    crop = pyramid.cut(matrix, (960, 960))
    moved = Landmarks(
        np.column_stack([geometry.apply(matrix, landmarks.xy), landmarks.points[:, 2] * 4 * scale]), landmarks.presence
    )
    return float(np.linalg.norm(identity.raw_embedding(crop, moved, models)))


def looks_like_drawing(pyramid: Pyramid, landmarks: Landmarks) -> bool:
    """Whether a few grey levels make up the face."""
    import cv2

    side = min(landmarks.eye_distance, _CROP)
    matrix = geometry.similarity(
        landmarks.eyes, landmarks.roll, side / landmarks.eye_distance, (1.3 * side, 1.1 * side)
    )
    crop = pyramid.cut(matrix, (int(2.6 * side), int(3.2 * side)))
    inside = np.zeros(crop.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(geometry.apply(matrix, landmarks.ring(OVAL))).astype(np.int32)], 1)
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY)[inside > 0]
    told = grey[grey < _BURNT]
    if len(told) < 0.5 * max(len(grey), 1) or np.median(grey) < _DARK:
        return False
    counts = np.sort(np.bincount(told, minlength=256))[::-1]
    return bool(counts[:_LEVELS].sum() > _FLAT * len(told))
