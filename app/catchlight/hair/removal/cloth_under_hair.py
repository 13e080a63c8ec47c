"""Cloth under hair: mirrored from the other side of the body where that shows it, else patched from the cloth that is seen."""

from __future__ import annotations

import numpy as np

from catchlight.hair.removal import surface_detail
from catchlight.hair.removal.neck.torso import Torso
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import FloatImage, FloatPlane

_PATCHED_AT = 420
_WEAVE_CM, _LEAST_CM = 0.12, 0.5
"""Width of what is fine on cloth, which patches found in a smaller picture lack, and half the side of a piece that shows it."""
_CALM = 0.6
"""How far that counts: on a coarse knit, which it cannot follow, more of it is seen as noise."""
_SLIVER_CM = 0.5
"""Half the width from which a piece of the other side is taken."""
_ALIKE = 22.0
"""Mean difference (0..255) between cloth and its mirror image up to which both sides count as alike."""
_MIRRORED, _PATCHED, _UNSEEN = 0.15, 0.8, 1.0
"""How daring cloth is that is mirrored, patched, and made up of what hardly shows any."""


def rebuild_cloth(scene: HairScene, body: Torso, zone: FloatPlane, seed: int) -> tuple[FloatImage, FloatPlane]:
    """Cloth everywhere below the shoulder line, HxWx3 float32, and how daring it is, HxW."""
    rgb, cm = as_float(scene.rgb), scene.cm
    shown = (scene.alpha > 0.95) & (scene.hair < 0.04) & (scene.oval < 0.1) & (zone < 0.5)
    y = np.arange(scene.shape[0])[:, None]
    bare = scene.skin + scene.neck > 0.4
    worn = shown & ((scene.cloth > 0.5) | ((body.cloth > 0.99) & (y > scene.chin[1] + 6 * cm) & ~bare))
    seen = erode_mask(worn, 0.1 * cm)
    hole = (zone > 0) & (body.cloth > 0) & ~seen
    cost = np.where(hole, np.float32(_PATCHED), np.float32(0))
    if seen.sum() < 3 * cm * cm or hole.sum() < 50:
        # Shoulders may be bare: what is seen of them goes on then, and of the face where nothing is.
        known = next((where for where in (seen, shown) if where.any()), scene.oval > 0.9)
        return inpaint.fill_smoothly(rgb, known.astype(np.float32)), np.where(hole, np.float32(_UNSEEN), np.float32(0))
    image = scene.rgb.copy()
    flipped, there = _mirrored(scene, seen)
    # A sliver of the other side, in other light, would lie in the patches like a rag.
    mirrored = (
        dilate_mask(erode_mask(erode_mask(there, 0.1 * cm) & hole, _SLIVER_CM * cm), _SLIVER_CM * cm) & there & hole
    )
    if mirrored.any():
        level = _level(rgb, flipped, seen & there, cm)
        image[mirrored] = np.clip(level[mirrored], 0, 255).astype(np.uint8)
        cost[mirrored] = _MIRRORED
    left = hole & ~mirrored
    low = inpaint.fill_smoothly(image.astype(np.float32), (seen | mirrored).astype(np.float32))
    if left.sum() > 50:
        found = inpaint.fill_with_patches(image, left, seen | mirrored, _PATCHED_AT, seed).astype(np.float32)
        wide = 1.2 * cm
        base = _blurred_within(found, seen | mirrored | left, wide)
        found = found + 0.55 * (low - base)
        weave = surface_detail.scatter_texture(
            rgb, seen, _WEAVE_CM * cm, _LEAST_CM * cm, np.random.default_rng(seed), turned=False
        )
        if weave is not None:
            found = found + np.float32(_CALM) * weave
        result = np.where(left[..., None], found, image)
    else:
        result = image.astype(np.float32)
    known = blur_plane(seen | mirrored | left, 0.8)[..., None]
    return np.asarray(result * known + low * (1 - known), np.float32), np.asarray(
        blur_plane(cost, 0.2 * cm), np.float32
    )


def _mirrored(scene: HairScene, seen: Mask) -> tuple[FloatImage, Mask]:
    """The picture flipped about the body's axis, and where it shows cloth; nowhere if the sides differ."""
    import cv2

    height, width = seen.shape
    matrix = np.array([[-1.0, 0, 2 * scene.middle], [0, 1, 0]])
    flipped = np.asarray(
        cv2.warpAffine(as_float(scene.rgb), matrix, (width, height), flags=cv2.INTER_LINEAR), np.float32
    )
    there = cv2.warpAffine(seen.astype(np.uint8), matrix, (width, height), flags=cv2.INTER_NEAREST) > 0
    both = seen & there
    if both.sum() > 4 * scene.cm**2:
        sigma = 0.5 * scene.cm
        differs = np.abs(blur_plane(as_float(scene.rgb), sigma) - blur_plane(flipped, sigma))[both].mean()
        if differs > _ALIKE:
            return flipped, np.zeros_like(seen)
    return flipped, there


def _level(rgb: FloatImage, flipped: FloatImage, both: Mask, cm: float) -> FloatImage:
    """The mirrored cloth, brought to the level of what surrounds the hole: differences at its edge fade into it."""
    away = _blurred_within(rgb, both, 0.3 * cm) - _blurred_within(flipped, both, 0.3 * cm)
    offset = inpaint.fill_smoothly(np.clip(away, -40, 40), both.astype(np.float32))
    return np.asarray(flipped + offset, np.float32)


def _blurred_within(image: FloatImage, where: Mask, sigma: float) -> FloatImage:
    weight = where.astype(np.float32)
    return np.asarray(
        blur_plane(image * weight[..., None], sigma) / (blur_plane(weight, sigma)[..., None] + 1e-3), np.float32
    )
