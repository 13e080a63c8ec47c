"""Pictures that are cut to a shape, such as a circle: what lies beyond it is unknown, and is carried on while hair is changed."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.hair import analysis
from catchlight.imaging import inpaint
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import Pixels
from catchlight.portrait.portrait import Portrait

_NOBODY, _GROUND = 0.05, 0.02
"""Alpha of what is not the person, and share of a picture from which a file with alpha shows its background."""
_RIM_CM, _CUT_CM2 = 0.3, 0.5
"""Width of the rim of a shape, and the area of hair there from which the shape cuts it off."""


def is_bounded(portrait: Portrait) -> bool:
    """Whether a picture is transparent around a shape that holds some of the background too."""
    if not portrait.picture.has_alpha:
        return False
    own = portrait.picture.pixels[..., 3]
    solid = own > np.iinfo(own.dtype).max / 2
    if solid.all():
        return False
    return portrait.shape is not None or float((solid & (portrait.alpha < _NOBODY)).mean()) > _GROUND


def cuts_hair(portrait: Portrait) -> bool:
    """Whether the shape that a picture is cut to cuts the hair off, and it goes on where nothing is seen. Raises UnusablePicture
    as ``analysis.of`` does."""
    hair = analysis.analyse_hair(extend_beyond_shape(portrait))
    x0, y0, x1, y1 = hair.box
    empty = portrait.picture.pixels[y0:y1, x0:x1, 3] == 0
    rim = dilate_mask(empty, _RIM_CM * hair.px_per_cm) & ~empty
    return float((rim & (hair.mask > np.iinfo(hair.mask.dtype).max / 2)).sum()) > _CUT_CM2 * hair.px_per_cm**2


def extend_beyond_shape(portrait: Portrait) -> Portrait:
    """The same person and analysis in an opaque picture, in which colours go on beyond the shape; kept with the portrait."""

    def made() -> Portrait:
        pixels: Any = portrait.picture.pixels
        top = np.iinfo(pixels.dtype).max
        seen = np.asarray(pixels[..., 3] == top, np.float32)
        colours = inpaint.fill_smoothly(pixels[..., :3].astype(np.float32), seen)
        filled = np.where(seen[..., None] > 0, pixels[..., :3], np.rint(colours.clip(0, top)).astype(pixels.dtype))
        twin = Portrait(portrait.picture.with_(pixels=np.ascontiguousarray(filled)), portrait.models)
        twin.kept("faces", lambda: portrait.faces)
        twin.kept("head", lambda: (portrait.landmarks, portrait.pose))
        twin.kept("parsing", lambda: portrait.parsing)
        twin.kept("face_parsing", lambda: portrait.face_parsing)
        twin.kept("alpha", lambda: portrait.alpha)
        return twin

    return portrait.kept("groom:whole", made)


def cut_to_shape(before: Pixels, after: Pixels) -> Pixels:
    """``after`` (HxWx3) inside the shape of ``before`` (HxWx4), whose alpha stays."""
    result = before.copy()
    inside = before[..., 3] > 0
    result[inside, :3] = after[inside]
    return result
