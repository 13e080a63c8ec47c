"""Ears that are seen laid into the portrait without its hair."""

from __future__ import annotations

import numpy as np

from catchlight.hair.removal.ears.ear_skin import Ear
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.filters.planes import as_float, blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

_MELTS_CM = 0.2
"""Width over which an ear runs into the head before which it lies."""
_SMOOTH = 0.5
"""What an ear has of those of the face, and of the photo's grain with them: its skin is smoother."""
_SEEN_CM, _EARRING = 0.15, 0.5
"""Width over which what is seen of an ear goes over into what is not, and share of an earring that stays."""


def composite_ear(plate: FloatImage, scene: HairScene, ear: Ear, head: FloatPlane, rough: FloatImage) -> None:
    """Lay an ear into its part of the ``plate`` (hxwx3): at its outline as sharp as the picture; where it meets the ``head``
    (hxw) it runs into it. rough: hxwx1 or hxwx3, grain or pores of skin that is not seen."""
    import cv2

    meets = (head > 0.5) & (ear.shape < 0.5)
    away = cv2.distanceTransform((~meets).astype(np.uint8), cv2.DIST_L2, 5)
    share = ear.shape * np.clip(away / np.float32(_MELTS_CM * scene.cm), 0, 1)
    inside = cv2.distanceTransform(ear.own.astype(np.uint8), cv2.DIST_L2, 5)
    own = np.clip(inside / np.float32(_SEEN_CM * scene.cm), 0, 1)
    own = np.maximum(own, blur_plane(scene.earring[ear.part] > _EARRING, 1.0))[..., None]
    skin = as_float(scene.rgb[ear.part]) * own + (ear.skin + np.float32(_SMOOTH) * rough) * (1 - own)
    plate += (skin - plate) * share[..., None]
