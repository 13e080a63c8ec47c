"""What an imagined area must stand before anybody sees it: each check raises ImaginingFailed and says what it found."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imagine.errors import ImaginingFailed
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import detect, identity
from catchlight.portrait.portrait import Portrait

MOST_SEAM = 1.5
"""Steepness of a rim by that around it, from which it is seen."""
LEAST_ALIKE = 0.9
"""Likeness of a face (SFace) to itself before, where neither hair nor mouth was to change."""
LEAST_ALIKE_HAIR = 0.6
"""The same where the whole hair style was to change: the network sees forehead and hair too."""
LEAST_OVERLAP = 0.6
"""Intersection by union of what a draft shows and what the answer shows in its place."""
LEAST_DETAIL = 0.25
"""Fine detail of hair or cloth in an answer by that of its draft."""
MOST_TONE = 12.0
"""CIEDE2000 of the mean colours of a draft and its answer from which the answer takes the draft's."""
MOST_MOVED = 0.02
"""What a landmark may have moved, in shares of the distance between the eyes."""
_COVERED = 0.5


def require_untouched_outside(before: Pixels, after: Pixels, mask: FloatPlane) -> None:
    """Every value outside a mask is the source's, alpha everywhere. Raises AssertionError: a fault of this program."""
    outside = mask <= 0
    if not np.array_equal(before[outside], after[outside]) or not np.array_equal(before[..., 3:], after[..., 3:]):
        raise AssertionError("an engine's answer was laid outside of its mask")


def require_closed(rim: float) -> None:
    """The rim of what was filled is not seen. rim: of ``retouch.removal.seam``."""
    if rim > MOST_SEAM:
        raise ImaginingFailed(
            Message("The edge of what the engine made shows. Try again, or mark the place a little larger."), "seam"
        )


def require_no_new_face(before: Pixels, after: Pixels, mask: FloatPlane, models: Models) -> None:
    """No face has come up in the mask; all of one window. before: with the hole filled by our own means."""
    if max(mask.shape) < 64:
        return
    known = [face.centre for face in _faces(before, models)]
    for face in _faces(after, models):
        x, y = (int(np.clip(value, 0, side - 1)) for value, side in zip(face.centre, mask.shape[::-1], strict=True))
        again = any(np.linalg.norm(face.centre - place) < 0.5 * face.size for place in known)
        if mask[y, x] > _COVERED and not again:
            raise ImaginingFailed(Message("The engine put another face into the picture. Try again."), "faces")


def require_tone(apart: float) -> None:
    """apart: CIEDE2000 of the mean colours of a draft and its answer, after that has taken the draft's."""
    if apart >= MOST_TONE:
        raise ImaginingFailed(
            Message("The engine's colours are far from those that were wished for. Try again."), "colour"
        )


def require_detail(kept: float) -> None:
    """kept: fine detail of an answer by that of its draft."""
    if kept < LEAST_DETAIL:
        raise ImaginingFailed(
            Message("The engine made a plain patch where hair or cloth was wished for. Try again."), "detail"
        )


def require_shape(draft: FloatPlane, made: FloatPlane) -> float:
    """What the engine made has the form of its draft: how far both overlap. draft, made: shares of the same thing in both
    pictures, HxW in 0..1; of next to nothing no form can be told."""
    wished, shown = draft > _COVERED, made > _COVERED
    union = int((wished | shown).sum())
    overlap = int((wished & shown).sum()) / union if union else 1.0
    if overlap < LEAST_OVERLAP:
        raise ImaginingFailed(
            Message("The engine made another form than the one that was wished for. Try again."), "shape"
        )
    return overlap


def require_same_person(portrait: Portrait, after: Pixels, least: float = LEAST_ALIKE) -> Portrait:
    """The face of a portrait is where and what it was, in the whole picture after, which is given back as a portrait. For masks
    beside the face. least: likeness that is asked for."""
    found = identity.embedding(Picture(after).rgb8, portrait.landmarks, portrait.models)
    alike = identity.likeness(found, portrait.identity)
    if alike < least:
        raise ImaginingFailed(
            Message("With what the engine made the face is no longer surely the same person. Try again."), "identity"
        )
    before = portrait.landmarks
    seen = Portrait(Picture(after), portrait.models)
    try:
        moved = seen.landmarks
    except UnusablePicture as fault:
        raise ImaginingFailed(
            Message("With what the engine made no single face is seen any more. Try again."), "landmarks"
        ) from fault
    apart = float(np.linalg.norm(before.left_eye - before.right_eye))
    if float(np.median(np.linalg.norm(moved.xy - before.xy, axis=1))) > MOST_MOVED * apart:
        raise ImaginingFailed(Message("The engine moved the face. Try again."), "landmarks")
    return seen


def _faces(pixels: Pixels, models: Models) -> tuple[detect.Face, ...]:
    """Upright faces alone: what is looked for is one that a person would see."""
    colours: Any = pixels[..., :3]
    rgb = Picture(np.ascontiguousarray(colours)).rgb8
    return tuple(face for face in detect.detect(Pyramid(rgb), models) if face.detector == "yunet")
