"""Of a shirt what lies in shadow: the inside of its collar, and its edge along the jacket, are no jacket's, however dark."""

from __future__ import annotations

import numpy as np

from catchlight.clothing.segment import body_position
from catchlight.clothing.segment.cloth_map import Cloth
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatPlane

_LINK_CM = 0.3
"""Half the width of a link by which no jacket goes on."""
_DEEP_CM, _LARGEST_CM2 = 2.5, 12.0
"""How far below the neckline the inside of a collar is seen, and how much of it."""
_EDGE_CM = 1.2
"""So far from a shirt's lit part its edge in the jacket's shadow goes on."""
_TINTS, _CHROMA, _OWN = 0.1, 0.01, 0.5
"""By how much the shirt's ratio of chroma to lightness is beyond the jacket's at least, what of it must show in OKLab, and the
share from which a pixel is the shirt's."""
_DARKEST = 0.06


def shirt_inside_collar(found: Cloth, jacket: Mask, shirt: Mask, bare: Mask) -> Mask:
    """Of the pixels that are told to be the jacket's those that lie inside the shirt's collar: the outer garment never does.

    jacket, shirt, bare (no cloth): over the reduced picture. They are pieces that hang on the jacket by a narrow link at most,
    high up, with shirt and skin beside them.
    """
    import cv2

    reach = max(1, round(_LINK_CM * found.cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    count, pieces = cv2.connectedComponents(cv2.morphologyEx(jacket.astype(np.uint8), cv2.MORPH_OPEN, kernel))
    down = found.patches.drawn(found.down) - body_position.neckline(found)
    within = np.zeros(count, np.bool_)
    for piece in range(1, count):
        mask = pieces == piece
        if float(mask.sum()) < _LARGEST_CM2 * found.cm**2 and float(np.median(down[mask])) < _DEEP_CM:
            near = cv2.dilate(mask.astype(np.uint8), kernel) > 0
            within[piece] = bool((near & shirt).any()) and bool((near & bare).any())
    if not within.any():
        return np.zeros_like(jacket)
    # What the opening took away goes with the nearest piece.
    _, nearest = cv2.distanceTransformWithLabels(
        (pieces == 0).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    owner = np.zeros(int(nearest.max()) + 1, pieces.dtype)
    owner[nearest[pieces > 0]] = pieces[pieces > 0]
    return np.asarray(within[owner[nearest]] & jacket, bool)


def shirt_in_shadow(found: Cloth, jacket: Mask, shirt: Mask) -> Mask:
    """Of the pixels that are told to be the jacket's those beside the shirt that have the shirt's tint, in shadow.

    Light on cloth scales lightness and chroma alike: their ratio stays as it becomes dark. Nothing unless the shirt is the more
    colourful: any cloth is grey where it is nearly black.
    """
    import cv2

    none = np.zeros_like(jacket)
    if not shirt.any() or not jacket.any():
        return none
    lab = cv2.GaussianBlur(oklab.from_srgb(found.rgb.astype(np.float32) / np.float32(255)), (0, 0), 1.0)
    ratio = lab[..., 1:] / np.maximum(lab[..., :1], np.float32(_DARKEST))
    ours, theirs = (np.median(ratio[mask], axis=0) for mask in (shirt, jacket))
    axis = ours - theirs
    gap = float(np.hypot(*axis))
    if gap < _TINTS or np.hypot(*ours) < np.hypot(*theirs) + 0.5 * _TINTS:
        return none
    share: FloatPlane = ((ratio - theirs) @ (axis / gap**2)).astype(np.float32)
    shows = share * np.float32(gap) * lab[..., 0] > _CHROMA
    reach = max(1, round(_EDGE_CM * found.cm))
    near = cv2.dilate(shirt.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)) > 0
    like = jacket & near & shows & (share > _OWN)
    # Only what hangs on the shirt: a blue pin on the lapel is none of it.
    _, pieces = cv2.connectedComponents((like | shirt).astype(np.uint8))
    return np.asarray(like & np.isin(pieces, np.unique(pieces[shirt])), bool)
