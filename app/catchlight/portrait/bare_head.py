"""Whether a head is bald or shaven where its outline ends above: two independent cues must agree, colour and parsing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from catchlight.portrait import skull
from catchlight.portrait.parsing import head_parsing

if TYPE_CHECKING:
    from catchlight.portrait.portrait import Portrait

_CHEEKS = (50, 280, 205, 425, 117, 346)
_COLUMNS_CM = np.linspace(-2.0, 2.0, 9)
_DEPTHS_CM = np.linspace(0.25, 2.0, 12)
_CHROMA_SHARE, _DARKER = 0.35, 10.0
"""Skin at the top has the cheeks' a*b* within this share of their chroma, and is no more than this darker in L*."""
_HAIR_SHARE = 0.4
"""Share of hair or hat by face parsing below which the strip under the outline is bare."""


def is_bare(portrait: Portrait, top: float) -> bool:
    """Whether skin reaches up to the outline of the head.

    top: height of the outline above the eyes, in pixels along the face's midline.
    """
    landmarks, cm = portrait.landmarks, portrait.pose.px_per_cm
    up, across = skull.axes(landmarks)
    across_px, down_px = _COLUMNS_CM[None, :, None] * cm, (top - _DEPTHS_CM * cm)[:, None, None]
    strip = landmarks.eyes + up * down_px + across * across_px
    if not _like_skin(portrait, strip):
        return False
    matrix = portrait.face_parsing.matrices[0]
    labels = portrait.face_parsing.answers[0].logits.argmax(axis=0)
    places = np.round(strip.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]).astype(int)
    inside = ((places >= 0) & (places < labels.shape[0])).all(axis=1)
    if not inside.any():
        return False
    seen = labels[places[inside, 1], places[inside, 0]]
    return float(np.isin(seen, (head_parsing.HAIR, head_parsing.HAT)).mean()) < _HAIR_SHARE


def _like_skin(portrait: Portrait, strip: npt.NDArray[np.float64]) -> bool:
    import cv2

    def lab(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
        x, y = (np.ascontiguousarray(points[..., axis], np.float32) for axis in (0, 1))
        values = cv2.remap(portrait.picture.rgb8, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.cvtColor(values.astype(np.float32) / 255, cv2.COLOR_RGB2LAB))

    skin = np.median(lab(portrait.landmarks.xy[list(_CHEEKS)][None]).reshape(-1, 3), axis=0)
    found = np.median(lab(strip).reshape(-1, 3), axis=0)
    chroma = float(np.hypot(*skin[1:]))
    return bool(chroma > 4 and np.hypot(*(found - skin)[1:]) < _CHROMA_SHARE * chroma and found[0] > skin[0] - _DARKER)
