"""What of a picture with several people lies on somebody else: nearer to another torso, or hidden by one farther in front."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.superpixels import Superpixels
from catchlight.portrait.face.detect import Face

_CHIN, _ABOVE, _BELOW = 0.5, 2.0, 0.6
"""Where a torso begins below the middle of its face, and how much heights above and below that count beside widths."""
_NECK, _SLOPE, _SHOULDERS = 1.0, 0.6, 2.0
"""Half the width of a torso under the chin, its growth with the distance below, and its most; in sizes of the face."""


def belongs_to_others(
    patches: Superpixels, face: Face, others: tuple[Face, ...], scale: float
) -> npt.NDArray[np.bool_]:
    """Which superpixels belong to one of ``others`` rather than to ``face``; none without others.

    face: in pixels of the superpixels' picture; others: in pixels of one that is 1 / scale times as large. Whose chin is lower
    stands in front.
    """
    at = patches.centres
    away, mine = _seen_from(at, face, 1.0)
    taken = np.zeros(patches.count, bool)
    for other in others:
        theirs, torso = _seen_from(at, other, scale)
        in_front = (other.y + other.height) * scale > face.y + face.height
        taken |= (theirs < away) & ((torso | ~mine) if in_front else ~mine)
    return taken


def _seen_from(
    at: npt.NDArray[np.float32], face: Face, scale: float
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Distances of places from a face's torso in sizes of the face, and which of them lie within that torso."""
    across, down = ((at - face.centre * scale) / (face.size * scale)).T
    torso = (down > 0.8 * _CHIN) & (np.abs(across) < np.minimum(_NECK + _SLOPE * (down - 0.8 * _CHIN), _SHOULDERS))
    away = np.hypot(across, np.where(down < _CHIN, _ABOVE, _BELOW) * (down - _CHIN))
    return np.asarray(away, np.float32), torso
