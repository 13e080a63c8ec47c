"""Features of the face under hair that a style takes off, and what became of those that were seen: brows, eyes, rims, ears."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

HIDING_SHARE = 0.5
"""Share of hair from which a place is hidden by it."""
_EYES = ((mesh.RIGHT_BROW, mesh.RIGHT_EYE), (mesh.LEFT_BROW, mesh.LEFT_EYE))
_GLASSES_CM2, _RIM_CM, _ARM_CM = 10.0, 0.8, 0.5
"""Area of glasses from which some are worn: parsing finds up to 5 cm^2 on bare faces, and 22 to 50 on six that wear them; how far
round the eyes their rims lie, and half the height in which an arm goes to the ear."""
_EAR = {234: -1, 454: 1}
"""Landmarks beside the ears, and the side of the picture they lie on."""
_EAR_CM = (0.2, 1.8, -1.6, 1.0)
"""Where an ear lies: nearest and furthest beside its landmark, highest and lowest."""
_FAR = 10.0
"""Degrees of yaw from which the far ear is behind the cheek."""
_BESIDE_CM = 0.3
"""So far from any hair, old or new, a feature is compared: hair's shadow and edge lie nearer."""


def eye_zones(scene: HairScene) -> tuple[Mask, Mask]:
    """On either side, all from the brow down to the lower lid, HxW."""
    return _hull(scene, *_EYES[0]), _hull(scene, *_EYES[1])


def glasses_zone(scene: HairScene) -> Mask:
    """Where glasses that are worn can lie, from ear to ear, HxW; empty on a bare face."""
    import cv2

    found = np.zeros(scene.shape, np.uint8)
    if float((scene.glasses > 0.5).sum()) < _GLASSES_CM2 * scene.cm**2:
        return found > 0
    for (_, eye), ear in zip(_EYES, _EAR, strict=True):
        outer, root = scene.marks.xy[eye[0]], scene.marks.xy[ear]
        ends: Any = [np.round(point).astype(int).tolist() for point in (outer, root)]
        cv2.line(found, ends[0], ends[1], 1, max(1, round(2 * _ARM_CM * scene.cm)))
    return np.asarray((found > 0) | dilate_mask(np.logical_or(*eye_zones(scene)), _RIM_CM * scene.cm), bool)


def ear_zones(scene: HairScene) -> list[Mask]:
    """Where the ears lie that the camera sees unless hair hides them, HxW each."""
    height, width = scene.shape
    near, far, top, low = (value * scene.cm for value in _EAR_CM)
    found = []
    for mark, side in _EAR.items():
        if side * scene.head.pose.yaw > _FAR:
            continue
        x, y = scene.marks.xy[mark]
        ends = sorted((x + side * near, x + side * far))
        mask = np.zeros(scene.shape, bool)
        rows = slice(int(np.clip(y + top, 0, height)), int(np.clip(y + low, 0, height)))
        mask[rows, int(np.clip(ends[0], 0, width)) : int(np.clip(ends[1], 0, width))] = True
        found.append(mask)
    return found


def exposure_share(scene: HairScene, hair: FloatPlane, zone: Mask) -> float:
    """Share of a zone (HxW) that the photo's hair hides and the new ``hair`` (HxW) does not."""
    if not zone.any():
        return 0.0
    return float(((scene.hair[zone] > HIDING_SHARE) & (hair[zone] < HIDING_SHARE)).mean())


def feature_change(scene: HairScene, picture: ByteImage, hair: FloatPlane) -> float:
    """How unlike brows and eyes are that hair neither hid nor hides: deviation of the change of brightness by that of the
    brightness itself, 0 for the same and about 1 where the feature is gone; the worse of both sides. picture: HxWx3."""
    away = ~dilate_mask((scene.hair > 0.1) | (hair > 0.1), _BESIDE_CM * scene.cm)
    before, after = vec3.mean(scene.rgb), vec3.mean(picture)
    worst = 0.0
    for zone in eye_zones(scene):
        free = zone & away
        if free.sum() > 0.25 * zone.sum():
            apart = after[free] - before[free]
            worst = max(worst, float(apart.std() / max(float(before[free].std()), 1.0)))
    return worst


def _hull(scene: HairScene, *rings: tuple[int, ...]) -> Mask:
    import cv2

    points = np.concatenate([scene.marks.xy[list(ring)] for ring in rings])
    found = np.zeros(scene.shape, np.uint8)
    cv2.fillConvexPoly(found, cv2.convexHull(np.round(points).astype(np.int32)), 1)
    return found > 0
