"""Scraps of the old background at an outline: a corner of a flag beside a beard, a lamp over a head, sky between curls.

Three independent cues must agree: the colour is more usual on the background nearby than on the person (histograms of both
sides, as in interactive segmentation, Boykov and Jolly 2001), its hue and saturation are far from the person's nearby, and
parsing is not sure of a person. Where wall and clothes have one colour the second keeps the clothes.

References:
    Y. Y. Boykov, M.-P. Jolly, "Interactive graph cuts for optimal boundary and region segmentation of objects in N-D
    images", ICCV 2001, doi:10.1109/ICCV.2001.937505 (colour histograms of both sides).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import blur_within_mask
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.matting.repair.parsing_agreement import likeness

_KEPT, _SOLID, _BACK = 0.5, 0.95, 0.05
_RIM_CM, _DEEP_CM = 1.0, 0.8
"""Depth to which a solid matte may be a scrap, and from which it tells the person's colours."""
_UNSURE = 0.25
"""Parsed share of background from which parsing is not sure of a person."""
_CHROMA, _LIKE = 18.0, 0.8
"""Distance in a*b* from the person's mean nearby, and likelihood of the background's colours, above which one is no person's."""
_PERSON_CM, _FAR_CM, _BLOCK_CM = 1.5, 3.0, 1.5
"""Gaussian width in which the person's colours are averaged; reach and step of the histograms."""

_BESIDE_CM, _KNOWN, _ONE_COLOUR = 0.35, 0.02, 15.0
"""Gaussian width in which the colours of both sides of an outline are averaged, share of a side in it from which they are known,
and their distance (CIE 1976) below which they are one colour."""


def find_scraps(rgb: ByteImage, alpha: FloatPlane, ground: FloatPlane, cm: float) -> Mask:
    """Where ``alpha`` (HxW, 0..1) of ``rgb`` (HxWx3) holds background at its outline, HxW.

    ground: HxW, parsed share of background, 0 where parsing knows nothing. cm: pixels for one cm.
    """
    import cv2

    nothing = np.zeros(alpha.shape, bool)
    solid = np.pad((alpha > _SOLID).astype(np.uint8), 1, mode="edge")
    deep = cv2.distanceTransform(solid, cv2.DIST_L2, 5)[1:-1, 1:-1] / cm
    doubted = (alpha > _KEPT) & (deep < _RIM_CM) & (ground > _UNSURE)
    person, back = deep > _DEEP_CM, alpha < _BACK
    if not (doubted.any() and person.any() and back.any()):
        return nothing
    few = np.asarray(cv2.GaussianBlur(rgb, (0, 0), 0.8), np.uint8)
    lab: Any = cv2.cvtColor(few.astype(np.float32) / np.float32(255), cv2.COLOR_RGB2LAB)
    own = blur_within_mask(lab[..., 1:], person.astype(np.float32), _PERSON_CM * cm)
    strange = doubted & (vec3.length(lab[..., 1:] - own) > _CHROMA)
    found = likeness(few, strange, back, person, (_BLOCK_CM * cm, _FAR_CM * cm)) > _LIKE
    return np.asarray(cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def alike_share(lab: npt.NDArray[np.float32], alpha: FloatPlane, seen: Mask, cm: float) -> float:
    """Share of a person's outline, 0..1, beside which person and background have one colour: where it lies there is a guess.

    lab: HxWx3 CIELAB. alpha: HxW in 0..1. seen: HxW, where the outline counts. cm: pixels for one cm.
    """
    import cv2

    person, back = ((alpha > _SOLID).astype(np.float32), (alpha < _BACK).astype(np.float32))
    apart = np.linalg.norm(
        blur_within_mask(lab, person, _BESIDE_CM * cm) - blur_within_mask(lab, back, _BESIDE_CM * cm), axis=2
    )
    known = np.minimum(gaussian_blur(person, _BESIDE_CM * cm), gaussian_blur(back, _BESIDE_CM * cm)) > _KNOWN
    outline = cv2.morphologyEx((alpha > 0.5).astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    counted = outline & seen & known
    return float((apart[counted] < _ONE_COLOUR).mean()) if counted.any() else 0.0
