"""How the background beside hair varies: what may be moved with the hair, and whether its continuation behind it is a guess."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.filters.planes import dilate_mask as widened
from catchlight.imaging.picture import FloatPlane

_NEAR_CM, _SHAPES_CM = 5.0, (0.5, 3.0)
"""How near to hair a background counts, and the widths that are compared."""
_SHARP_PX, _SHARP_CM, _AROUND_CM, _MOSTLY, _SHARP = 20.0, (0.05, 0.2), 1.5, 90, 3.8
"""Pixels for a centimetre at which edges are told, the widths compared for them, how far round they count, in how many per cent
of all places, and what they differ by (0..255) where they would be seen bent. On sixteen pictures: 0.3 to 3.5 out of focus, 4.5
to 15 where stones, bricks, ceilings and flags are sharp."""


def background_variation(scene: HairScene, where: FloatPlane | None = None) -> float:
    """How far the background near the hair, or near ``where`` (HxW), varies from place to place, 0..255."""
    near = _near(scene, scene.hair if where is None else where)
    light = vec3.mean(scene.rgb)
    return float(_variation(light, near, _SHAPES_CM, scene.cm)[near].mean()) if near.any() else 0.0


def is_background_soft(scene: HairScene) -> bool:
    """Whether the background near the hair is so much out of focus, or so even, that nobody sees it drawn aside."""
    import cv2

    scale = min(1.0, _SHARP_PX / scene.cm)
    size = (max(2, round(scene.shape[1] * scale)), max(2, round(scene.shape[0] * scale)))
    near = cv2.resize(_near(scene, scene.hair).astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.99
    if not near.any():
        return True
    light = np.asarray(cv2.resize(vec3.mean(scene.rgb), size, interpolation=cv2.INTER_AREA), np.float32)
    edges, weight = _variation(light, near, _SHARP_CM, scene.cm * scale), near.astype(np.float32)
    mean = blur_plane(edges * weight, _AROUND_CM * scene.cm * scale) / (
        blur_plane(weight, _AROUND_CM * scene.cm * scale) + np.float32(1e-3)
    )
    return float(np.percentile(mean[near], _MOSTLY)) < _SHARP


def _near(scene: HairScene, hair: FloatPlane) -> npt.NDArray[np.bool_]:
    """Plain background near some hair."""
    return (scene.alpha < 0.03) & (scene.hair < 0.02) & widened(hair > 0.5, _NEAR_CM * scene.cm)


def _variation(light: FloatPlane, near: npt.NDArray[np.bool_], widths: tuple[float, float], cm: float) -> FloatPlane:
    """Difference between what is seen at two widths (cm), HxW in 0..255."""
    weight = near.astype(np.float32)
    fine, wide = (
        blur_plane(light * weight, width * cm) / (blur_plane(weight, width * cm) + np.float32(1e-3)) for width in widths
    )
    return np.asarray(np.abs(fine - wide), np.float32)
