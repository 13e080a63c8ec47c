"""Where points go: turns, flips, angle, lines to level by, perspective and corners."""

from __future__ import annotations

import math

import numpy as np
import pytest
from catchlight.imaging.frame.picture_frame import FrameShape, level_angle, plan_frame

SIZE = (400, 300)


@pytest.mark.parametrize(
    ("shape", "size", "at"),
    [
        (FrameShape(), SIZE, (0, 0)),
        (FrameShape(turns=1), (300, 400), (300, 0)),
        (FrameShape(turns=-1), (300, 400), (0, 400)),
        (FrameShape(turns=2), SIZE, (400, 300)),
        (FrameShape(flip_horizontal=True), SIZE, (400, 0)),
        (FrameShape(turns=1, flip_vertical=True), (300, 400), (300, 400)),
    ],
)
def test_the_first_corner_goes_where_it_is_sent(
    shape: FrameShape, size: tuple[int, int], at: tuple[float, float]
) -> None:
    frame = plan_frame(SIZE, shape)
    assert frame.size == size
    assert frame.to_frame([(0, 0)])[0] == pytest.approx(at)
    assert shape.exact


def test_an_angle_turns_clockwise_about_the_middle_and_the_frame_holds_all() -> None:
    frame = plan_frame(SIZE, FrameShape(angle=10))
    assert frame.to_frame([(200, 150)])[0] == pytest.approx(frame.centre)
    right = frame.to_frame([(400, 150)])[0] - frame.centre
    assert math.degrees(math.atan2(right[1], right[0])) == pytest.approx(10)
    assert frame.quad.min() >= -1e-9
    assert (frame.quad.max(axis=0) <= frame.size).all()


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("slope", [-7.0, 3.5, 84.0, 95.5])
def test_a_line_is_level_or_plumb_after_its_angle(turns: int, mirrored: bool, slope: float) -> None:
    start = np.array([120.0, 140.0])
    line = (tuple(start), tuple(start + 90 * np.array([math.cos(math.radians(slope)), math.sin(math.radians(slope))])))
    shape = FrameShape(turns=turns, flip_horizontal=mirrored)
    angle = level_angle(plan_frame(SIZE, shape), line)
    assert abs(angle) <= 10
    frame = plan_frame(SIZE, FrameShape(turns=turns, flip_horizontal=mirrored, angle=angle))
    first, second = frame.to_frame(line)
    assert min(abs(first - second)) < 1e-6


def test_perspective_widens_the_side_that_it_names() -> None:
    across = np.linalg.norm(np.diff(plan_frame(SIZE, FrameShape(vertical=50)).quad[:2], axis=0))
    below = np.linalg.norm(np.diff(plan_frame(SIZE, FrameShape(vertical=50)).quad[2:], axis=0))
    assert across > 1.1 * below
    left, right = (
        plan_frame(SIZE, FrameShape(horizontal=50)).quad[[0, 3]],
        plan_frame(SIZE, FrameShape(horizontal=50)).quad[[1, 2]],
    )
    assert np.linalg.norm(left[0] - left[1]) > 1.1 * np.linalg.norm(right[0] - right[1])


def test_four_corners_become_those_of_a_rectangle() -> None:
    corners = ((60.0, 40.0), (350.0, 60.0), (330.0, 280.0), (80.0, 250.0))
    frame = plan_frame(SIZE, FrameShape(corners=corners))
    width, height = frame.size
    assert frame.to_frame(corners) == pytest.approx(
        np.array([(0, 0), (width, 0), (width, height), (0, height)]), abs=1e-3
    )
    assert width == pytest.approx((290.7 + 251.8) / 2, abs=1)
    with pytest.raises(ValueError, match="quadrangle"):
        plan_frame(SIZE, FrameShape(corners=(corners[0], corners[2], corners[1], corners[3])))


@pytest.mark.parametrize(
    "shape", [FrameShape(turns=1, flip_horizontal=True), FrameShape(angle=-7), FrameShape(vertical=30)]
)
def test_the_affine_of_pixels_is_that_of_points_half_a_pixel_away(shape: FrameShape) -> None:
    frame = plan_frame(SIZE, shape)
    at = np.array([frame.size[0] / 2 - 20, frame.size[1] / 2 + 10])
    source = np.linalg.inv(frame.matrix) @ [*at, 1]
    pixel = source[:2] / source[2] - 0.5
    affine = frame.affine_at((float(at[0]), float(at[1])))
    assert affine[:, :2] @ pixel + affine[:, 2] + 0.5 == pytest.approx(at, abs=1e-3)
