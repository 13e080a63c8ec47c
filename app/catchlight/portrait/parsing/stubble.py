"""Stubble: a short beard that is no darker than the skin, told by its texture all over chin, jaw and upper lip.

What covers only some of them, or is no more than a shadow, cannot surely be told from shaded skin, and counts as none.
"""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.aligned_crop import AlignedCrop, crop_around
from catchlight.portrait.parsing.part_masks import LEFT_CHEEK, RIGHT_CHEEK
from catchlight.portrait.portrait import Portrait

# fmt: off
_ZONE = (132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 411, 426, 327, 2, 98, 206, 187)
_CHIN = (32, 171, 175, 396, 262, 200, 194, 418)
_UPPER_LIP = (2, 165, 92, 40, 37, 0, 267, 270, 322, 391)
# fmt: on
_PX = 30.0
"""Pixels for a cm of the face in the crop."""
_SIZE_CM = (17.0, 14.0)
_HAIR_CM, _AROUND_CM = 0.08, 0.25
"""Width of hairs, and about what texture is averaged."""
_TEXTURE = 0.9
"""Log of the texture of chin and upper lip by that of the cheeks: shaven and shaded faces stay below 0.8."""
_COVERED = 0.85
"""Share of the zone with half of that texture from which the beard is one all over."""
_HAIRY = 0.95
"""Share of the least texture that each part of it has."""
_GROWN_CM = 0.35
"""How far beyond the mesh's jaw hairs stand out."""


def stubble(portrait: Portrait) -> FloatPlane:
    """A short beard over chin, jaw and upper lip, HxW float32 in 0..1; empty where none can surely be told."""
    import cv2

    shape = (portrait.picture.height, portrait.picture.width)
    middle = portrait.landmarks.xy[[13, 14]].mean(axis=0)
    size = (int(_SIZE_CM[0] * _PX), int(_SIZE_CM[1] * _PX))
    crop = crop_around(portrait, middle, _PX / portrait.pose.px_per_cm, size)
    lips = cv2.dilate(_hull(crop, portrait, mesh.LIPS_OUTER).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    rough = _roughness(crop, portrait)
    cores = (_hull(crop, portrait, ring) & ~lips for ring in (_CHIN, _UPPER_LIP))
    if min(float(np.median(rough[core])) if core.any() else 0.0 for core in cores) < _TEXTURE:
        return np.zeros(shape, np.float32)
    zone = _hull(crop, portrait, _ZONE) & ~lips
    if float((rough[zone] > 0.5 * _TEXTURE).mean()) < _COVERED:
        return np.zeros(shape, np.float32)
    reach = 2 * round(_GROWN_CM * _PX) + 1
    grown = cv2.dilate(zone.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))) > 0
    likely = (grown & ~lips & (rough > _HAIRY * _TEXTURE)).astype(np.float32)
    plane = crop.carried(np.asarray(cv2.GaussianBlur(likely, (0, 0), 3), np.float32), shape)
    other = portrait.parsing.plane([head_parsing.CLOTH, head_parsing.NECK])
    return np.asarray(plane * portrait.alpha * (1 - np.clip(2 * other, 0, 1)), np.float32)


def _roughness(crop: AlignedCrop, portrait: Portrait) -> FloatPlane:
    """Log of how much more texture of a hair's width there is than on the cheeks."""
    import cv2

    light = crop.lab(0.3)[..., 0]
    fine = light - cv2.GaussianBlur(light, (0, 0), _HAIR_CM * _PX)
    energy = np.sqrt(cv2.GaussianBlur(fine**2, (0, 0), _AROUND_CM * _PX)) + 1e-3
    cheeks = _hull(crop, portrait, RIGHT_CHEEK) | _hull(crop, portrait, LEFT_CHEEK)
    usual = float(np.median(energy[cheeks])) if cheeks.any() else 1.0
    return np.asarray(np.log(energy / max(usual, 1e-3)), np.float32)


def _hull(crop: AlignedCrop, portrait: Portrait, ring: tuple[int, ...]) -> Mask:
    import cv2

    hull = cv2.convexHull(crop.points(portrait.landmarks.ring(ring)).astype(np.float32))
    mask = np.zeros((crop.size[1], crop.size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(hull * 8).astype(np.int32)], 1, shift=3)
    return mask > 0
