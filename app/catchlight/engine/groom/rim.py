"""Light at the outline of hair: what comes through it from behind, or is lost there, as in the photo's own hair."""

from __future__ import annotations

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


def measured(scene: Scene) -> Profile | None:
    """Brightness of the photo's own hair by distance from the outline before the background, as logarithms of what it has further
    inside; None where too little of it is seen."""
    distance = _distance(scene.alpha, scene.cm)
    seen = (scene.hair > _HAIR) & (scene.alpha > _SOLID) & (distance < _INNER_CM[1])
    return _profile(np.asarray(scene.rgb[seen].mean(axis=-1), np.float32), distance[seen])


def matched(colours: FloatImage, cover: FloatPlane, stands: FloatPlane, wanted: Profile, cm: float) -> FloatImage:
    """``colours`` (HxWx3, 0..255) of new hair with the profile ``wanted``; changes and returns them. cover: HxW, where it is;
    stands: HxW, where anything of the person is."""
    distance = _distance(stands, cm)
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
