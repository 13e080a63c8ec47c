"""A thing of many colours under a point: what differs from all that surrounds it, be it as motley as medals on a coat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.matting.modnet import Window

_LEAST, _MOST, _STEP = 10.0, 0.2, 1.4
"""Radii that are tried: from so many pixels to a share of the picture's longer side, each so many times the last."""
_AROUND = 1.7
"""What surrounds a thing, in radii: as far as its colours are learnt."""
_LONGEST = 100
"""Longer side at which a cut is made, in pixels."""
_ROUNDS = 3
_TOUCHING = 0.02
"""Share of the contour that may reach the circle beyond which nothing is thought to belong to the thing."""
_EDGE = 7.0
"""Steepness (8-bit CIELAB per pixel) which four fifths of a thing's contour have."""
_FULL = 0.05
"""Share of the circle from which a cut has found more than the place that was clicked."""
_STABLE = 1.1
"""Growth from one radius to the next up to which two cuts have found the same thing."""
_SEED = 0.12
"""Share of what a cut may reach that surely is the thing, about the hotspot."""
_CLOSE = 0.25
"""How far about a thing it is cut again, by its longer side."""
_SAME = (0.7, 1.8)
"""Areas of a closer cut by that of the first in which both are of the same thing."""


@dataclass(frozen=True)
class _Cut:
    """One cut: its mask over a window of the picture, its size in pixels, and how motley it is right around it."""

    box: Window
    mask: Any
    area: float
    variety: float


def figure_at(rgb: ByteImage, x: float, y: float, within: FloatPlane | None = None) -> FloatPlane | None:
    """The thing at pixel (x, y) as a soft mask of the picture's size; None where nothing is set off all around.

    Circles of growing radius are cut by GrabCut (Rother et al. 2004): what is in the circle and unlike the ring around it. A
    thing is what two radii agree on; else the cut that has the calmest surroundings. It is cut once more, close about it.
    within: float32 in 0..1 of the picture's size, what the thing must not leave.
    """
    height, width = rgb.shape[:2]
    radii = [_LEAST]
    while radii[-1] * _STEP < _MOST * max(height, width):
        radii.append(radii[-1] * _STEP)

    def within_radius(radius: float) -> _Cut | None:
        reach = _AROUND * radius
        sight = _sight(rgb, (x - reach, y - reach, x + reach, y + reach), (x, y), within)
        away = sight.away / radius
        cut = _cut(sight, away < 0.75, away > 1)
        return cut if cut is not None and cut.area > _FULL * np.pi * radius**2 else None

    cuts: list[_Cut] = []
    with ThreadPoolExecutor(2, "figure") as pool:
        for cut in filter(None, pool.map(within_radius, radii)):
            if cuts and cuts[-1].area <= cut.area < _STABLE * cuts[-1].area:
                cuts = [cut]
                pool.shutdown(wait=False, cancel_futures=True)
                break
            cuts.append(cut)
    if not cuts:
        return None
    found = _plane(min(cuts, key=lambda cut: cut.variety), (height, width))
    return resegment_figure(rgb, found, (x, y), within)


@dataclass(frozen=True)
class _Sight:
    """A window of the picture as it is cut: reduced, with the distance from the hotspot in pixels of the picture."""

    box: Window
    scale: float
    rgb: Any
    away: Any
    centre: tuple[float, float]
    barred: Any


def _sight(
    rgb: ByteImage, box: tuple[float, float, float, float], spot: tuple[float, float], within: FloatPlane | None
) -> _Sight:
    import cv2

    x0, y0 = max(0, int(box[0])), max(0, int(box[1]))
    x1, y1 = min(rgb.shape[1], int(box[2]) + 1), min(rgb.shape[0], int(box[3]) + 1)
    scale = min(2.0, _LONGEST / max(x1 - x0, y1 - y0))
    size = (max(8, round((x1 - x0) * scale)), max(8, round((y1 - y0) * scale)))
    small = cv2.resize(rgb[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    rows, columns = np.mgrid[: size[1], : size[0]]
    centre = ((spot[0] + 0.5 - x0) * scale - 0.5, (spot[1] + 0.5 - y0) * scale - 0.5)
    away = np.hypot(columns - centre[0], rows - centre[1]) / scale
    barred = np.zeros(away.shape, np.bool_)
    if within is not None:
        barred = cv2.resize(within[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA) < 0.5
    return _Sight((x0, y0, x1, y1), scale, small, away, centre, barred)


def _cut(sight: _Sight, likely: Any, outside: Any) -> _Cut | None:
    """What is set off against its surroundings; None where nothing is, or where it goes on outside."""
    import cv2

    trimap = np.where(likely, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    trimap[outside | sight.barred] = cv2.GC_BGD
    trimap[sight.away < _SEED * sight.away[~outside].max(initial=1.0)] = cv2.GC_FGD
    if not (trimap == cv2.GC_BGD).any():
        return None
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.setRNGSeed(7)
    cv2.grabCut(sight.rgb, trimap, (0, 0, 1, 1), models[0], models[1], _ROUNDS, cv2.GC_INIT_WITH_MASK)
    found = _piece((trimap == cv2.GC_FGD) | (trimap == cv2.GC_PR_FGD), sight.centre)
    rim = (cv2.dilate(found, np.ones((3, 3), np.uint8)) > 0) & (found == 0)
    bounds = cv2.dilate(outside.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    count = int(rim.sum())
    if not count or float((bounds & rim).sum()) > _TOUCHING * count:
        return None
    lab = cv2.cvtColor(sight.rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    if float(np.percentile(steepness(lab)[rim], 20)) < _EDGE:
        return None
    ring = (cv2.dilate(found, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (17, 17))) > 0) & (found == 0)
    variety = float(np.linalg.norm(cv2.GaussianBlur(lab, (0, 0), 1.5)[ring].std(axis=0)))
    return _Cut(sight.box, found, float(found.sum()) / sight.scale**2, variety)


def resegment_figure(
    rgb: ByteImage, thing: FloatPlane, spot: tuple[float, float], within: FloatPlane | None = None
) -> FloatPlane:
    """A thing cut once more, larger, against what lies right around it; as it was where that finds nothing or far more.

    thing: soft mask of the picture's size with the pixel ``spot`` (x, y) in it; within: as for ``figure_at``.
    """
    import cv2

    first = (thing > 0.5).astype(np.uint8)
    rows, columns = np.flatnonzero(first.any(axis=1)), np.flatnonzero(first.any(axis=0))
    if not len(rows):
        return thing
    reach = _CLOSE * max(columns[-1] - columns[0], rows[-1] - rows[0]) + 3
    box = columns[0] - 2 * reach, rows[0] - 2 * reach, columns[-1] + 2 * reach, rows[-1] + 2 * reach
    sight = _sight(rgb, box, spot, within)
    x0, y0, x1, y1 = sight.box
    likely = cv2.resize(first[y0:y1, x0:x1], sight.away.shape[::-1], interpolation=cv2.INTER_NEAREST)
    # What lies close about it may be its rim: the ground's colours are learnt farther out.
    near, far = (
        cv2.dilate(likely, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * steps + 1,) * 2))
        for steps in (max(1, round(0.5 * reach * sight.scale)), max(2, round(reach * sight.scale)))
    )
    cut = _cut(sight, near > 0, far == 0)
    same = cut is not None and _SAME[0] < cut.area / float(first.sum()) < _SAME[1]
    return _plane(cut, thing.shape) if cut is not None and same else thing


def _piece(found: Any, centre: tuple[float, float]) -> Any:
    """The connected piece at the centre, without holes; empty where the centre belongs to none."""
    import cv2

    closed = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels = cv2.connectedComponents(closed)
    row = int(np.clip(round(centre[1]), 0, labels.shape[0] - 1))
    column = int(np.clip(round(centre[0]), 0, labels.shape[1] - 1))
    filled = np.zeros_like(closed)
    if labels[row, column]:
        piece = (labels == labels[row, column]).astype(np.uint8)
        contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    return filled


def steepness(lab: Any) -> Any:
    """The steepest change of colour in the 3 x 3 neighbourhood of each pixel, CIELAB per pixel."""
    import cv2

    soft = cv2.GaussianBlur(lab, (0, 0), 1)
    steps = [cv2.Sobel(soft, cv2.CV_32F, dx, dy) / 8 for dx, dy in ((1, 0), (0, 1))]
    return cv2.dilate(np.sqrt(sum((step**2).sum(axis=2) for step in steps)), np.ones((3, 3)))


def _plane(cut: _Cut, shape: tuple[int, ...]) -> FloatPlane:
    import cv2

    x0, y0, x1, y1 = cut.box
    soft = cv2.GaussianBlur(cut.mask.astype(np.float32), (0, 0), 0.8)
    plane = np.zeros(shape, np.float32)
    plane[y0:y1, x0:x1] = np.clip(cv2.resize(soft, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), 0, 1)
    return plane
