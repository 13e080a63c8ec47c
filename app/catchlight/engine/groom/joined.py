"""Drawn hair that goes on from the photo's own: down to where that stays, how both outlines meet, and in which tone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.engine import landmarks as mesh
from catchlight.engine.groom import fill
from catchlight.engine.groom.lie import CELLS, STRAIGHT, Lie
from catchlight.engine.groom.scene import Scene, soft
from catchlight.engine.picture import FloatImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_LONG_CM = 10.0
"""Length at the sides from which a style leaves the upper part of long hair alone: it falls from the parting either way."""
_SHORT, _SEEN_CM2 = 0.78, 6.0
"""How well directions agree in short hair without curls; below the nose, where that much is seen, it is ``STRAIGHT``."""
_BELOW_CM, _LEAST_CM, _MORE_CM = 1.5, 1.0, 1.8
"""How far below the mouth hair must hang, and how wide: on both sides, on one at least. Else it is short, or tied."""
_SOLID = 0.85
_INNER_CM, _WIDEST_CM = 6.5, 14.0
"""From here outwards, as seen from the axis of the neck, strands are moved; what is further out is not the head's hair."""
_MOST_CM, _RELAXED_CM, _AT_CM = 4.0, 11.0, 2.0
_FADES_CM = 30.0
_DARK = 6.0
_MOST, _COLOURED = 0.6, 0.3
"""How far a factor goes, as a logarithm, and how far its colour counts: dark strands made lighter would turn orange."""


def alike(scene: Scene, old: FloatPlane, own: Lie, style: Groom) -> bool:
    """Whether the photo's hair is as curly as the style's, or as straight. old: hxw, that hair in the cells of ``own``."""
    rows = np.arange(len(old))[:, None] * own.size
    solid = old > _SOLID
    lower = solid & (rows > scene.marks.xy[mesh.NOSE_TIP, 1])
    if lower.sum() > _SEEN_CM2 * CELLS**2:
        return bool((float(own.agreement[lower].mean()) > STRAIGHT) == (style.curl is None))
    # Short hair lies less evenly, and says less.
    return bool(solid.any() and (float(own.agreement[solid].mean()) > _SHORT) == (style.curl is None))


def upper(scene: Scene, old: FloatPlane, new: Lie, style: Groom) -> float | None:
    """Row down to which long hair stays as it is, whatever the style's parting is; None where it is to be drawn anew.

    old: hxw, the photo's hair, as curly as the style's, in the cells of ``new``.
    """
    falls = style.comb.parting in ("centre", "side") and style.gather is None
    if not falls or style.cut.length * min(style.cut.sides, 1.0) < _LONG_CM:
        return None
    row = float(scene.marks.xy[13, 1])
    first = int(max(0, row / new.size))
    aside = (np.arange(old.shape[1]) + 0.5) * new.size - scene.middle
    near = old[first : first + round(_BELOW_CM * CELLS)] * (np.abs(aside) < _WIDEST_CM * scene.cm)
    if not near.size:
        return None
    wide = [float(near[:, aside * side > 0].sum(axis=1).mean()) / CELLS for side in (-1, 1)]
    return row if min(wide) > _LEAST_CM and max(wide) > _MORE_CM else None


def moved(pixels: Floats, scene: Scene, old: FloatPlane, new: Lie, row: float) -> Floats:
    """Strands (NxSx2 pixels) moved aside so that their outline is that of the photo's hair above ``row``, and goes on from it."""
    height = len(old)
    columns = (np.arange(old.shape[1]) + 0.5) * new.size - scene.middle
    limit = _WIDEST_CM * scene.cm
    shift = np.zeros((2, height), np.float32)
    outer = np.full((2, height), limit, np.float32)
    for index, side in enumerate((-1, 1)):
        here = (side * columns > 0) & (np.abs(columns) < limit)
        reach = [np.where(plane & here, np.abs(columns), 0).max(axis=1) for plane in (old > 0.5, new.worn)]
        both = (reach[0] > 0) & (reach[1] > 0) & (np.arange(height) * new.size < row)
        if not both.any():
            continue
        most = _MOST_CM * scene.cm
        gap = np.clip(np.where(both, reach[0] - reach[1], 0), -most, most)
        weight = soft(both[:, None].astype(np.float32), CELLS)[:, 0] + 1e-3
        even = soft(np.asarray(gap * both, np.float32)[:, None], CELLS)[:, 0] / weight
        last = int(np.flatnonzero(both)[-1])
        hung = float(np.median(gap[both][-round(_AT_CM * CELLS) :]))
        below = np.arange(height) - last
        share = np.clip((below + CELLS) / CELLS, 0, 1)
        later = hung * np.exp(-np.clip(below, 0, None) / (_RELAXED_CM * CELLS))
        shift[index] = even * (1 - share) + later * share
        outer[index] = np.maximum(np.where(reach[1] > 0, reach[1], limit), (_INNER_CM + 1) * scene.cm)
    aside = pixels[..., 0] - np.float32(scene.middle)
    at = np.clip(pixels[..., 1] / np.float32(new.size), 0, height - 1).astype(np.intp)
    half = (aside > 0).astype(np.intp)
    inner = np.float32(_INNER_CM * scene.cm)
    share = np.clip((np.abs(aside) - inner) / (outer[half, at] - inner), 0, 1.3)
    result = pixels.copy()
    result[..., 0] += np.sign(aside) * share * shift[half, at]
    return result


def toned(scene: Scene, cover: FloatPlane, colours: FloatImage, stays: FloatPlane) -> FloatImage:
    """Factor (hxwx3, at a reduced size) that gives drawn hair the tone that the photo's has beside it; ``stays``: HxW, where
    that stays."""
    import cv2

    size = max(1.0, scene.cm / CELLS)
    shape = (max(1, round(cover.shape[1] / size)), max(1, round(cover.shape[0] / size)))
    both = np.asarray((stays > 0.5) & (cover > 0.8) & (scene.hair > 0.9), np.float32)
    weight = cv2.resize(both, shape, interpolation=cv2.INTER_AREA)
    means = []
    for image in (scene.rgb.astype(np.float32), colours):
        image = image * both[..., None]
        mean = soft(cv2.resize(image, shape, interpolation=cv2.INTER_AREA), 0.5 * CELLS)
        means.append(mean / (soft(weight, 0.5 * CELLS)[..., None] + np.float32(1e-3)))
    apart = np.log((means[0] + np.float32(_DARK)) / (means[1] + np.float32(_DARK)))
    known = (weight > 0.5).astype(np.float32)
    if not known.any():
        return np.ones((*weight.shape, 3), np.float32)
    away = cv2.distanceTransform((known < 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(CELLS)
    apart = soft(fill.smooth(np.asarray(apart, np.float32), known), 0.4 * CELLS)
    even = apart.mean(axis=2, keepdims=True)
    apart = even + _COLOURED * (apart - even)
    fades = np.exp(-away / np.float32(_FADES_CM))[..., None]
    return np.asarray(np.exp(np.clip(apart, -_MOST, _MOST) * fades), np.float32)
