"""The form of an ear: where hair hid one, its folds are put there in the person's own skin and light.

A height field over the plane of the ear, drawn by its landmarks in centimetres (anatomy as in Iannarelli, Ear
Identification, 1989: helix, antihelix with two crura, concha, tragus, antitragus and lobe), with the sky that each place sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import triples
from catchlight.engine.groom.head import Head
from catchlight.engine.groom.planes import soft
from catchlight.engine.picture import FloatImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]
Indices = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]
Points = tuple[tuple[float, float], ...]

_PX = 40
"""Pixels of the height field for a centimetre."""
_BACK_CM, _UP_CM, _ROOM_CM = 3.6, 3.3, 0.2
"""How far the plane goes back from where the ear is rooted, and up and down from its middle; and round about that."""
# fmt: off
_OUTLINE: Points = (
    (0.10, 1.2), (0.22, 2.1), (0.75, 2.8), (1.55, 3.12), (2.35, 2.95), (2.95, 2.35), (3.25, 1.5), (3.25, 0.6), (3.0, -0.3),
    (2.62, -1.05), (2.2, -1.75), (1.85, -2.4), (1.35, -2.95), (0.8, -3.05), (0.38, -2.75), (0.15, -2.1), (0.0, -1.3), (0.0, 0.0),
)
_HELIX: Points = (
    (0.30, 1.0), (0.42, 1.95), (0.88, 2.55), (1.6, 2.85), (2.28, 2.68), (2.78, 2.15), (3.03, 1.42), (3.03, 0.6), (2.8, -0.25),
    (2.42, -1.0), (2.05, -1.6),
)
_CRUS: Points = ((0.30, 1.0), (0.6, 0.62), (1.0, 0.38), (1.4, 0.3))
_ANTIHELIX: Points = ((1.3, -1.4), (1.75, -1.15), (2.12, -0.55), (2.3, 0.25), (2.22, 0.95), (1.95, 1.6), (1.7, 2.1))
_LOWER_CRUS: Points = ((2.22, 0.95), (1.65, 1.3), (1.05, 1.4))
_TRAGUS: Points = ((0.4, 0.05), (0.48, -0.35), (0.42, -0.75))
_ANTITRAGUS: Points = ((0.95, -1.55), (1.3, -1.4))
# fmt: on
_RIDGES: tuple[tuple[Points, float, float], ...] = (
    (_HELIX, 0.42, 0.21),
    (_CRUS, 0.28, 0.22),
    (_ANTIHELIX, 0.46, 0.30),
    (_LOWER_CRUS, 0.30, 0.24),
    (_TRAGUS, 0.55, 0.26),
    (_ANTITRAGUS, 0.30, 0.26),
)
"""Ridges: their course, height (cm) and half width (cm)."""
_HOLLOWS: tuple[tuple[tuple[float, float], tuple[float, float], float], ...] = (
    ((1.15, -0.45), (0.75, 0.85), -0.75),
    ((1.45, 0.78), (0.6, 0.32), -0.45),
    ((0.95, -0.35), (0.3, 0.3), -0.35),
    ((0.65, -1.3), (0.2, 0.3), -0.2),
    ((0.95, -2.3), (0.6, 0.6), 0.22),
)
"""Concha, its upper part, the canal, the notch below the tragus, and the lobe: middle, radii (cm), and height (cm)."""
_ROOTED_CM = 0.45
"""Width over which it rises from the head."""
_EDGE_CM, _ROUNDED = 0.28, 0.36
"""Width over which the free edge is round, and how far it turns back."""
_WAYS, _FAR_CM, _STEPS = 16, 1.1, 11
"""Directions in which it is looked for what hides the sky, how far, and in how many steps."""
_ROOT = np.array([7.25, 0.4, -3.1], np.float32)
"""Canonical place (cm) of the middle of the left ear's root. As all proportions, of an average adult (Farkas 1994)."""
_TILT, _FLARE = np.radians(18.0), np.radians(30.0)
"""How far it leans back, and stands off the head."""
_DENSE, _CLOSE, _NEARER_CM = 2, (0.65, 0.9), 0.02
"""Pixels drawn for one of the picture, along each axis, points of the surface for each of those, back and up (from the front it
is seen at a slant), and how much nearer than another one must lie to hide it."""


@dataclass(frozen=True)
class Place:
    """How an ear differs from the average. shift: view cm, x and y. scale: of its size. flare: radians by which it stands off the
    head."""

    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    flare: float = float(_FLARE)


@dataclass(frozen=True)
class Auricle:
    """An ear as the picture sees it, hxw from ``corner`` (x, y). cover: 0..1. normal: hxwx3, unit vectors in view coordinates.
    sky: share of the sky that is seen from there, 0..1. near: view z in cm."""

    corner: tuple[int, int]
    cover: FloatPlane
    normal: Floats
    sky: FloatPlane
    near: FloatPlane

    def on(self, part: tuple[slice, slice]) -> Auricle:
        """The ear on rows and columns of the picture, of which it may hold a part."""
        (x, y), (tall, wide) = self.corner, self.cover.shape
        rows, columns = part
        top, left = max(rows.start, y), max(columns.start, x)
        low, right = max(min(rows.stop, y + tall), top), max(min(columns.stop, x + wide), left)
        there = slice(top - rows.start, low - rows.start), slice(left - columns.start, right - columns.start)
        here = slice(top - y, low - y), slice(left - x, right - x)
        planes = {}
        for name in ("cover", "normal", "sky", "near"):
            own = getattr(self, name)
            planes[name] = np.zeros((rows.stop - rows.start, columns.stop - columns.start, *own.shape[2:]), np.float32)
            planes[name][there] = own[here]
        return Auricle((columns.start, rows.start), **planes)


def seen(head: Head, side: int, place: Place) -> Auricle:
    """The ear on the picture's left (-1) or right (1) side."""
    import cv2

    form = _form()
    across, along = (head.cm * head.scale * place.scale * _DENSE * close / _PX for close in _CLOSE)
    size = (max(8, round(form.shape[1] * across)), max(8, round(form.shape[0] * along)))
    height, inside, sky = np.moveaxis(cv2.resize(form, size, interpolation=cv2.INTER_LINEAR), -1, 0)
    points = head.viewed(_placed(_flat(size), height, side, place)) + _aside(place)
    normal = np.cross(np.gradient(points, axis=0), np.gradient(points, axis=1)) * np.float32(side)
    normal /= triples.length(normal)[..., None] + np.float32(1e-9)
    pixels = head.placed(points)
    within = inside > 0.5
    low, high = (
        np.floor(pixels[within].min(axis=0)).astype(int) - 2,
        np.ceil(pixels[within].max(axis=0)).astype(int) + 3,
    )
    width, tall = (int(value) for value in (high - low))
    which, cover = _nearest((pixels[within] - low) * _DENSE, points[..., 2][within], (tall * _DENSE, width * _DENSE))
    told = np.column_stack([normal[within], sky[within], points[..., 2][within], np.ones(int(within.sum()))])[which]
    told = np.asarray(told * cover[..., None], np.float32)
    small: Floats = np.asarray(cv2.resize(told, (width, tall), interpolation=cv2.INTER_AREA), np.float32)
    share = np.asarray(small[..., 5], np.float32)
    small /= np.maximum(share, np.float32(1e-3))[..., None]
    turned = small[..., :3] / (triples.length(small[..., :3])[..., None] + np.float32(1e-6))
    return Auricle((int(low[0]), int(low[1])), share, turned, small[..., 3], small[..., 4])


def _nearest(pixels: Floats, near: Floats, shape: tuple[int, int]) -> tuple[Indices, Mask]:
    """Which of some points is seen in each pixel of a picture of ``shape``, and where one is. pixels: Nx2; near: N, cm."""
    import cv2

    tall, width = shape
    at = np.clip(pixels.astype(np.intp), 0, [width - 1, tall - 1])
    index = at[:, 1] * width + at[:, 0]
    order = np.argsort(near)
    found, depth = np.full(tall * width, -1, np.intp), np.full(tall * width, np.float32(-1e3))
    # Where the surface is steep points lie further apart than pixels: each is four pixels large.
    for aside in (0, 1, width, width + 1):
        one, its = np.full(tall * width, -1, np.intp), np.full(tall * width, np.float32(-1e3))
        place = np.minimum(index[order] + aside, tall * width - 1)
        one[place], its[place] = order, near[order]
        closer = its > depth + np.float32(_NEARER_CM)
        found[closer], depth[closer] = one[closer], its[closer]
    empty = (found < 0).reshape(shape).astype(np.uint8)
    cover = cv2.morphologyEx(1 - empty, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)) > 0
    _, label = cv2.distanceTransformWithLabels(empty, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    beside = np.zeros(int(label.max()) + 1, np.intp)
    beside[label[empty == 0]] = found.reshape(shape)[empty == 0]
    return np.asarray(beside[label], np.intp), np.asarray(cover, bool)


def outline(head: Head, side: int, place: Place) -> Floats:
    """The ear's outline in the picture, Nx2 pixels."""
    edge = _edge()
    height = np.zeros(len(edge), np.float32)
    return head.placed(head.viewed(_placed(edge, height, side, place)) + _aside(place))


def _aside(place: Place) -> Floats:
    return np.array((*place.shift, 0.0), np.float32)


def _placed(flat: Floats, height: Floats, side: int, place: Place) -> Floats:
    """Canonical cm (... x3) of places on the ear's plane (... x2, cm) and their height above it."""
    up = np.array([0.08, np.cos(_TILT), -np.sin(_TILT)])
    up /= np.linalg.norm(up)
    back = np.array([np.sin(place.flare), 0.0, -np.cos(place.flare)])
    back -= (back @ up) * up
    back /= np.linalg.norm(back)
    out = np.cross(up, -back)
    axes = np.stack([back, up, out]).astype(np.float32) * np.float32(place.scale)
    points = _ROOT + flat @ axes[:2] + height[..., None] * axes[2]
    return np.asarray(points * np.array([side, 1, 1], np.float32), np.float32)


def _flat(size: tuple[int, int]) -> Floats:
    """Places of a height field of some size (columns, rows), hxwx2 in cm: back, and up."""
    back = np.linspace(-_ROOM_CM, _BACK_CM, size[0], dtype=np.float32)
    up = np.linspace(_UP_CM, -_UP_CM, size[1], dtype=np.float32)
    return np.stack(np.meshgrid(back, up), axis=-1)


@cache
def _form() -> FloatImage:
    """Height (cm) of the ear's surface over its plane, where it is (0..1), and the share of the sky seen from there, hxwx3."""
    import cv2

    size = (round((_BACK_CM + _ROOM_CM) * _PX), round(2 * _UP_CM * _PX))
    flat = _flat(size)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(_in_pixels(_edge())).astype(np.int32)], 1)
    height: FloatPlane = np.zeros(mask.shape, np.float32)
    for course, tall, wide in _RIDGES:
        height += np.float32(tall) * np.exp(-((_distance(_open(course), mask.shape) / np.float32(wide)) ** 2))
    for middle, radii, tall in _HOLLOWS:
        reach = (((flat - np.array(middle, np.float32)) / np.array(radii, np.float32)) ** 2).sum(axis=-1)
        height += np.float32(tall) * np.exp(-(reach**1.5))
    inwards = cv2.distanceTransform(np.pad(mask, 1), cv2.DIST_L2, 5)[1:-1, 1:-1] / np.float32(_PX)
    round_off = 1 - np.sqrt(np.clip(1 - (1 - np.clip(inwards / _EDGE_CM, 0, 1)) ** 2, 0, 1))
    free = np.clip(flat[..., 0] / np.float32(_ROOTED_CM), 0, 1)
    free *= free * (3 - 2 * free)
    height *= free
    height -= np.float32(_ROUNDED) * round_off * free
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), 0.05 * _PX), np.float32)
    return np.dstack([height, mask.astype(np.float32), _sky(height)])


def _sky(height: FloatPlane) -> FloatPlane:
    """Share of the sky seen from each place, by the highest that rises round it (horizon mapping; Max 1988)."""
    total = np.zeros_like(height)
    for way in np.arange(_WAYS) * (2 * np.pi / _WAYS):
        highest = np.zeros_like(height)
        for step in np.linspace(_FAR_CM / _STEPS, _FAR_CM, _STEPS):
            by = np.round(np.array([np.sin(way), np.cos(way)]) * step * _PX).astype(int)
            other = np.roll(height, tuple(by), axis=(0, 1))
            np.maximum(highest, (other - height) / np.float32(step), out=highest)
        total += 1 - np.sin(np.arctan(highest))
    return np.asarray(soft(total / _WAYS, 0.03 * _PX), np.float32)


def _in_pixels(points: Floats) -> Floats:
    return np.column_stack([points[:, 0] + _ROOM_CM, _UP_CM - points[:, 1]]) * _PX


def _distance(course: Floats, shape: tuple[int, ...]) -> FloatPlane:
    """Cm from a course, hxw."""
    import cv2

    canvas = np.ones(shape, np.uint8)
    cv2.polylines(canvas, [np.round(_in_pixels(course) * 16).astype(np.int32)], False, 0, 1, cv2.LINE_8, 4)
    return np.asarray(cv2.distanceTransform(canvas, cv2.DIST_L2, 5) / np.float32(_PX), np.float32)


def _open(course: Points) -> Floats:
    """A smooth line through some points, Nx2."""
    from scipy.interpolate import make_interp_spline

    at = np.linspace(0, 1, len(course))
    degree = min(3, len(course) - 1)
    return np.asarray(make_interp_spline(at, np.asarray(course), k=degree)(np.linspace(0, 1, 120)), np.float32)


@cache
def _edge() -> Floats:
    """The outline on the ear's plane, Nx2 cm."""
    from scipy.interpolate import make_interp_spline

    ring = np.asarray((*_OUTLINE, _OUTLINE[0]))
    at = np.linspace(0, 1, len(ring))
    smooth = make_interp_spline(at, ring, k=3, bc_type="periodic")
    return np.asarray(smooth(np.linspace(0, 1, 120, endpoint=False)), np.float32)
