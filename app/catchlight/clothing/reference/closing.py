"""Holes of a garment below the pit of the neck, closed by its own cloth carried on: no neck shows there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.clothing.reference.garment import Garment
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import blur_plane, dilate_mask

_SOLID = 128
_LONGEST = 400
"""Longer side of a hole at which its colours are made up: cloth that is carried on has no weave anyway."""
_AROUND_CM = 1.0
"""Of cloth around a hole that its colours are taken from."""
_ROOM = 8


def close_holes(garment: Garment) -> Garment:
    """The garment with what the midline goes through below the pit, and is no cloth, closed: inpainting by the fast marching
    method (A. Telea, 2004). The same garment where there is nothing to close."""
    hole = find_holes(garment)
    if not hole.any():
        return garment
    rows, columns = np.flatnonzero(hole.any(axis=1)), np.flatnonzero(hole.any(axis=0))
    room = round(_AROUND_CM * garment.px_per_cm) + _ROOM
    height, width = garment.shape
    part = (
        slice(max(0, int(rows[0]) - room), min(height, int(rows[-1]) + 1 + room)),
        slice(max(0, int(columns[0]) - room), min(width, int(columns[-1]) + 1 + room)),
    )
    rgb, alpha = garment.rgb.copy(), garment.alpha.copy()
    wide = dilate_mask(hole[part], 2)
    share = blur_plane(wide, 0.8)[..., None]
    rgb[part] = np.rint(rgb[part] + (_carried_on(rgb[part], wide) - rgb[part].astype(np.float32)) * share)
    alpha[part] = np.maximum(alpha[part], np.where(wide, 255, 0))
    return replace(garment, rgb=rgb, alpha=alpha)


def find_holes(garment: Garment) -> Mask:
    """Where there is no cloth below the pit, between cloth on both sides, in one piece with the midline, HxW."""
    import cv2

    height, width = garment.shape
    anchors = garment.anchors
    first, last = int(np.ceil(anchors.pit[1])) + 1, int(min(height, np.floor(anchors.hem)))
    hole = np.zeros((height, width), bool)
    if last - first < 2 or first < 0:
        return hole
    cloth = garment.alpha[first:last] >= _SOLID
    rows = np.arange(first, last)
    middle = np.clip(np.rint(anchors.axis + anchors.lean * (rows - anchors.middle[1])).astype(int), 0, width - 1)
    columns = np.arange(width)
    left = (cloth & (columns < middle[:, None])).any(axis=1)
    right = (cloth & (columns > middle[:, None])).any(axis=1)
    inner_left = np.asarray(np.argmax(cloth, axis=1))
    inner_right = np.asarray(width - 1 - np.argmax(cloth[:, ::-1], axis=1))
    between = (columns > inner_left[:, None]) & (columns < inner_right[:, None]) & (left & right)[:, None] & ~cloth
    _, labels = cv2.connectedComponents(between.astype(np.uint8), connectivity=4)
    crossed = np.unique(labels[np.arange(len(rows)), middle])
    hole[first:last] = np.isin(labels, crossed[crossed > 0])
    return hole


def _carried_on(rgb: np.ndarray, hole: Mask) -> np.ndarray:
    """The colours of the cloth around a hole inside it, hxwx3 float32; a small copy tells them."""
    import cv2

    height, width = hole.shape
    factor = min(1.0, _LONGEST / max(height, width))
    size = (max(2, round(width * factor)), max(2, round(height * factor)))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    # A pixel of the small copy that has any part in the hole is made up.
    covered = cv2.resize(hole.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0
    made = cv2.inpaint(small, covered.astype(np.uint8), 3, cv2.INPAINT_TELEA)
    return np.asarray(cv2.resize(made, (width, height), interpolation=cv2.INTER_CUBIC), np.float32).clip(0, 255)
