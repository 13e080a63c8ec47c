"""Ears freed of old hair: their outline, closed where hair hung over it, and their skin, carried on from what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine import triples
from catchlight.engine.groom import fill, stray
from catchlight.engine.groom.scene import Scene, as_float, grown, soft
from catchlight.engine.picture import FloatImage, FloatPlane
from catchlight.engine.retouch.bands import disc

Mask = npt.NDArray[np.bool_]
Part = tuple[slice, slice]

_SURE, _ROOM_CM = 0.4, 2.0
"""Share of ear from which a place is one for certain, and how far round such places is looked."""
_RIM_CM, _UP_CM, _UP = 0.3, 1.2, 0.05
"""How far beside that the matte tells the outline; and how far above it, and with what share of ear at least, a part belongs to
an ear that hair crosses."""
_HAIR, _THIN, _CLEAN, _OFF_CM = 0.3, 0.6, 0.12, 0.05
"""Share of hair from which an ear is hidden; from which it is even where it has the colour of skin; up to which it shows its own
skin; and how far from hair that hides it that must lie."""
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
_SLIVER_CM, _ROUND = 0.1, 0.3
"""Half the width of what is no ear beside it, and the radius of corners that hair hid, in widths of the ear."""


@dataclass(frozen=True)
class Ear:
    """part: rows and columns of the picture that hold one ear. shape: hxw, its soft outline. own: hxw bool, where it is seen free
    of hair. skin: hxwx3 in 0..255, the ear without hair."""

    part: Part
    shape: FloatPlane
    own: Mask
    skin: FloatImage


def read(scene: Scene) -> list[Ear]:
    """The ears that are seen."""
    return [ear for part, core in _sides(scene) if (ear := _ear(scene, part, core)) is not None]


def outlines(scene: Scene, ears: list[Ear]) -> FloatPlane:
    """What is ear in the picture, HxW in 0..1."""
    whole = np.zeros(scene.shape, np.float32)
    for ear in ears:
        np.maximum(whole[ear.part], ear.shape, out=whole[ear.part])
    return whole


def missed(scene: Scene) -> Mask:
    """Hair behind and before ears that the matte does not know, HxW: of the hair's colour, at the ear's border."""
    found = np.zeros(scene.shape, bool)
    for part, core in _sides(scene):
        found[part] |= _missed(scene, part, core, _to_hair(scene, part, core))
    return found


def _sides(scene: Scene) -> Iterator[tuple[Part, Mask]]:
    """Where the picture has an ear on either side of the face, and what is ear there for certain."""
    sure = scene.ear > _SURE
    room, columns = int(_ROOM_CM * scene.cm), np.arange(scene.shape[1])
    for side in (-1, 1):
        mine = sure & (side * (columns - scene.middle) > 0)
        rows, across = (np.flatnonzero(mine.any(axis=axis)) for axis in (1, 0))
        if len(rows):
            ends = [(max(0, int(at[0]) - room), int(at[-1]) + room + 1) for at in (rows, across)]
            part = (slice(*ends[0]), slice(*ends[1]))
            yield part, mine[part]


def _to_hair(scene: Scene, part: Part, core: Mask) -> FloatPlane:
    """How far colours lie on the way from the ear's (0) to the hair's (1), less how far they lie beside that, hxw; 0.5 where
    these are alike: what is red in the shade is no hair."""
    skin, hair = core & (scene.hair[part] < _CLEAN) & (scene.alpha[part] > 0.9), scene.hair > 0.8
    if not skin.any() or not hair.any():
        return np.full(core.shape, 0.5, np.float32)
    ear = np.percentile(scene.rgb[part][skin], _LIT, axis=0).astype(np.float32)
    way = np.median(scene.rgb[hair], axis=0).astype(np.float32) - ear
    length = float(np.linalg.norm(way))
    if length < _APART:
        return np.full(core.shape, 0.5, np.float32)
    apart = soft(scene.rgb[part], 0.7) - ear
    along = triples.weighted(apart, way / np.float32(length))
    beside = np.sqrt(np.maximum(triples.length(apart) ** 2 - along**2, 0))
    return np.asarray((along - beside) / np.float32(length), np.float32)


def _missed(scene: Scene, part: Part, core: Mask, to_hair: FloatPlane) -> Mask:
    hair, cm = scene.hair[part], scene.cm
    near = grown(core, _RIM_CM * cm) & (scene.alpha[part] > 0.3) & (scene.oval[part] < 0.5)
    near &= (scene.cloth[part] < 0.5) & (scene.neck[part] < 0.5)
    outside = _opened(hair > _HAIR, _MASS_CM * cm) | ((scene.alpha[part] < 0.3) & (hair < _HAIR))
    # Where hair ends it has something of what lies behind it.
    return _touching(near & (to_hair > _LIKE_HAIR), grown(outside, _EDGE_CM * cm)) & (hair < _HAIR)


def _ear(scene: Scene, part: Part, core: Mask) -> Ear | None:

    cm = scene.cm
    hair, alpha = scene.hair[part], scene.alpha[part]
    to_hair = _to_hair(scene, part, core)
    dark = _missed(scene, part, core, to_hair)
    shown = ((hair < _HAIR) | ((hair < _THIN) & (to_hair < _LIKE_SKIN))) & ~dark
    free = shown & (alpha > 0.5) & (scene.oval[part] < 0.5)
    upper = np.arange(len(core))[:, None] < np.flatnonzero(core.any(axis=1))[-1]
    up = grown(core, _UP_CM * cm) & upper & (scene.ear[part] > _UP) & (scene.skin[part] < 0.5)
    seen = _touching(_opened(free & (core | up | grown(core, _RIM_CM * cm)), _SLIVER_CM * cm), core)
    if seen.sum() < _LEAST_CM2 * cm * cm:
        return None
    air = (alpha < 0.5) & (hair < _HAIR)
    can = ~air & ((scene.oval[part] < 0.5) | seen)
    whole = _hull(seen) & can
    rounded = _opened(whole, _ROUND * float(np.median(whole.sum(axis=1)[whole.any(axis=1)])))
    inside = _hull(rounded | (seen & grown(air, _RIM_CM * cm))) & can
    own = inside & (hair < _CLEAN) & (alpha > 0.98) & ~grown((hair > _HAIR) | dark, _OFF_CM * cm)
    own &= ~_strands(scene, part, own)
    if not own.any():
        return None
    rgb = as_float(scene.rgb[part])
    return Ear(part, soft(inside, 0.8), own, fill.smooth(rgb, own.astype(np.float32)))


def _strands(scene: Scene, part: Part, own: Mask) -> Mask:
    """Single hairs before what is seen of an ear: long lines that stand out towards the hair's lightness."""
    import cv2

    solid = scene.hair > 0.8
    if not own.any() or not solid.any():
        return np.zeros(own.shape, bool)
    light = soft(triples.mean(scene.rgb[part]), 0.7)
    darker = float(triples.mean(scene.rgb[solid]).mean()) < float(light[own].mean())
    way = cv2.MORPH_BLACKHAT if darker else cv2.MORPH_TOPHAT
    apart = cv2.morphologyEx(light, way, disc(max(2.0, _STRAND_CM * scene.cm)))
    near = own & (scene.hair[part] > _TRACE)
    wide = max(_STRAND_CM * scene.cm, 3.0)
    return grown(stray.lines(np.asarray(apart, np.float32), near, wide, _LONG_CM * scene.cm), 1)


def _hull(mask: Mask) -> Mask:
    import cv2

    hull = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(np.argwhere(mask)[:, ::-1].astype(np.int32)), 1)
    return np.asarray(hull > 0)


def _touching(mask: Mask, other: Mask) -> Mask:
    """Pieces of a mask that touch another."""
    import cv2

    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    return np.asarray(mask & np.isin(labels, np.unique(labels[mask & grown(other, 1)])))


def _opened(mask: Mask, radius: float) -> Mask:
    import cv2

    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, disc(radius)) > 0)
