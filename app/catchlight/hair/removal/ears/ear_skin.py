"""Ears freed of old hair: their outline, closed where hair hung over it, and their skin, carried on from what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catchlight.hair.mask import stray_strands
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import FloatImage, FloatPlane

Part = tuple[slice, slice]

_SURE, _ROOM_CM = 0.4, 2.0
"""Share of ear from which a place is one for certain, and how far round such places is looked."""
_RIM_CM, _UP_CM, _UP = 0.3, 1.2, 0.05
"""How far beside that the matte tells the outline; and how far above it, and with what share of ear at least, a part belongs to
an ear that hair crosses."""
_HAIR, _THIN, _CLEAN, _OFF_CM = 0.3, 0.6, 0.12, 0.05
"""Share of hair from which an ear is hidden; from which it is even where it has the colour of skin; up to which it shows its own
skin; and how far from hair that hides it that must lie."""
_SOLID, _EACH = 0.8, 3
"""Share of hair from which a place has the hair's colour, and each how many pixels tell that."""
_APART, _LIT, _LIKE_SKIN, _LIKE_HAIR = 60.0, 60, 0.35, 0.7
"""Distance of the colours (0..255 each) of ear and hair from which they can be told, the percentile that tells the ear's, and
which part of the way from that to the hair's is still skin, and from which on it is hair."""
_MASS_CM, _EDGE_CM = 0.15, 0.1
"""Half the width of hair beside which more may be missed: less than that the matte finds in the folds of an ear; and how wide an
edge is."""
_TRACE, _STRAND_CM, _LONG_CM = 0.01, 0.1, 0.2
"""Share of hair that is more than none; half the width of several hairs together, and the length from which they are no grain."""
_LEAST_CM2 = 0.15
"""Area of an ear that is seen, below which nothing is known of it."""
_WIDER, _FEWEST = 1.08, 20
"""By how much an ear may be larger than the ellipse that is fitted to it, and points that tell one."""
_CORNER_CM = 0.35
"""Half the width of a corner at an ear's outline that is none of its own."""
_SLIVER_CM, _ROUND = 0.1, 0.3
"""Half the width of what is no ear beside it, and the radius of corners that hair hid, in widths of the ear."""


@dataclass(frozen=True)
class Ear:
    """part: rows and columns of the picture that hold one ear. shape: hxw, its soft outline. own: hxw bool, where it is seen free
    of hair. shown: hxw bool, what is ear for certain. skin: hxwx3 in 0..255, the ear without hair."""

    part: Part
    shape: FloatPlane
    own: Mask
    shown: Mask
    skin: FloatImage


def find_ears(scene: HairScene) -> dict[int, Ear]:
    """The ears that are seen, on the picture's left (-1) and right (1) side."""
    tint = _tint(scene)
    found = {side: _ear(_seen_in(scene, part, core), part, core, tint) for side, part, core in _sides(scene)}
    return {side: ear for side, ear in found.items() if ear is not None}


def ear_mask(scene: HairScene, ears: Iterable[Ear]) -> FloatPlane:
    """What is ear in the picture, HxW in 0..1."""
    whole = np.zeros(scene.shape, np.float32)
    for ear in ears:
        np.maximum(whole[ear.part], ear.shape, out=whole[ear.part])
    return whole


def find_hair_at_ears(scene: HairScene) -> Mask:
    """Hair behind and before ears that the matte does not know, HxW: of the hair's colour, at the ear's border."""
    found, tint = np.zeros(scene.shape, bool), _tint(scene)
    for _, part, core in _sides(scene):
        near = _seen_in(scene, part, core)
        found[part] |= _missed(near, core, _to_hair(near, core, tint))
    return found


def _tint(scene: HairScene) -> FloatPlane | None:
    """The hair's colour; None where there is none."""
    solid = scene.hair[::_EACH, ::_EACH] > _SOLID
    return np.median(scene.rgb[::_EACH, ::_EACH][solid], axis=0).astype(np.float32) if solid.any() else None


def _sides(scene: HairScene) -> Iterator[tuple[int, Part, Mask]]:
    """Where the picture has an ear on either side of the face, and what is ear there for certain."""
    sure = scene.ear > _SURE
    room, columns = int(_ROOM_CM * scene.cm), np.arange(scene.shape[1])
    for side in (-1, 1):
        mine = sure & (side * (columns - scene.middle) > 0)
        rows, across = (np.flatnonzero(mine.any(axis=axis)) for axis in (1, 0))
        if len(rows):
            ends = [
                (max(0, int(at[0]) - room), min(int(at[-1]) + room + 1, most))
                for at, most in zip((rows, across), scene.shape, strict=True)
            ]
            part = (slice(*ends[0]), slice(*ends[1]))
            yield side, part, mine[part]


def _seen_in(scene: HairScene, part: Part, core: Mask) -> HairScene:
    """A part of the scene, without what the matte finds wholly inside an ear: no hair grows there, that is a fold's shade."""
    rows, columns = part
    near = scene.part((columns.start, rows.start, columns.stop, rows.stop))
    hides = near.hair > _CLEAN
    return replace(near, hair=np.where(hides & ~_touching(hides, ~core), np.float32(0), near.hair))


def _to_hair(near: HairScene, core: Mask, tint: FloatPlane | None) -> FloatPlane:
    """How far colours lie on the way from the ear's (0) to the hair's (1), less how far they lie beside that, hxw; 0.5 where
    these are alike: what is red in the shade is no hair."""
    skin = core & (near.hair < _CLEAN) & (near.alpha > 0.9)
    if tint is None or not skin.any():
        return np.full(core.shape, 0.5, np.float32)
    ear = np.percentile(near.rgb[skin], _LIT, axis=0).astype(np.float32)
    way = tint - ear
    length = float(np.linalg.norm(way))
    if length < _APART:
        return np.full(core.shape, 0.5, np.float32)
    apart = blur_plane(near.rgb, 0.7) - ear
    along = vec3.dot(apart, np.asarray(way / length, np.float32))
    beside = np.sqrt(np.maximum(vec3.length(apart) ** 2 - along**2, 0))
    return np.asarray((along - beside) / np.float32(length), np.float32)


def _missed(near: HairScene, core: Mask, to_hair: FloatPlane) -> Mask:
    hair, cm = near.hair, near.cm
    border = dilate_mask(core, _RIM_CM * cm) & (near.alpha > 0.3) & (near.oval < 0.5)
    border &= (near.cloth < 0.5) & (near.neck < 0.5)
    outside = _opened(hair > _HAIR, _MASS_CM * cm) | ((near.alpha < 0.3) & (hair < _HAIR))
    # Where hair ends it has something of what lies behind it.
    return _touching(border & (to_hair > _LIKE_HAIR), dilate_mask(outside, _EDGE_CM * cm)) & (hair < _HAIR)


def _ear(near: HairScene, part: Part, core: Mask, tint: FloatPlane | None) -> Ear | None:
    """An ear in what is ``near`` it, the ``part`` of the picture."""
    cm = near.cm
    hair, alpha = near.hair, near.alpha
    to_hair = _to_hair(near, core, tint)
    dark = _missed(near, core, to_hair)
    shown = ((hair < _HAIR) | ((hair < _THIN) & (to_hair < _LIKE_SKIN))) & ~dark
    free = shown & (alpha > 0.5) & (near.oval < 0.5)
    upper = np.arange(len(core))[:, None] < np.flatnonzero(core.any(axis=1))[-1]
    up = dilate_mask(core, _UP_CM * cm) & upper & (near.ear > _UP) & (near.skin < 0.5)
    seen = _touching(_opened(free & (core | up | dilate_mask(core, _RIM_CM * cm)), _SLIVER_CM * cm), core)
    if seen.sum() < _LEAST_CM2 * cm * cm:
        return None
    air = (alpha < 0.5) & (hair < _HAIR)
    can = ~air & ((near.oval < 0.5) | seen)
    whole = _hull(seen) & can
    rounded = _opened(whole, _ROUND * float(np.median(whole.sum(axis=1)[whole.any(axis=1)])))
    inside = _hull(rounded | (seen & dilate_mask(air, _RIM_CM * cm)))
    # Between hair and air a corner would be left of what is made up.
    inside = _opened(_oval_above(inside) & can, _CORNER_CM * cm)
    own = inside & (hair < _CLEAN) & (alpha > 0.98) & ~dilate_mask((hair > _HAIR) | dark, _OFF_CM * cm)
    own &= ~_strands(near, own, tint)
    if not own.any():
        return None
    return Ear(
        part, blur_plane(inside, 0.8), own, seen, inpaint.fill_smoothly(as_float(near.rgb), own.astype(np.float32))
    )


def _strands(near: HairScene, own: Mask, tint: FloatPlane | None) -> Mask:
    """Single hairs before what is seen of an ear: long lines that stand out towards the hair's lightness."""
    apart = _thin(near, own, tint)
    if apart is None:
        return np.zeros(own.shape, bool)
    traced, wide = own & (near.hair > _TRACE), max(_STRAND_CM * near.cm, 3.0)
    return dilate_mask(stray_strands.find_lines(apart, traced, wide, _LONG_CM * near.cm), 1)


def _thin(near: HairScene, own: Mask, tint: FloatPlane | None) -> FloatPlane | None:
    """How far what is as thin as some hairs stands out (0..255) towards the hair's lightness; None where that is not known."""
    import cv2

    if tint is None or not own.any():
        return None
    light = blur_plane(vec3.mean(near.rgb), 0.7)
    way = cv2.MORPH_BLACKHAT if tint.mean() < light[own].mean() else cv2.MORPH_TOPHAT
    return np.asarray(cv2.morphologyEx(light, way, disc(max(2.0, _STRAND_CM * near.cm))), np.float32)


def _oval_above(hull: Mask) -> Mask:
    """The outline of an ear, whose upper half is an ellipse's: where hair hid it, a hull has corners."""
    import cv2

    edge: Any = np.argwhere(hull & ~_eroded(hull))[:, ::-1].astype(np.float32)
    if len(edge) < _FEWEST:
        return hull
    (x, y), (width, height), turn = cv2.fitEllipse(edge)
    wider, own = np.zeros(hull.shape, np.uint8), np.zeros(hull.shape, np.uint8)
    cv2.ellipse(wider, ((x, y), (width * _WIDER, height * _WIDER), turn), 1, -1)
    cv2.ellipse(own, ((x, y), (width, height), turn), 1, -1)
    above = np.arange(len(hull))[:, None] < y
    return np.asarray(np.where(above, (hull & (wider > 0)) | (own > 0), hull), bool)


def _eroded(mask: Mask) -> Mask:
    import cv2

    return np.asarray(cv2.erode(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _hull(mask: Mask) -> Mask:
    import cv2

    hull = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(np.argwhere(mask)[:, ::-1].astype(np.int32)), 1)
    return np.asarray(hull > 0)


def _touching(mask: Mask, other: Mask) -> Mask:
    """Pieces of a mask that touch another."""
    import cv2

    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    return np.asarray(mask & np.isin(labels, np.unique(labels[mask & dilate_mask(other, 1)])))


def _opened(mask: Mask, radius: float) -> Mask:
    import cv2

    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, disc(radius)) > 0)
