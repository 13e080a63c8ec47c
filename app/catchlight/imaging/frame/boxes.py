"""Boxes inside a frame: the largest of a shape, one near a place, and whether one lies on the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catchlight.imaging.frame.picture_frame import PictureFrame, Point
from catchlight.imaging.geometry import Matrix

_ROUNDS, _GRID = 40, 9
_NEARER = 1e-7
"""Of the size that counts less than lying in the middle."""
BEYOND = 1.0
"""Pixels by which a corner may lie outside of a straightened picture: its last pixel goes on."""


MiddleBox = tuple[float, float, float, float]
"""Middle, counted from the middle of the frame, and size: what stays the same when a frame grows around its middle."""
_STEPS = 40


@dataclass(frozen=True)
class FrameBox:
    """A part of a frame in whole pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


def whole_box(frame: PictureFrame) -> FrameBox:
    """All of an exact frame; of another the largest box of the picture's own shape."""
    if frame.shape.exact:
        return FrameBox(0, 0, *frame.size)
    return largest_box(frame, own_ratio(frame))


def own_ratio(frame: PictureFrame) -> float:
    """Width by height of the picture as it stands in the frame, before it was straightened."""
    sides = np.linalg.norm(np.roll(frame.quad, -1, axis=0) - frame.quad, axis=1)
    first = abs(frame.quad[1, 0] - frame.quad[0, 0]) >= abs(frame.quad[1, 1] - frame.quad[0, 1])
    ratio = float((sides[0] + sides[2]) / max(sides[1] + sides[3], 1e-9))
    return ratio if first else 1 / ratio


def largest_box(frame: PictureFrame, ratio: float, near: Point | None = None) -> FrameBox:
    """The largest box of a shape (width by height) on the picture; near: where its middle is to be, as far as it can."""
    centre, height = _largest(frame, ratio)
    if near is not None:
        centre = _towards(frame.edges, centre, np.asarray(near, float), ratio * height, height)
    return _in_pixels(frame, centre, ratio, height)


def shaped_box(box: FrameBox, ratio: float) -> FrameBox:
    """The largest part of a box with a shape, in its middle; the box itself where it has that shape to the pixel."""
    if abs(box.width - ratio * box.height) <= max(1.0, ratio) or abs(box.height - box.width / ratio) <= 1:
        return box
    height = min(box.height, box.width / ratio)
    width, high = max(1, round(height * ratio)), max(1, round(height))
    width, high = min(width, box.width), min(high, box.height)
    return FrameBox(box.x + (box.width - width) // 2, box.y + (box.height - high) // 2, width, high)


def is_on_picture(frame: PictureFrame, box: FrameBox) -> bool:
    """Whether all of a box lies on the picture, to a pixel."""
    corners = np.array(
        [
            (box.x, box.y),
            (box.x + box.width, box.y),
            (box.x + box.width, box.y + box.height),
            (box.x, box.y + box.height),
        ],
        float,
    )
    room = 1e-6 if frame.shape.exact else BEYOND
    return bool((corners @ frame.edges[:, :2].T <= frame.edges[:, 2] + room).all())


def fit_box(frame: PictureFrame, box: MiddleBox) -> FrameBox:
    """A box about its middle, made smaller until it lies on the picture."""
    x, y, width, height = box
    if not _at(frame, x, y, 1, 1):
        return whole_box(frame)
    found = _at(frame, x, y, width, height)
    low, high = 0.0, 1.0
    for _ in range(_STEPS if found is None else 0):
        share = (low + high) / 2
        tried = _at(frame, x, y, share * width, share * height)
        found = tried or found
        low, high = (share, high) if tried else (low, share)
    return found or whole_box(frame)


def _at(frame: PictureFrame, x: float, y: float, width: float, height: float) -> FrameBox | None:
    """The box in whole pixels, where it lies on the picture."""
    across, down = frame.size
    wide, high = max(1, round(width)), max(1, round(height))
    left, top = round(frame.centre[0] + x - wide / 2), round(frame.centre[1] + y - high / 2)
    left, top = max(0, left), max(0, top)
    box = FrameBox(left, top, wide, high)
    fits = left + wide <= across and top + high <= down and is_on_picture(frame, box)
    return box if fits else None


def _reach(edges: Matrix, ratio: float) -> Matrix:
    """How far a box of height 1 reaches from its middle towards each side."""
    return np.asarray(np.abs(edges[:, 0]) * ratio / 2 + np.abs(edges[:, 1]) / 2)


def _largest(frame: PictureFrame, ratio: float) -> tuple[Matrix, float]:
    """Middle and height. What fits around a middle is concave in it: a grid that closes in on the best finds the greatest."""
    edges, reach = frame.edges, _reach(frame.edges, ratio)
    middle = np.asarray(frame.centre, float)
    best, span = frame.quad.mean(axis=0), np.ptp(frame.quad, axis=0) / 2
    offsets = np.linspace(-1, 1, _GRID)
    grid = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    for _ in range(_ROUNDS):
        places = best + grid * span
        fits = ((edges[:, 2] - places @ edges[:, :2].T) / reach).min(axis=1)
        fits = fits - _NEARER * np.linalg.norm(places - middle, axis=1)
        best = places[int(fits.argmax())]
        span = span * 0.6
    height = float(((edges[:, 2] - edges[:, :2] @ best) / reach).min())
    return best, max(height, 1e-6)


def _towards(edges: Matrix, start: Matrix, target: Matrix, width: float, height: float) -> Matrix:
    """The place nearest to ``target`` at which a box still lies inside, found by projections (Dykstra 1983); from ``start``."""
    room = edges[:, 2] - (np.abs(edges[:, 0]) * width + np.abs(edges[:, 1]) * height) / 2
    place, carried = target.astype(float), np.zeros((len(edges), 2))
    for _ in range(200):
        for number, (nx, ny, _d) in enumerate(edges):
            normal = np.array([nx, ny])
            wished = place + carried[number]
            beyond = max(0.0, float(normal @ wished - room[number]))
            place = wished - beyond * normal
            carried[number] = wished - place
    short, far = 0.0, 1.0
    way = place - start
    if bool((edges[:, :2] @ place <= room + 0.01).all()):
        return place
    for _ in range(30):
        share = (short + far) / 2
        inside = bool((edges[:, :2] @ (start + share * way) <= room + 1e-9).all())
        short, far = (share, far) if inside else (short, share)
    return np.asarray(start + short * way)


def _in_pixels(frame: PictureFrame, centre: Matrix, ratio: float, height: float) -> FrameBox:
    """A box in whole pixels of the shape, no larger, and inside the frame."""
    across, down = frame.size
    wide = math.floor(height * ratio + 1e-6)
    high = math.floor(height + 1e-6)
    if ratio >= 1:
        high = min(high, max(1, round(wide / ratio)))
    else:
        wide = min(wide, max(1, round(high * ratio)))
    wide, high = min(max(wide, 1), across), min(max(high, 1), down)
    x = min(max(round(float(centre[0]) - wide / 2), 0), across - wide)
    y = min(max(round(float(centre[1]) - high / 2), 0), down - high)
    return FrameBox(x, y, wide, high)
