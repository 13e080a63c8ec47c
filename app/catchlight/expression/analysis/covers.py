"""What lies on a face and before it: skin, lips, teeth; hair, hats, glasses and hands that an expression does not move."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np

from catchlight.expression.basis import topology
from catchlight.expression.soft_shapes import CropWindow
from catchlight.imaging.arrays import Bytes, Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.head_parsing import Parsing

_IN_FRONT = (head_parsing.HAIR, head_parsing.HAT, head_parsing.EARRING, head_parsing.CLOTH)

_GLASSES_CM2 = 2.5
"""Area of parsed glasses from which a face wears some."""
_WORN = 0.25
"""Share of a parsed pixel from which glasses are there."""
_LENS_CM, _BRIDGE_CM = 4.0, 0.5
"""Reach of a lens from the middle of its eye, and how far from the middle of the nose it begins."""
_ROUND_CM, _BESIDE_CM, _RIM_CM = 0.30, 0.10, 0.45
"""How far round glasses, and round rims before lids, skin stays still; how far inside their outline rims reach."""
_LASHES_CM = 0.12
_UNLIKE, _ACROSS_CM = 0.35, 1.3
"""Log brightness by which rims differ from the median of what lies so far round them; skin varies by 0.2 there."""


@dataclass(frozen=True, eq=False)
class FaceMasks:
    """Planes of 0..1, HxW float32, in the crop of the face.

    rigid: what stays where it is. rims: of glasses. glasses: whether some are worn.
    """

    skin: FloatPlane
    nose: FloatPlane
    lips: FloatPlane
    mouth: FloatPlane
    rigid: FloatPlane
    rims: FloatPlane
    glasses: bool

    def enlarged(self, size: tuple[int, int]) -> FaceMasks:
        """The same at another size (width, height)."""
        import cv2

        def plane(small: FloatPlane) -> FloatPlane:
            return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.float32)

        if size == (self.skin.shape[1], self.skin.shape[0]):
            return self
        return FaceMasks(
            skin=plane(self.skin),
            nose=plane(self.nose),
            lips=plane(self.lips),
            mouth=plane(self.mouth),
            rigid=plane(self.rigid),
            rims=plane(self.rims),
            glasses=self.glasses,
        )


def of(parsed: Parsing, points: Doubles, pixels: FloatImage, cm: float) -> FaceMasks:
    """Read the planes out of the face's parsing, in its pixels, of which ``pixels`` (RGB 0..255) has as many."""
    worn = parsed.plane([head_parsing.GLASSES])
    glasses = float(worn.sum()) / cm**2 > _GLASSES_CM2
    rigid = parsed.plane(_IN_FRONT)
    rims = np.zeros_like(rigid)
    if glasses:
        still, rims = _frames(worn, points, pixels, cm)
        rigid = np.maximum(rigid, still)
    nose = parsed.plane([head_parsing.NOSE])
    return FaceMasks(
        skin=parsed.plane([head_parsing.SKIN, head_parsing.NOSE]),
        nose=nose,
        lips=parsed.plane([head_parsing.UPPER_LIP, head_parsing.LOWER_LIP]),
        mouth=parsed.plane([head_parsing.MOUTH]),
        rigid=np.asarray(rigid, np.float32),
        rims=rims,
        glasses=glasses,
    )


def _frames(worn: FloatPlane, points: Doubles, pixels: FloatImage, cm: float) -> tuple[FloatPlane, FloatPlane]:
    """What stays still where glasses are worn, and their rims, both 0..1; lids behind the lenses move.

    Parsing counts lenses and rims as one and misses thin wires on one side: what it sees on the other side is mirrored.
    """
    import cv2

    height, width = worn.shape
    shrink = max(1, int(cm / 12))
    size = (max(1, width // shrink), max(1, height // shrink))
    unit = cm / shrink
    places = (points[:, :2] + 0.5) * [size[0] / width, size[1] / height] - 0.5
    seen: Bytes = np.asarray(cv2.resize(worn, size, interpolation=cv2.INTER_AREA) > _WORN, np.uint8)
    across = np.asarray(cv2.warpAffine(seen, _mirroring(places), size, flags=cv2.INTER_NEAREST), np.uint8)
    outside: Bytes = np.maximum(seen, _hulls(np.maximum(seen, across), places, unit))
    around = _grown(outside, _ROUND_CM * unit)
    closed = np.asarray(cv2.morphologyEx(around, cv2.MORPH_CLOSE, _disc(2 * _ROUND_CM * unit)), np.uint8)
    inside = np.asarray(cv2.erode(outside, _disc(_RIM_CM * unit)), np.uint8)
    band = _grown(outside, _BESIDE_CM * unit) & (1 - inside)
    lids, holes = np.zeros_like(seen), np.zeros_like(seen)
    for (upper, lower), crease in zip(topology.EYES, topology.CREASES, strict=True):
        for plane, ring in ((lids, [*upper, *lower]), (holes, [*upper, *lower, *crease])):
            hull = cv2.convexHull(places[ring].astype(np.float32)).reshape(-1, 2).astype(float)
            plane |= np.asarray(CropWindow(0, 0, *size).polygon(hull) > 0.5, np.uint8)
    holes = _grown(holes, _ROUND_CM / 2 * unit)
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32)
    rims = _unlike_skin(small, outside | band, unit) & (1 - _grown(lids, _LASHES_CM * unit))
    rims = _touching(rims, rims & band & (1 - holes))
    held = np.maximum(closed & (1 - holes), _grown(rims, _BESIDE_CM * unit)).astype(np.float32)
    rigid = np.asarray(cv2.GaussianBlur(held, (0, 0), max(0.5, 0.12 * unit)), np.float32)
    rigid, thin = (
        np.asarray(cv2.resize(one, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
        for one in (rigid, rims.astype(np.float32))
    )
    return rigid, thin


def _touching(plane: Bytes, part: Bytes) -> Bytes:
    """The connected pieces of a plane of 0 and 1 in which some of ``part`` lies."""
    import cv2

    _, pieces = cv2.connectedComponents(plane)
    numbers = np.asarray(pieces, np.int64)
    return np.asarray((plane > 0) & np.isin(numbers, np.unique(numbers[part > 0])), np.uint8)


def _grown(plane: Bytes, radius: float) -> Bytes:
    import cv2

    return np.asarray(cv2.dilate(plane, _disc(radius)), np.uint8)


def _mirroring(places: Doubles) -> Doubles:
    """2x3: the affine map that takes one half of the face onto the other, from the points of eyes and brows."""
    pairs = [
        *zip(*(chain(*eye) for eye in topology.EYES), strict=True),
        *zip(*topology.BROWS_LOW, strict=True),
        *zip(*topology.BROWS_HIGH, strict=True),
        *zip(*topology.CREASES, strict=True),
    ]
    right, left = (places[list(side)] for side in zip(*pairs, strict=True))
    start, end = np.vstack([right, left]), np.vstack([left, right])
    fitted = np.linalg.lstsq(np.column_stack([start, np.ones(len(start))]), end, rcond=None)[0]
    return np.asarray(fitted.T)


def _hulls(worn: Bytes, places: Doubles, unit: float) -> Bytes:
    """1 inside the lens before each eye: the convex hull of what is worn there, on each eye's own side of the nose."""
    import cv2

    height, width = worn.shape
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    filled = np.zeros_like(worn)
    bridge, axis = places[168], places[263] - places[33]
    aside = ((x - bridge[0]) * axis[0] + (y - bridge[1]) * axis[1]) / max(float(np.linalg.norm(axis)), 1e-6) / unit
    for (upper, lower), sign in zip(topology.EYES, (-1, 1), strict=True):
        eye = places[[*upper, *lower]].mean(axis=0)
        near = np.hypot(x - eye[0], y - eye[1]) < _LENS_CM * unit
        rows, columns = np.nonzero((worn > 0) & near & (sign * aside > _BRIDGE_CM))
        if len(rows) > 2:
            hull = cv2.convexHull(np.column_stack([columns, rows]).astype(np.int32))
            cv2.fillConvexPoly(filled, hull, 1)
    return filled


def _unlike_skin(pixels: FloatImage, where: Bytes, unit: float) -> Bytes:
    """1 where something thin differs by its brightness from what lies round it."""
    import cv2

    side = 2 * max(1, round(_ACROSS_CM * unit / 2)) + 1
    bright = luma(pixels)
    around = cv2.medianBlur(np.clip(bright, 0, 255).astype(np.uint8), side).astype(np.float32)
    apart = np.log(np.maximum(bright, 8)) - np.log(np.maximum(around, 8))
    return np.asarray((np.abs(apart) > _UNLIKE) & (where > 0), np.uint8)


def _disc(radius: float) -> Bytes:
    import cv2

    side = 2 * max(1, round(radius)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
