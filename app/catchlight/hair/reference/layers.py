"""Hair of a reference where it comes to lie on a person: before the body, behind it, and in that one's light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.hair.reference import alignment
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.hair.reference.tone import HairTone, match_tone
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.arrays import Floats, Mask
from catchlight.imaging.byte_planes import plane_from_bytes
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

_CLOSER = 4.0
"""Degrees by which a mirrored head must be turned more like the person's to be taken."""
_LARGER = 1.25
"""Pixels of the reference for one of the picture from which it is made smaller first: a warp alone would leave stairs."""
_LEAST = 0.01
_NOSE, _BEARD = mesh.NOSE_TIP, 1.6
"""The landmark below which there are beards, and what of hair a share of beard hides."""
_GAP_CM = 1.1
"""Half the width up to which what opens between body and hair is hair behind the body."""
_BELOW_CM, _ENDS_CM = 0.6, 2.4
"""How far below the chin hair behind the neck ends, and over which height it does."""
_ON_CM = 1.2
"""How much further down hair beside a gap must hang."""
_BODY, _DENSE, _OPEN = 0.5, 0.6, 0.5
"""Shares from which there is body and hair beside a gap, and hair up to which there is one."""
_SHADE, _SHADE_CM = 0.55, 0.9
"""Brightness of hair behind a neck, to that before it, and the width over which that is taken. In photos of long hair it is 0.4
to 0.7 of the hair beside the cheek."""
_SIDE, _FRONT, _HALF_CM = 0.8, 0.6, 8.0
"""Normals on either side of a head on which its light is compared, and half the width of a head with its hair."""
_LIGHT, _MOST_LIGHT = 0.45, 0.3
"""How much of the difference of light on two faces hair takes over (it is rounder, and darker), and how far that goes, as a
logarithm over half a head."""


@dataclass(frozen=True)
class PlacedHair:
    """colours: HxWx3, 0..255. cover: HxW, hair before the body. behind: HxW, hair behind it, where nothing of it was seen in the
    reference. scale: pixels of the reference for one of the picture. cut: HxW, hair that ends at an edge of the reference."""

    colours: FloatImage
    cover: FloatPlane
    behind: FloatPlane
    scale: float
    cut: Mask
    reference: ReferenceHair


def place_hair(scene: HairScene, bare: CleanPlate, reference: ReferenceHair) -> PlacedHair:
    """The hair where it lies on the person of a scene, mirrored where their heads are turned to opposite sides."""
    if abs(-reference.yaw - scene.head.pose.yaw) < abs(reference.yaw - scene.head.pose.yaw) - _CLOSER:
        reference = reference.mirrored()
    placed = alignment.align(scene, reference.anchors)
    scale = placed.scale
    if scale > _LARGER:
        reference = reference.resized(1 / scale)
        placed = alignment.align(scene, reference.anchors)
    inside = placed.inside(reference.shape)
    cover = np.clip(placed.sample(reference.cover), 0, 1) * inside
    # Ears of the reference are no ears of the person: where that one's are not seen, hair hides them.
    hidden = np.clip(placed.sample(reference.ears), 0, 1) * inside * (1 - plane_from_bytes(bare.ear8))
    cover = np.maximum(cover, hidden)
    # A beard hangs before it.
    below = np.arange(scene.shape[0])[:, None] > scene.marks.xy[_NOSE, 1]
    cover *= 1 - np.clip(_BEARD * scene.beard, 0, 1) * below
    if _cut(cover, inside, scene.cm).any():
        cover *= np.clip(placed.sample(reference.ends), 0, 1)
    cover[cover < _LEAST] = 0
    colours = np.clip(placed.sample(as_float(reference.rgb)), 0, 255)
    return PlacedHair(
        np.asarray(colours, np.float32),
        np.asarray(cover, np.float32),
        hair_behind(scene, bare, cover),
        scale,
        _cut(cover, inside, scene.cm),
        reference,
    )


def light_hair(placed: PlacedHair, scene: HairScene, wanted: HairTone | None) -> FloatImage:
    """Its colours (HxWx3, 0..255) in the light of the picture, from the side that lights the face.

    wanted: the tone it is to have; None for its own."""
    colours = placed.colours
    if wanted is not None:
        worn = placed.cover > 0
        colours = colours.copy()
        colours[worn] = match_tone(colours[worn], placed.reference.tone, wanted)
    apart = float(np.clip(_slope(scene.shading) - _slope(placed.reference.shading), -_MOST_LIGHT, _MOST_LIGHT))
    across = np.tanh((np.arange(scene.shape[1], dtype=np.float32) - scene.middle) / np.float32(_HALF_CM * scene.cm))
    colours = np.asarray(colours * np.exp(np.float32(apart) * across)[None, :, None], np.float32)
    return colours


def shade_behind(colours: FloatImage, cover: FloatPlane, cm: float) -> FloatImage:
    """Colours (HxWx3, 0..255) of hair behind a neck: in the shade, like the hair before it near by."""
    wide = _SHADE_CM * cm
    weight = blur_plane(cover, wide)[..., None] + np.float32(1e-4)
    return np.asarray(blur_plane(colours * cover[..., None], wide) / weight * np.float32(_SHADE), np.float32)


def hair_behind(scene: HairScene, bare: CleanPlate, cover: FloatPlane) -> FloatPlane:
    """Where hair is seen behind the body, HxW in 0..1: in rows down to a little below the chin, what lies between the body on the
    one hand and hair on the other (``cover``, HxW), both near. The head of the reference hid it there, or its cheek filled it."""
    import cv2

    step = max(1, int(scene.cm / 12))
    size = (max(1, cover.shape[1] // step), max(1, cover.shape[0] // step))
    body, hair = (cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in (bare.body, cover))
    cm = scene.cm / step
    # Hair that ends near by hides no gap below its ends.
    below = max(1, round(_ON_CM * cm))
    hanging = hair > _DENSE
    hanging[:-below] &= hanging[below:]
    between = np.zeros(body.shape, bool)
    for side in (1, -1):
        from_body = _steps_from(body[:, ::side] > _BODY)[:, ::side]
        from_hair = _steps_from(hanging[:, ::-side])[:, ::-side]
        between |= from_body + from_hair < 2 * _GAP_CM * cm
    between &= (body < 1 - _LEAST) & (hair < _OPEN)
    down = np.arange(size[1], dtype=np.float32) - scene.chin[1] / step
    rows = np.clip((_BELOW_CM * cm - down) / (_ENDS_CM * cm), 0, 1)
    gap = blur_plane(dilate_mask(between, 1).astype(np.float32), 1.2) * rows[:, None]
    return np.asarray(np.clip(cv2.resize(gap, cover.shape[::-1], interpolation=cv2.INTER_LINEAR), 0, 1), np.float32)


def _steps_from(there: Mask) -> Floats:
    """Columns (HxW) since the last place to the left that is ``there``."""
    columns = np.arange(there.shape[1], dtype=np.float32)[None]
    return columns - np.maximum.accumulate(np.where(there, columns, np.float32(-1e6)), axis=1)


def _cut(cover: FloatPlane, inside: FloatPlane, cm: float) -> Mask:
    """Hair (HxW) that ends at an edge of the reference within the picture."""
    beyond = inside < 0.5
    if not beyond.any():
        return np.zeros(cover.shape, bool)
    return np.asarray(beyond & dilate_mask((cover > 0.5) & (inside > 0.5), max(1.5, 0.05 * cm)), bool)


def _slope(shading: Floats) -> float:
    """Change of the logarithm of light over half a head towards the picture's right, from the shading of a face."""
    right, left = (
        float((np.array([1, side * _SIDE, 0, _FRONT]) @ np.asarray(shading, float)).mean()) for side in (1, -1)
    )
    return _LIGHT * 0.5 * float(np.log(max(right, 0.01) / max(left, 0.01)))
