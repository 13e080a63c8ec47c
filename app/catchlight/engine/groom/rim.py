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
Mask = npt.NDArray[np.bool_]
Profile = npt.NDArray[np.float32]

_EDGES_CM = (0.05, 0.1, 0.2, 0.35, 0.6, 1.0)
"""Distances from the outline between which brightness is told."""
_INNER_CM = (1.0, 2.0)
"""Distances where it is that of the hair inside."""
_FEWEST = 60
"""Pixels that tell the brightness of a distance."""
_HAIR, _SOLID = 0.9, 0.97
_MOST, _BRIGHTEST = 0.45, 98.0
"""How far a factor goes, as a logarithm, and the percentile of brightness up to which it does."""
_DARK = 6.0


def measured(scene: Scene) -> Profile | None:
    """Brightness of the photo's own hair by distance from the outline before the background, as logarithms of what it has further
    inside; None where too little of it is seen."""
    return _profile(scene.rgb, (scene.hair > _HAIR) & (scene.alpha > _SOLID), scene.alpha, scene.cm)


def matched(colours: FloatImage, cover: FloatPlane, stands: FloatPlane, wanted: Profile, cm: float) -> FloatImage:
    """``colours`` (HxWx3, 0..255) of new hair with the profile ``wanted``; changes and returns them. cover: HxW, where it is;
    stands: HxW, where anything of the person is."""
    own = _profile(colours, cover > _HAIR, stands, cm)
    if own is None:
        return colours
    change = np.clip(wanted - own, -_MOST, _MOST)
    at = [0.0, *((low + high) / 2 for low, high in pairwise(_EDGES_CM)), _INNER_CM[0]]
    factor = np.exp(np.interp(_distance(stands, cm), at, [change[0], *change, 0.0])).astype(np.float32)
    bright = triples.mean(colours)
    # Light from behind makes no strand brighter than the brightest are.
    most = np.percentile(bright[cover > _HAIR], _BRIGHTEST) + np.float32(_DARK)
    np.minimum(factor, np.maximum(most / (bright + np.float32(_DARK)), 1), out=factor)
    colours += np.float32(_DARK)
    triples.scale(colours, factor)
    colours -= np.float32(_DARK)
    return np.maximum(colours, 0, out=colours)


def _profile(rgb: Any, where: Mask, stands: FloatPlane, cm: float) -> Profile | None:
    import cv2

    distance = _distance(stands, cm)
    near = where & (distance < _INNER_CM[1])
    grey: Any = cv2.cvtColor(np.ascontiguousarray(rgb), cv2.COLOR_RGB2GRAY)
    light, away = np.log(np.maximum(grey[near], 0) + np.float32(_DARK)), distance[near]
    edges = (*_EDGES_CM, _INNER_CM[1])
    which = np.searchsorted(edges, away) - 1
    count = np.bincount(which[which >= 0], minlength=len(edges) - 1)[: len(edges) - 1]
    if (count < _FEWEST).any():
        return None
    mean = np.bincount(which[which >= 0], light[which >= 0], minlength=len(edges) - 1)[: len(edges) - 1] / count
    return np.asarray(mean[:-1] - mean[-1], np.float32)


def _distance(stands: FloatPlane, cm: float) -> FloatPlane:
    """Distance (cm) from what is not ``stands``."""
    import cv2

    return np.asarray(
        cv2.distanceTransform((stands > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm), np.float32
    )
