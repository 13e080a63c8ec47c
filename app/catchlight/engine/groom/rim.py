"""Light at the edges of hair, as in the photo's own: what comes through its outline from behind, or is lost there, and how dark it
is beside the face."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import triples
from catchlight.engine.groom.scene import Scene
from catchlight.engine.picture import FloatImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]
Profile = npt.NDArray[np.float32]

_EDGES_CM = (0.05, 0.1, 0.2, 0.35, 0.6, 1.0)
"""Distances from the outline between which brightness is told."""
_INNER_CM = (1.0, 2.0)
"""Distances where it is that of the hair inside."""
_FEWEST = 60
"""Pixels that tell the brightness of a distance."""
_WORN, _HAIR, _SOLID = 0.002, 0.9, 0.97
"""Coverage of what is hair, coverage of what is hair alone, and alpha of what the background does not shine through."""
_MOST, _BRIGHTEST = 0.45, 98.0
"""How far a factor goes, as a logarithm, and the percentile of brightness up to which it does."""
_DARK = 6.0
_BESIDE_FACE = np.array([0.13, 0.0, -0.1, -0.13, -0.09], np.float32)
"""The profile beside a face where the photo's is not known: the median of thirteen heads in photos."""


@dataclass(frozen=True)
class Rims:
    """Brightness of hair by distance from an edge, as logarithms of what it has further inside: outer, from the outline before
    the background, None where too little of that is seen; inner, from the skin of the face."""

    outer: Profile | None
    inner: Profile


def measured(scene: Scene) -> Rims:
    """Of the photo's own hair."""
    bright = triples.mean(scene.rgb.astype(np.float32))
    solid = (scene.hair > _HAIR) & (scene.alpha > _SOLID)
    found = []
    for distance in (_distance(scene.alpha, scene.cm), _from_face(scene.oval, scene.hair, scene.cm)):
        seen = solid & (distance < _INNER_CM[1])
        found.append(_profile(bright[seen], distance[seen]))
    outer, inner = found
    return Rims(outer, _BESIDE_FACE if inner is None else inner)


def matched(
    colours: FloatImage, cover: FloatPlane, stands: FloatPlane, face: FloatPlane, wanted: Rims, cm: float
) -> FloatImage:
    """``colours`` (HxWx3, 0..255) of new hair with the profiles ``wanted``; changes and returns them. cover: HxW, where it is;
    stands: HxW, where anything of the person is; face: HxW, where the face is."""
    if wanted.outer is not None:
        colours = _matched(colours, cover, _distance(stands, cm), wanted.outer)
    return _matched(colours, cover, _from_face(face, cover, cm), wanted.inner)


def _matched(colours: FloatImage, cover: FloatPlane, distance: FloatPlane, wanted: Profile) -> FloatImage:
    rows, columns = np.nonzero((cover > _WORN) & (distance < _INNER_CM[1]))
    near, away, solid = colours[rows, columns], distance[rows, columns], cover[rows, columns] > _HAIR
    bright = triples.mean(near[None])[0]
    own = _profile(bright[solid], away[solid])
    if own is None:
        return colours
    change = np.clip(wanted - own, -_MOST, _MOST)
    at = [0.0, *((low + high) / 2 for low, high in pairwise(_EDGES_CM)), _INNER_CM[0]]
    factor = np.exp(np.interp(away, at, [change[0], *change, 0.0])).astype(np.float32)
    # Light from behind makes no strand brighter than the brightest are.
    most = np.percentile(bright[solid], _BRIGHTEST) + np.float32(_DARK)
    np.minimum(factor, np.maximum(most / (bright + np.float32(_DARK)), 1), out=factor)
    colours[rows, columns] = np.maximum((near + np.float32(_DARK)) * factor[:, None] - np.float32(_DARK), 0)
    return colours


def _profile(bright: Floats, away: Floats) -> Profile | None:
    """Of brightness (N, 0..255) at some distances (N, cm) from the outline."""
    edges = (*_EDGES_CM, _INNER_CM[1])
    which = np.searchsorted(edges, away) - 1
    light = np.log(np.maximum(bright, 0) + np.float32(_DARK))
    inside = (which >= 0) & (which < len(edges) - 1)
    count = np.bincount(which[inside], minlength=len(edges) - 1)
    if (count < _FEWEST).any():
        return None
    mean = np.bincount(which[inside], light[inside], minlength=len(edges) - 1) / count
    return np.asarray(mean[:-1] - mean[-1], np.float32)


def _distance(stands: FloatPlane, cm: float) -> FloatPlane:
    """Distance (cm) from what is not ``stands``."""
    import cv2

    solid = (stands > 0.5).astype(np.uint8)
    return np.asarray(cv2.distanceTransform(solid, cv2.DIST_L2, 3) / np.float32(cm), np.float32)


def _from_face(face: FloatPlane, hair: FloatPlane, cm: float) -> FloatPlane:
    """Distance (cm) from skin of the face that no hair hides."""
    import cv2

    bare = ((face > 0.3) & (hair < 0.5)).astype(np.uint8)
    if not bare.any():
        return np.full(face.shape, _INNER_CM[1], np.float32)
    return np.asarray(cv2.distanceTransform(1 - bare, cv2.DIST_L2, 3) / np.float32(cm), np.float32)
