"""The person's matte: what the network says, mended and limited by all else that is known of the portrait."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane
from catchlight.matting import modnet
from catchlight.matting.modnet import Matte
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.head_parsing import Parsing

if TYPE_CHECKING:
    from catchlight.portrait.portrait import Portrait

_CHIN = (0.0, -9.4, 4.3)
"""Of the canonical face, in cm."""
_AWAY = 0.05
"""Alpha below which nothing of the person is seen."""


def matte_bust(portrait: Portrait) -> Matte:
    """Matte of head and shoulders."""
    matte = _mended(portrait, modnet.bust_matte(portrait.pyramid, portrait.pose, portrait.models))
    # An ID photo's frame lies in the tight crop, and a second run of the network would cost as much as the first.
    return _limited(portrait, _agreed(portrait, matte, portrait.face_parsing))


def matte_person(portrait: Portrait) -> FloatPlane:
    """The person's alpha, HxW float32 in 0..1; of everything in front where no face was found."""
    if not portrait.faces:
        return _limited(portrait, modnet.whole_matte(portrait.pyramid, None, portrait.models)).full()
    matte = _mended(portrait, modnet.whole_matte(portrait.pyramid, portrait.pose, portrait.models))
    return _limited(portrait, _agreed(portrait, matte, portrait.parsing)).full()


def _mended(portrait: Portrait, matte: Matte) -> Matte:
    """The matte, with what face parsing knows to be the person where matting lost the face (old prints, hats)."""
    if modnet.covers_face(matte, portrait.landmarks):
        return matte
    import cv2

    x0, y0, x1, y1 = matte.box
    person = 1 - portrait.parsing.plane([head_parsing.BACKGROUND])[y0:y1, x0:x1]
    share = np.asarray(cv2.resize(person, matte.alpha.shape[::-1], interpolation=cv2.INTER_AREA), np.float32)
    edged = head_parsing.refine_edges(share, matte.rgb, 0.6 * portrait.pose.px_per_cm * matte.scale)
    return replace(matte, alpha=modnet.repair_matte(matte.alpha, edged))


def _agreed(portrait: Portrait, matte: Matte, parsed: Parsing) -> Matte:
    """The matte without what parsing and colours say it mistook. Outlines that stand in for parsing know no more than it."""
    if not portrait.models.face_parsing:
        return matte
    from catchlight.matting.repair.parsing_agreement import reconcile_with_parsing

    seen = parsed.through(matte.matrix, matte.alpha.shape)
    chin = float(geometry.apply(matte.matrix, portrait.pose.project([_CHIN]))[0, 1])
    alpha = reconcile_with_parsing(matte.rgb, matte.alpha, seen, chin, portrait.pose.px_per_cm * matte.scale)
    return matte if alpha is matte.alpha else replace(matte, alpha=alpha)


def _limited(portrait: Portrait, matte: Matte) -> Matte:
    """The matte, limited by the picture's own alpha, or by the shape that it was cut to."""
    import cv2

    x0, y0, x1, y1 = matte.box
    if portrait.picture.has_alpha:
        own: Any = portrait.picture.pixels[y0:y1, x0:x1, 3] / np.float32(np.iinfo(portrait.picture.pixels.dtype).max)
    elif portrait.shape is not None:
        size = (portrait.picture.width, portrait.picture.height)
        own = np.asarray(cv2.resize(portrait.shape, size)[y0:y1, x0:x1], np.float32)
    else:
        return matte
    limit = cv2.resize(own, matte.alpha.shape[::-1], interpolation=cv2.INTER_AREA)
    return replace(matte, alpha=np.asarray(matte.alpha * limit, np.float32))


def stands_before_nothing(portrait: Portrait) -> bool:
    """Whether the picture is transparent where the person is not."""
    if not portrait.picture.has_alpha:
        return False
    beside = portrait.alpha < _AWAY
    if not beside.any():
        return False
    own = portrait.picture.pixels[..., 3]
    return float(own[beside].mean()) < np.iinfo(own.dtype).max / 2
