"""What shows between chin and collar: a smooth neck, or the detail of a beard that hangs over it."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.filters.planes import blur_plane, dilate_mask
from catchlight.imaging.picture import ByteImage, FloatPlane

BEARD_DETAIL = 0.1
"""Mean detail (of its brightness) from which it is a beard: necks have 0.01 to 0.05, beards over a collar 0.2 and more."""
_HALF_CM, _DEEP_CM, _BELOW_CM = 4.0, 8.0, 0.6
"""Half the width and the depth of what is looked at, and how far below the chin it begins."""
_FINE_CM, _COARSE_CM, _BRIGHT_CM = 0.03, 0.15, 0.3
_DARKEST = 8


def local_detail(rgb: ByteImage, cm: float) -> FloatPlane:
    """Detail finer than 1.5 mm as a share of the brightness around it, HxW."""
    import cv2

    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32)
    fine = np.abs(blur_plane(grey, max(0.5, _FINE_CM * cm)) - blur_plane(grey, _COARSE_CM * cm))
    return np.asarray(fine / np.maximum(blur_plane(grey, _BRIGHT_CM * cm), _DARKEST), np.float32)


def throat_detail(rgb: ByteImage, cloth: FloatPlane, chin: tuple[float, float], axis: float, cm: float) -> float:
    """Mean ``local_detail`` between chin and cloth (HxW in 0..1); 0 where nothing shows there."""
    rows, columns = np.ogrid[: cloth.shape[0], : cloth.shape[1]]
    shown = (rows > chin[1] + _BELOW_CM * cm) & (rows < chin[1] + _DEEP_CM * cm)
    # What lies below the first cloth of a column is the chest, or nothing.
    shown = (
        shown & (np.abs(columns - axis) < _HALF_CM * cm) & (np.cumsum((cloth > 0.5) & (rows > chin[1]), axis=0) == 0)
    )
    shown &= ~dilate_mask(cloth > 0.05, 0.3 * cm)
    return float(local_detail(rgb, cm)[shown].mean()) if shown.any() else 0.0
