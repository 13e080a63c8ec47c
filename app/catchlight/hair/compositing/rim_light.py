"""Light at the edges of hair, as in the photo's own: what comes through its outline from behind, or is lost there, and how dark
it is beside the face."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from catchlight.core.threads import each
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats, Singles
from catchlight.imaging.picture import FloatImage, FloatPlane

_OUTLINE = (0.05, 0.1, 0.2, 0.35, 0.6, 1.0, 2.0)
"""Distances (cm) from the outline between which brightness is told, the last two where it is that of the hair inside."""
_ROWS = 256
_FEWEST, _EVERY = 40, 2
"""Pixels that tell the brightness of a distance, and which rows and columns of drawn hair beside a face are read."""
_SOME = (slice(None, None, _EVERY),) * 2
_WORN, _HAIR, _SOLID = 0.002, 0.9, 0.97
"""Coverage of what is hair, coverage of what is hair alone, and alpha of what the background does not shine through."""
_MOST, _BRIGHTEST = 0.8, 98.0
"""How far a factor goes, as a logarithm, and the percentile of brightness up to which it does."""
_DARK = 6.0
_FACE = (0.05, 0.2, 0.35, 0.6, 1.0, 1.5, 2.2, 3.0, 7.0)
"""The same for distances from the skin of the head."""
_FOREHEAD = np.array([-0.1, -0.19, -0.2, -0.25, -0.22, -0.11, -0.04], np.float32)
_CHEEKS = np.array([-0.1, -0.3, -0.35, -0.3, -0.25, -0.2, -0.15], np.float32)
"""Profiles above the brows and below, where the photo's is not known: near the medians of fourteen foreheads and eleven pairs of
cheeks in photos (0.16, 0.04, -0.2, -0.24, -0.18, -0.06, -0.04; 0.02, -0.33, -0.47, -0.41, -0.28, -0.22, -0.2). What is brighter
nearest to the skin is skin that shines through."""
_TYPICAL = 0.5
"""How far those count where the photo's is known: its hair may hang over the forehead, where the new goes back."""
_MOST_BESIDE, _BROWS_CM = (-0.5, 0.05), 2.0
"""How far a factor goes beside the face, darker and brighter (a lock on the forehead would glow), and over which height one
profile goes over into the other."""
_ENDS = np.array([1, 1, 1, 0.95, 0.8, 0.5, 0.2], np.float32)
"""Share of it at each distance: where it ended at once, a fringe would have a dark band with an edge."""


@dataclass(frozen=True)
class EdgeProfiles:
    """Brightness of hair by distance from an edge, as logarithms of what it has further inside: outer, from the outline before
    the background, None where too little of that is seen; forehead and cheeks, from the skin of the head, above the brows and
    below."""

    outer: Singles | None
    forehead: Singles
    cheeks: Singles


def measure_edge_profiles(scene: HairScene, head: FloatPlane) -> EdgeProfiles:
    """Of the photo's own hair. head: HxW, where skin is seen but for hair."""
    bright = vec3.mean(scene.rgb.astype(np.float32))
    solid = (scene.hair > _HAIR) & (scene.alpha > _SOLID)
    distance = distance_from_outline(scene.alpha, scene.cm)
    seen = solid & (distance < _OUTLINE[-1])
    outer = _profile(bright[seen], distance[seen], _OUTLINE)
    distance = distance_from_skin(head, scene.hair, scene.cm)
    beside = []
    above = np.arange(len(bright))[:, None] < brow_row(scene)
    for part, typical in ((above, _FOREHEAD), (~above, _CHEEKS)):
        seen = solid & part & (distance < _FACE[-1])
        own = _profile(bright[seen], distance[seen], _FACE)
        beside.append(typical if own is None else own + np.float32(_TYPICAL) * (typical - own))
    return EdgeProfiles(outer, *beside)


def brow_row(scene: HairScene) -> float:
    """Row of the upper edge of the brows."""
    return float(scene.marks.xy[[105, 334], 1].min())


def match_outline_profile(
    colours: FloatImage, cover: FloatPlane, distance: FloatPlane, wanted: EdgeProfiles
) -> FloatImage:
    """``colours`` (HxWx3, 0..255) of new hair with the outer profile of ``wanted``; changes and returns them. cover: HxW, where
    it is; distance: HxW, of ``distance_from_outline`` of all of the person."""
    outer = wanted.outer
    if outer is None:
        return colours
    solid = np.nonzero((cover > _HAIR) & (distance < _OUTLINE[-1]))
    bright = vec3.mean(colours[solid])
    own = _profile(bright, distance[solid], _OUTLINE)
    if own is None:
        return colours
    apart = outer - own
    # Light from behind makes no strand brighter than the brightest are.
    most = np.percentile(bright, _BRIGHTEST) + np.float32(_DARK)

    def lit(top: int) -> None:
        band = slice(top, top + _ROWS)
        rows, columns = np.nonzero((cover[band] > _WORN) & (distance[band] < _OUTLINE[-1]))
        near = colours[band][rows, columns] + np.float32(_DARK)
        factor = np.exp(_change(distance[band][rows, columns], apart, _OUTLINE, (-_MOST, _MOST)))
        np.minimum(factor, np.maximum(most / vec3.mean(near), 1), out=factor)
        near *= factor[:, None]
        near -= np.float32(_DARK)
        colours[band][rows, columns] = np.maximum(near, 0, out=near)

    each(lit, range(0, len(colours), _ROWS))
    return colours


def match_face_profiles(
    colours: FloatImage, cover: FloatPlane, distance: FloatPlane, brow: float, wanted: EdgeProfiles, cm: float
) -> FloatImage:
    """``colours`` (HxWx3, 0..255) of new hair with the profiles of ``wanted`` beside the face; changes and returns them. cover:
    HxW, where it is; distance: HxW, of ``distance_from_skin`` of the head below that; brow: row of the brows."""
    solid = (cover[_SOME] > _HAIR) & (distance[_SOME] < _FACE[-1])
    bright, away, down = vec3.mean(colours[_SOME])[solid], distance[_SOME][solid], np.nonzero(solid)[0] * _EVERY
    parts = ((down < brow, wanted.forehead), (down >= brow, wanted.cheeks))
    owns = [_profile(bright[part], away[part], _FACE) for part, _ in parts]
    above = np.arange(len(colours), dtype=np.float32)
    above = np.clip((np.float32(brow) - above) / np.float32(_BROWS_CM * cm) + np.float32(0.5), 0, 1)

    def lit(top: int) -> None:
        band = slice(top, top + _ROWS)
        rows, columns = np.nonzero((cover[band] > _WORN) & (distance[band] < _FACE[-2]))
        near, here = colours[band][rows, columns], distance[band][rows, columns]
        change = np.zeros(len(rows), np.float32)
        for share, own, (_, profile) in zip((above[band][rows], 1 - above[band][rows]), owns, parts, strict=True):
            if own is not None:
                change += share * _change(here, _ENDS * (profile - own), _FACE, _MOST_BESIDE)
        near += np.float32(_DARK)
        near *= np.exp(change)[:, None]
        near -= np.float32(_DARK)
        colours[band][rows, columns] = np.maximum(near, 0, out=near)

    each(lit, range(0, len(colours), _ROWS))
    return colours


def _change(away: Floats, apart: Singles, edges: tuple[float, ...], most: tuple[float, float]) -> Floats:
    """Logarithms of factors at some distances (N, cm). apart: of the distances between ``edges``."""
    change = np.clip(apart, *most)
    at = [0.0, *((low + high) / 2 for low, high in pairwise(edges[:-1])), edges[-2]]
    return np.asarray(np.interp(away, at, [change[0], *change, 0.0]), np.float32)


def _profile(bright: Floats, away: Floats, edges: tuple[float, ...]) -> Singles | None:
    """Of brightness (N, 0..255) at some distances (N, cm) from an edge; None where some of them have too few. The last two of
    ``edges`` bound the hair inside."""
    which = np.searchsorted(edges, away) - 1
    light = np.log(np.maximum(bright, 0) + np.float32(_DARK))
    inside = (which >= 0) & (which < len(edges) - 1)
    count = np.bincount(which[inside], minlength=len(edges) - 1)
    if (count < _FEWEST).any():
        return None
    mean = np.bincount(which[inside], light[inside], minlength=len(edges) - 1) / count
    return np.asarray(mean[:-1] - mean[-1], np.float32)


def distance_from_outline(stands: FloatPlane, cm: float) -> FloatPlane:
    """Distance (cm) from where nothing ``stands`` (HxW)."""
    import cv2

    solid = (stands > 0.5).astype(np.uint8)
    return np.asarray(cv2.distanceTransform(solid, cv2.DIST_L2, 3) / np.float32(cm), np.float32)


def distance_from_skin(head: FloatPlane, hair: FloatPlane, cm: float) -> FloatPlane:
    """Distance (cm) from skin of the ``head`` (HxW, where that is seen but for hair) that no ``hair`` hides."""
    import cv2

    bare = ((head > 0.3) & (hair < 0.5)).astype(np.uint8)
    if not bare.any():
        return np.full(head.shape, _FACE[-1], np.float32)
    return np.asarray(cv2.distanceTransform(1 - bare, cv2.DIST_L2, 3) / np.float32(cm), np.float32)


def visible_head_skin(scene: HairScene, bare: CleanPlate) -> FloatPlane:
    """HxW, where skin of the head is seen but for hair."""
    return np.maximum(scene.oval, bare.skull.inside)
