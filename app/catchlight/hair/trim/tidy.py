"""Tidying the person's own hair: single strands beside it are taken away."""

from __future__ import annotations

import numpy as np

from catchlight.hair import background_variation
from catchlight.hair.mask import stray_strands
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import smooth as smoothed
from catchlight.hair.trim.volume import EditedHair
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import FloatImage, FloatPlane

_LOCK_CM, _DENSE, _PART = 0.5, 0.65, 0.05
"""Width of the thinnest lock, the hair in it, and how large a part of the hair is by the largest to be more than a strand."""
_AMONG_CM, _SHEER = 0.2, 0.35
"""Width over which strands side by side are one lock, and how much of it they cover where one sees through between them."""
_ENDS_CM, _BESIDE_CM, _HAND_CM = 0.9, 0.25, 0.2
"""Length over which strands grow thin beside locks, how far beside the matte some were missed, and the width from which something
is no strand."""
_CLOSE_CM, _ACROSS_CM = 0.08, 0.35
"""How far beside strands they are seen before a sharp background, and from how far it may be carried on behind them."""
_BEYOND_CM, _DYED_CM = 1.5, 0.1
"""How far beyond where hair may show strands are looked for, and how far round them the background is not to be gone by."""
_SKIN = 0.3
"""Share of skin from which strands stay: taken away over a face, they leave airbrushed skin and a hairline like a wig's."""


def tidy_hair(scene: HairScene, bare: CleanPlate, flyaways: float, smooth: float) -> EditedHair:
    """flyaways, smooth: 0..1."""
    picture, hair = as_float(scene.rgb), scene.hair
    if smooth > 0:
        picture = smoothed.smooth_strands(scene, picture, smooth, _skin(scene))
    if flyaways > 0:
        # A background is laid along the strands alone and goes on as it is between them.
        near, behind = (
            _before_calm(scene, bare) if background_variation.is_background_soft(scene) else _before_sharp(scene)
        )
        loose = _loose(scene, bare, near) * np.float32(flyaways)
        apart = behind - picture
        vec3.scale(apart, loose)
        picture = picture + apart
        hair = hair * (1 - loose)
    return EditedHair(as_bytes(np.asarray(picture, np.float32)), np.asarray(hair, np.float32))


def _before_calm(scene: HairScene, bare: CleanPlate) -> tuple[FloatPlane, FloatImage]:
    """Where strands lie before a background that is out of focus, HxW in 0..1, and that background without them, HxWx3 in
    0..255."""
    # With room for what the matte missed of them.
    near = dilate_mask(scene.hair > 0.02, _BESIDE_CM * scene.cm) | dilate_mask(
        _missed(scene, bare), 0.5 * _BESIDE_CM * scene.cm
    )
    seen = ~dilate_mask(near, _DYED_CM * scene.cm) & (scene.alpha < 0.03)
    return blur_plane(near, max(0.8, 0.5 * _BESIDE_CM * scene.cm)), _behind(scene, seen)


def _missed(scene: HairScene, bare: CleanPlate) -> Mask:
    """Strands beside the hair that the matte has missed, HxW. What goes on beyond where hair may reach is a line of the
    background."""
    import cv2

    reach = dilate_mask(bare.zone > 0.02, _BEYOND_CM * scene.cm)
    found = stray_strands.find_stray_strands(scene, (scene.hair < 0.02) & reach)
    _, labels = cv2.connectedComponents(found.astype(np.uint8), connectivity=8)
    goes_on = np.zeros(int(labels.max()) + 1, bool)
    goes_on[np.unique(labels[reach & dilate_mask(~reach, 1)])] = True
    goes_on[0] = True
    return np.asarray(~goes_on[labels])


def _before_sharp(scene: HairScene) -> tuple[FloatPlane, FloatImage]:
    """As ``_before_calm`` before a sharp background: single strands alone with plain background close beside them, and only those
    that the matte knows, as others cannot be told from lines of the background."""
    cm = scene.cm
    near = dilate_mask(scene.hair > 0.02, _CLOSE_CM * cm)
    seen = ~dilate_mask(near, 1) & (scene.alpha < 0.03)
    close = blur_plane(dilate_mask(seen, _ACROSS_CM * cm), max(0.8, 0.5 * _CLOSE_CM * cm))
    return np.asarray(blur_plane(near, max(0.8, 0.5 * _CLOSE_CM * cm)) * close, np.float32), _behind(scene, seen)


def _behind(scene: HairScene, seen: Mask) -> FloatImage:
    """The background that is ``seen`` (HxW), carried on everywhere with the photo's grain, HxWx3 in 0..255."""
    behind = inpaint.fill_smoothly(as_float(scene.rgb), seen.astype(np.float32))
    vec3.shift(
        behind, inpaint.grain_noise(np.random.default_rng(0), scene.shape) * inpaint.measure_grain(scene.rgb, seen)
    )
    return behind


def _loose(scene: HairScene, bare: CleanPlate, near: FloatPlane) -> FloatPlane:
    """How far what is seen beside the locks gives way to the background, HxW in 0..1: strands grow thin before they end. near:
    HxW in 0..1, where strands lie."""
    away = _from_locks(scene)
    share = np.clip(away / np.float32(_ENDS_CM), 0, 1)
    share *= share * (3 - 2 * share)
    share *= near
    return np.asarray(share * (1 - bare.body) * (1 - _skin(scene)) * (1 - _others(scene)), np.float32)


def _from_locks(scene: HairScene) -> FloatPlane:
    """How far from a lock each pixel is, HxW in cm."""
    import cv2

    cm = scene.cm
    side = max(3, round(_LOCK_CM * cm)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    dense = (scene.hair > _DENSE) | (blur_plane(scene.hair, _AMONG_CM * cm) > _SHEER)
    locks = cv2.morphologyEx(dense.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(locks)
    areas = stats[:, cv2.CC_STAT_AREA].astype(float)
    areas[0] = 0
    locks = (areas > _PART * areas.max())[labels].astype(np.uint8)
    return np.asarray(cv2.distanceTransform(1 - locks, cv2.DIST_L2, 5) / np.float32(cm), np.float32)


def _others(scene: HairScene) -> FloatPlane:
    """What of the person is no hair, hands and clothes, with a soft edge, HxW in 0..1."""
    import cv2

    side = max(3, round(_HAND_CM * scene.cm)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    inside = cv2.morphologyEx((scene.alpha - scene.hair > 0.3).astype(np.uint8), cv2.MORPH_OPEN, kernel)
    return np.asarray(blur_plane(dilate_mask(inside, 0.1 * scene.cm), max(0.8, 0.08 * scene.cm)), np.float32)


def _skin(scene: HairScene) -> FloatPlane:
    """Face, ears and neck, with a soft edge, HxW in 0..1."""
    bare = np.maximum.reduce([scene.oval, scene.skin, scene.ear, scene.neck]) > _SKIN
    return np.asarray(blur_plane(dilate_mask(bare, 0.1 * scene.cm), max(0.8, 0.08 * scene.cm)), np.float32)
