"""How untidy the person's own hair is: single hairs stand off another style as they do off it."""

from __future__ import annotations

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.styling_scene import HairScene

_SOLID, _LOCK_CM, _BESIDE_CM = 0.6, 0.25, (0.2, 0.8)
"""Coverage of solid hair, half the width of what counts as a lock of it, and how far beside that single hairs are looked for."""
_LEAST_CM2, _USUAL, _MOST = 6.0, 0.035, 2.5
"""Background beside the hair that tells how untidy it is, coverage there of hair as tidy as styles are drawn, and how many times
as many hairs stand off at most. On sixteen heads: 0.01 to 0.28, half of them within 0.05 to 0.11."""


def measure_flyaways(scene: HairScene) -> float:
    """How many times as many hairs stand off the own hair as off hair that is tidy, 1 or more; 1 where that is not seen."""
    import cv2

    cm = scene.cm
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(_LOCK_CM * cm) + 1,) * 2)
    solid = cv2.morphologyEx((scene.hair > _SOLID).astype(np.uint8), cv2.MORPH_OPEN, kernel)
    away = cv2.distanceTransform(1 - solid, cv2.DIST_L2, 5) / np.float32(cm)
    beside = (away > _BESIDE_CM[0]) & (away < _BESIDE_CM[1])
    beside &= scene.skin + scene.neck + scene.cloth + scene.ear + scene.oval < 0.1
    beside[int(max(0, scene.chin[1])) :] = False
    if beside.sum() < _LEAST_CM2 * cm * cm:
        return 1.0
    return float(np.clip(scene.hair[beside].mean() / _USUAL, 1, _MOST))


def add_flyaways(style: Groom, untidy: float) -> Groom:
    """A style on such hair."""
    flyaway = min(style.fibre.flyaway * untidy, 0.3)
    return style.model_copy(update={"fibre": style.fibre.model_copy(update={"flyaway": flyaway})})
