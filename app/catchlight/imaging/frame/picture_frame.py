"""Where the pixels of a picture go when it is turned, flipped, straightened and freed of perspective: one homography."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catchlight.imaging.geometry import Matrix

Point = tuple[float, float]

KEYSTONE = 0.25
"""Change of scale at the edge of the longer side for a slider at its end; with both sliders no corner comes near infinity."""


@dataclass(frozen=True)
class FrameShape:
    """What is done to a picture before a box is cut out of it, in this order.

    corners: four points of the source, clockwise from the top left one, that become the corners of a rectangle; empty for none.
    turns: quarter turns clockwise. angle: degrees clockwise. vertical, horizontal: -100..100; above 0 the top, or the left side,
    gets wider.
    """

    corners: tuple[Point, ...] = ()
    turns: int = 0
    flip_horizontal: bool = False
    flip_vertical: bool = False
    angle: float = 0.0
    vertical: float = 0.0
    horizontal: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every pixel of the result is one of the source."""
        return not (self.corners or self.angle or self.vertical or self.horizontal)


@dataclass(frozen=True)
class PictureFrame:
    """A picture of ``source`` (width, height) in its new shape.

    matrix: 3x3, points of the source to those of the frame; both count from the upper left corner of the first pixel, so that
    pixel (0, 0) reaches from (0, 0) to (1, 1). size: width and height of the frame, the least that holds all of the picture.
    quad: 4x2, where the corners of the picture lie in the frame. centre: where its middle lies.
    """

    source: tuple[int, int]
    shape: FrameShape
    matrix: Matrix
    size: tuple[int, int]
    quad: Matrix
    centre: Point

    @cached_property
    def edges(self) -> Matrix:
        """4x3: outward unit normals n of the quad's sides and their distances d from the origin; inside is where n·p <= d."""
        around = np.roll(self.quad, -1, axis=0) - self.quad
        normals = np.column_stack([around[:, 1], -around[:, 0]])
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        middle = self.quad.mean(axis=0)
        distances = (normals * self.quad).sum(axis=1)
        outward = np.where(distances >= normals @ middle, 1.0, -1.0)
        return np.column_stack([normals * outward[:, None], distances * outward])

    def to_frame(self, points: Sequence[Point] | Matrix) -> Matrix:
        """Nx2 points of the source in the frame."""
        return through(self.matrix, points)

    def affine_at(self, point: Point) -> Matrix:
        """2x3, pixels of the source to those of the frame, pixel centres at integers; exact where there is no perspective, else
        of first order at a point of the frame."""
        at = through(np.asarray(np.linalg.inv(self.matrix), np.float64), [point])[0]
        step = 0.5
        right, left, below, above = through(
            self.matrix, [(at[0] + step, at[1]), (at[0] - step, at[1]), (at[0], at[1] + step), (at[0], at[1] - step)]
        )
        linear = np.column_stack([right - left, below - above])
        # From corners of pixels to their centres: half a pixel on both sides.
        shift = np.asarray(point) - linear @ at + linear @ np.array([0.5, 0.5]) - 0.5
        return np.column_stack([linear, shift])


def plan_frame(source: tuple[int, int], shape: FrameShape) -> PictureFrame:
    """The frame of a picture of ``source`` (width, height). Raises ValueError for corners that are no convex quadrangle."""
    rectified, size = _rectify(source, shape.corners)
    turned, size = _turn(rectified, size, shape)
    width, height = size
    to_middle = _shift(-width / 2, -height / 2)
    total = _keystone(shape, max(size) / 2) @ _rotation(shape.angle) @ to_middle @ turned
    around = through(total @ np.linalg.inv(turned), [(0, 0), (width, 0), (width, height), (0, height)])
    low, high = around.min(axis=0), around.max(axis=0)
    if shape.exact:
        low, high = np.array([-width / 2, -height / 2]), np.array([width / 2, height / 2])
    across, down = (max(1, math.ceil(side - 1e-6)) for side in high - low)
    return PictureFrame(
        source, shape, _shift(*-low) @ total, (across, down), around - low, (float(-low[0]), float(-low[1]))
    )


def level_angle(frame: PictureFrame, line: tuple[Point, Point]) -> float:
    """Degrees clockwise, -45..45, by which the picture must be turned further for a line of the source to be level, or plumb
    where that is nearer. frame: without angle and keystone."""
    (x0, y0), (x1, y1) = frame.to_frame(line)
    lies = math.degrees(math.atan2(y1 - y0, x1 - x0))
    return -((lies + 45) % 90 - 45)


def through(matrix: Matrix, points: Sequence[Point] | Matrix) -> Matrix:
    """Nx2 points through a 3x3 homography."""
    given = np.asarray(points, float)
    made = np.column_stack([given, np.ones(len(given))]) @ matrix.T
    return np.asarray(made[:, :2] / made[:, 2:])


def _rectify(source: tuple[int, int], corners: tuple[Point, ...]) -> tuple[Matrix, tuple[float, float]]:
    """The homography that makes a rectangle of a quadrangle, as large as its sides are on average; and its size."""
    if not corners:
        return np.eye(3), source
    if len(corners) != 4 or not is_convex(corners):
        raise ValueError("no convex quadrangle, clockwise from the top left corner")
    import cv2

    quad = np.asarray(corners, np.float32)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    width, height = round(float(sides[0] + sides[2]) / 2), round(float(sides[1] + sides[3]) / 2)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad, target), float), (max(width, 1), max(height, 1))


def is_convex(corners: tuple[Point, ...]) -> bool:
    """Whether four points go clockwise (y down) around a convex quadrangle of at least a pixel's size."""
    quad = np.asarray(corners, float)
    ahead = np.roll(quad, -1, axis=0) - quad
    after = np.roll(ahead, -1, axis=0)
    return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] > 1.0).all())


def _turn(first: Matrix, size: tuple[float, float], shape: FrameShape) -> tuple[Matrix, tuple[float, float]]:
    """Quarter turns and flips after ``first``, and the size that the picture has then."""
    total, (width, height) = first, size
    for _ in range(shape.turns % 4):
        total = np.array([[0.0, -1, height], [1, 0, 0], [0, 0, 1]]) @ total
        width, height = height, width
    if shape.flip_horizontal:
        total = np.array([[-1.0, 0, width], [0, 1, 0], [0, 0, 1]]) @ total
    if shape.flip_vertical:
        total = np.array([[1.0, 0, 0], [0, -1, height], [0, 0, 1]]) @ total
    return total, (width, height)


def _rotation(angle: float) -> Matrix:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _keystone(shape: FrameShape, half: float) -> Matrix:
    down, across = KEYSTONE * shape.vertical / 100 / half, KEYSTONE * shape.horizontal / 100 / half
    return np.array([[1.0, 0, 0], [0, 1, 0], [across, down, 1]])


def _shift(x: float, y: float) -> Matrix:
    return np.array([[1.0, 0, x], [0, 1, y], [0, 0, 1]])
