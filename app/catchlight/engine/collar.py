"""The inside of a collar: what lies between it and the neck is no jacket's, however dark its shadow makes it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.engine import torso
from catchlight.engine.cloth import Cloth

_LINK_CM = 0.3
"""Half the width of a link by which no jacket goes on."""
_DEEP_CM, _LARGEST_CM2 = 2.5, 12.0
"""How far below the neckline the inside of a collar is seen, and how much of it."""

Plane = npt.NDArray[np.bool_]


def inside(found: Cloth, jacket: Plane, shirt: Plane, bare: Plane) -> Plane:
    """Of the pixels that are told to be the jacket's those that lie inside the shirt's collar: the outer garment never does.

    jacket, shirt, bare (no cloth): over the reduced picture. They are pieces that hang on the jacket by a narrow link at most,
    high up, with shirt and skin beside them.
    """
    import cv2

    reach = max(1, round(_LINK_CM * found.cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    count, pieces = cv2.connectedComponents(cv2.morphologyEx(jacket.astype(np.uint8), cv2.MORPH_OPEN, kernel))
    down = found.patches.drawn(found.down) - torso.neckline(found)
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
