"""The background behind the person: what is seen of it, how busy that is, and its continuation where the person hides it."""

from __future__ import annotations

import numpy as np

from catchlight.hair.removal import zones
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_BUSY_SHAPES = 8.0
"""Mean detail of half a centimetre (0..255) from which a background is busy, as of ``zones.BUSY`` for that which is fine: shapes
out of focus, which a smooth fill would wipe away."""
_PATCHED_AT, _FINE_AT, _FINE = 400, 600, 6.0
"""Longer side of the picture in which patches are found, and of one whose background has mean fine detail (0..255) from some: at
400 pixels a herringbone is a haze."""
_ROOM_CM = 0.75
"""How far beyond what hair may hide patches are laid."""
_OVERLAP_CM, _MEETS_CM = 0.5, 0.8
"""How far patches reach into the background that is seen, and how far from that their colours still lean to its own."""
_STEP_AT = 300
"""Longer side of the picture in which colours of patches and background are compared."""


def visible_background(scene: HairScene) -> Mask:
    """The background that is seen for certain, HxW."""
    return erode_mask((scene.alpha < 0.03) & (scene.hair < 0.02), 0.12 * scene.cm)


def background_detail(scene: HairScene, seen: Mask) -> tuple[float, float]:
    """Mean fine detail (0..255) of the ``visible_background``; the same, or what its blurred shapes count for if more."""
    if seen.sum() < 500:
        return 0.0, 0.0
    detail = np.zeros((3, 2))
    for channel in range(3):
        plane = scene.rgb[..., channel].astype(np.float32)
        detail[channel] = [np.abs(plane - blur_plane(plane, width * scene.cm))[seen].mean() for width in (0.12, 0.5)]
    fine, coarse = (float(value) for value in detail.mean(axis=0))
    return fine, max(fine, coarse * zones.BUSY_DETAIL / _BUSY_SHAPES)


def rebuild_background(
    scene: HairScene, seen: Mask, zone: FloatPlane, hidden: Mask, busy: float, speckle: FloatPlane, seed: int
) -> ByteImage:
    """The picture with background where the person was and in the hair's ``zone``, HxWx3. hidden: HxW, where nobody will see it.
    speckle: HxW, noise of unit deviation."""
    seen = seen & (zone < 0.5)
    rough = inpaint.measure_grain(scene.rgb, seen)
    result = inpaint.fill_smoothly(as_float(scene.rgb), seen.astype(np.float32))
    if busy > zones.BUSY_DETAIL and seen.sum() > 0.05 * seen.size:
        hole = dilate_mask(zone > 0, _ROOM_CM * scene.cm) & ~seen & ~hidden
        _lay_patches(result, scene, seen, hole, _FINE_AT if busy > _FINE else _PATCHED_AT, seed)
        own = np.clip(_inside(seen) / np.float32(_OVERLAP_CM * scene.cm), 0, 1)
    else:
        own = seen.astype(np.float32)
    vec3.shift(result, speckle * rough)
    apart = as_float(scene.rgb) - result
    vec3.scale(apart, own)
    result += apart
    return as_bytes(result)


def _lay_patches(result: FloatImage, scene: HairScene, seen: Mask, hole: Mask, longest: int, seed: int) -> None:
    """Patches of the ``visible_background``, found at up to ``longest`` pixels, laid into a ``hole`` in ``result``.

    They meet what lies beside it without a step.
    """
    import cv2

    beside = seen & dilate_mask(hole, _OVERLAP_CM * scene.cm)
    patched = as_float(inpaint.fill_with_patches(scene.rgb, hole | beside, seen, longest, seed))
    scale = min(1.0, _STEP_AT / max(seen.shape))
    size = (max(2, round(seen.shape[1] * scale)), max(2, round(seen.shape[0] * scale)))
    apart = (as_float(scene.rgb) - patched) * beside[..., None]
    known = cv2.resize(beside.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    sums = np.asarray(cv2.resize(apart, size, interpolation=cv2.INTER_AREA), np.float32)
    sums /= np.maximum(known, 1e-3)[..., None]
    step = inpaint.fill_smoothly(sums, np.asarray(np.minimum(known * 2, 1), np.float32))
    away = cv2.distanceTransform((known < 0.2).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(scale * scene.cm)
    vec3.scale(step, np.exp(-away / np.float32(_MEETS_CM)))
    patched += cv2.resize(step, seen.shape[::-1], interpolation=cv2.INTER_LINEAR)
    np.copyto(result, np.clip(patched, 0, 255, out=patched), where=(hole | beside)[..., None])


def _inside(mask: Mask) -> FloatPlane:
    """Distance to the border of a mask, inside it, in pixels."""
    import cv2

    return np.asarray(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5), np.float32)
