"""Chains that go under the hair: where that is taken away they go on over the neck, as they came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.hair.mask import stray_strands
from catchlight.hair.removal.neck.torso import Torso
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import FloatImage, FloatPlane

_LEAST_PX = 12.0
"""Pixels for a centimetre from which a chain is told from skin."""
_CHEST_CM, _NEAR_CM, _TIP_CM = 14.0, 2.5, 0.8
"""How far below the chin chains are looked for, how far beside what is rebuilt, and how near to that one must end."""
_EVENED_CM, _BESIDE_CM = 0.4, 0.16
"""Length over which a chain's links are evened, and how far beside it skin is seen."""
_LONG_CM, _WIDE_CM, _BRIGHT = 1.4, 0.3, (16.0, 8.0)
"""How long and how wide one is, and how much brighter (0..255) than the skin on both sides, surely and where it goes on: what is
darker may be hair, or a fold."""
_STRAIGHT_CM, _UP = 0.08, 0.4
"""How far it strays from a line over its last centimetre at most, and how steeply it goes up there at least."""
_LINKS_CM, _LEAST_RISE_CM, _FURTHEST_CM, _BENDS = 0.9, 0.4, 9.0, 0.5
"""Length of its links that is laid again and again, how far up it goes on at least and at most, and the part of that after which
it bends to the side."""
_SKIN, _COVERED = 0.5, 0.5
"""Share of skin from which a chain lies on it, and how far the plate replaces the picture where that is rebuilt."""


@dataclass(frozen=True)
class Chain:
    """tip: x and y of its last place that is seen. way: unit vector in which it goes on."""

    tip: Floats
    way: Floats


def extend_chains(plate: FloatImage, scene: HairScene, body: Torso, blend: FloatPlane) -> None:
    """Lay the rest of chains into the ``plate`` (HxWx3, 0..255), over skin of the neck and the chest; changes it. blend: HxW,
    how far the plate replaces the picture."""
    if scene.cm < _LEAST_PX:
        return
    for chain in find_chains(scene, body, blend):
        _lay(plate, scene, body, blend, chain)


def find_chains(scene: HairScene, body: Torso, blend: FloatPlane) -> list[Chain]:
    """Chains that are seen on the skin below the chin and end where the picture is replaced. blend: see ``extend_chains``."""
    import cv2

    cm = scene.cm
    rebuilt = blend > _COVERED
    top, low = (int(np.clip(scene.chin[1] + down * cm, 0, scene.shape[0])) for down in (0, _CHEST_CM))
    within = np.zeros(scene.shape, bool)
    within[top:low] = (dilate_mask(rebuilt, _NEAR_CM * cm) & ~rebuilt & (scene.alpha > 0.9))[top:low]
    within &= (scene.hair < 0.1) & (body.skin > _SKIN)
    if not within.any():
        return []
    rows, columns = np.flatnonzero(within.any(axis=1)), np.flatnonzero(within.any(axis=0))
    part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    brighter = stray_strands.measure_ridges(-vec3.mean(scene.rgb[part]), _EVENED_CM * cm, _BESIDE_CM * cm)
    lines = stray_strands.find_lines(brighter, within[part], _WIDE_CM * cm, _LONG_CM * cm, _BRIGHT)
    count, labels = cv2.connectedComponents(lines.astype(np.uint8), connectivity=8)
    away = cv2.distanceTransform((~rebuilt[part]).astype(np.uint8), cv2.DIST_L2, 5)
    corner = np.array([part[1].start, part[0].start], np.float32)
    chains = []
    for label in range(1, count):
        y, x = np.nonzero(labels == label)
        chain = _ending(np.column_stack([x, y]).astype(np.float32), np.asarray(away[y, x], np.float32), cm)
        if chain is not None:
            chains.append(Chain(chain.tip + corner, chain.way))
    return chains


def _ending(points: Floats, away: Floats, cm: float) -> Chain | None:
    """A chain by its pixels (Nx2) and how far off they lie from what is rebuilt (N, pixels); None where it is none."""
    near = int(away.argmin())
    if away[near] > _TIP_CM * cm:
        return None
    last = points[_apart(points, points[near]) < cm]
    middle = last.mean(axis=0)
    _, spread, axes = np.linalg.svd(last - middle, full_matrices=False)
    way = axes[0] * (1 if (points[near] - middle) @ axes[0] > 0 else -1)
    if spread[1] / np.sqrt(len(last)) > _STRAIGHT_CM * cm or way[1] > -_UP:
        return None
    return Chain(middle + way * ((points[near] - middle) @ way), way)


def _apart(points: Floats, place: Floats) -> Floats:
    """Distances of points (Nx2) from a place (2)."""
    return np.asarray(np.hypot(*(points - place).T), np.float32)


def _lay(plate: FloatImage, scene: HairScene, body: Torso, blend: FloatPlane, chain: Chain) -> None:
    import cv2
    from scipy.spatial import cKDTree

    cm = scene.cm
    course = _course(scene, body, chain)
    if len(course) < 2:
        return
    before = chain.tip - np.arange(_LINKS_CM * cm, 0, -1)[:, None] * chain.way
    way = np.concatenate([before, course]).astype(np.float32)
    out = np.gradient(way, axis=0)[:, ::-1] * np.array([-1, 1], np.float32)
    out /= np.hypot(*out.T)[:, None]
    beside = np.float32(_BESIDE_CM * cm)
    low = np.clip(np.floor(way.min(axis=0) - beside).astype(int), 0, scene.shape[::-1])
    high = np.clip(np.ceil(way.max(axis=0) + beside).astype(int) + 1, 0, scene.shape[::-1])
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    y, x = np.mgrid[part].astype(np.float32)
    away, nearest = cKDTree(way).query(np.column_stack([x.ravel(), y.ravel()]), distance_upper_bound=float(beside))
    near = np.flatnonzero(np.isfinite(away) & (nearest > 0) & (nearest < len(way) - 1))
    at = nearest[near]
    from_way = np.column_stack([x.ravel()[near], y.ravel()[near]]) - way[at]
    aside = np.asarray((from_way * out[at]).sum(axis=1), np.float32)
    # To and fro over the last links that are seen.
    along = (at - len(before)).astype(np.float32)
    back = -np.abs((along + len(before)) % (2 * len(before)) - len(before))
    across = np.array([-chain.way[1], chain.way[0]], np.float32)

    def there(side: Floats | np.floating[Any]) -> Floats:
        places = np.asarray(chain.tip + back[:, None] * chain.way + np.reshape(side, (-1, 1)) * across, np.float32)
        own = cv2.remap(scene.rgb, places[:, :1], places[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(own[:, 0], np.float32)

    skin = 0.5 * (there(-beside) + there(beside))
    # As bright against the skin as where it is seen.
    ratio = (there(aside) + 1) / (skin + 1)
    rows, columns = (np.asarray(side.ravel()[near], np.intp) for side in (y, x))
    share = np.clip(2 - 2 * np.abs(aside) / beside, 0, 1) * blend[rows, columns]
    share = share * np.clip(2 * body.skin[rows, columns], 0, 1) * (1 - scene.oval[rows, columns])
    plate[rows, columns] *= 1 + (ratio - 1) * share[:, None]


def _course(scene: HairScene, body: Torso, chain: Chain) -> Floats:
    """Where a chain goes on, Nx2, a pixel apart: it bends to where the neck's outline meets the shoulder, and goes behind it."""
    cm = scene.cm
    row = int(np.clip(chain.tip[1], 0, scene.shape[0] - 1))
    side = int(chain.tip[0] > body.neck[:, row].mean())
    edge = np.clip(body.neck[side], 0, scene.shape[1] - 1)
    meets = np.flatnonzero(body.line[edge.astype(np.intp)] < np.arange(len(edge)))
    end = int(meets[0]) if len(meets) else 0
    rise = float(chain.tip[1] - end)
    if rise < _LEAST_RISE_CM * cm or rise > _FURTHEST_CM * cm:
        return chain.tip[None]
    last = np.array([edge[end], end], np.float32)
    middle = chain.tip + chain.way * np.float32(_BENDS * np.hypot(*(last - chain.tip)))
    share = np.linspace(0, 1, 400, dtype=np.float32)[:, None]
    bent = (1 - share) ** 2 * chain.tip + 2 * share * (1 - share) * middle + share**2 * last
    gone = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(bent, axis=0).T))])
    at = np.arange(0, gone[-1])
    return np.column_stack([np.interp(at, gone, bent[:, axis]) for axis in (0, 1)])
