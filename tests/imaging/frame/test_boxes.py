"""The largest box is inside, is large, has its shape, and comes as near to a place as it can."""

from __future__ import annotations

import math

import pytest
from catchlight.imaging.frame.boxes import FrameBox, is_on_picture, largest_box, own_ratio, shaped_box, whole_box
from catchlight.imaging.frame.picture_frame import FrameShape, plan_frame


@pytest.mark.parametrize("ratio", [1.0, 0.8, 1.5, 35 / 45, 16 / 9])
@pytest.mark.parametrize(
    "shape",
    [FrameShape(), FrameShape(angle=6), FrameShape(angle=-30), FrameShape(vertical=60, horizontal=-40, angle=3)],
)
def test_it_lies_on_the_picture_has_the_ratio_and_touches_its_sides(shape: FrameShape, ratio: float) -> None:
    frame = plan_frame((1200, 900), shape)
    box = largest_box(frame, ratio)
    assert is_on_picture(frame, box)
    assert abs(box.width - ratio * box.height) <= max(1, ratio)
    grown = FrameBox(box.x - 8, box.y - 8, box.width + 16, box.height + 16)
    assert not is_on_picture(frame, grown)


def test_a_straightened_picture_keeps_as_much_as_is_known_to_be_possible() -> None:
    """The largest rectangle of the picture's own shape inside it, turned by a: w·h / (w·cos a + h·sin a) high, for w >= h."""
    angle, width, height = math.radians(5), 1200, 900
    frame = plan_frame((width, height), FrameShape(angle=5))
    box = whole_box(frame)
    most = height / (math.cos(angle) + width / height * math.sin(angle))
    assert box.height == pytest.approx(most, abs=2)
    assert own_ratio(frame) == pytest.approx(width / height, abs=1e-6)


def test_the_place_moves_it_to_the_edge_and_not_beyond() -> None:
    frame = plan_frame((1200, 900), FrameShape())
    assert largest_box(frame, 1.0, (100.0, 450.0)) == FrameBox(0, 0, 900, 900)
    assert largest_box(frame, 1.0, (700.0, 450.0)) == FrameBox(250, 0, 900, 900)
    turned = plan_frame((1200, 900), FrameShape(angle=8))
    box = largest_box(turned, 1.0, (0.0, 0.0))
    assert is_on_picture(turned, box)
    assert box.x < largest_box(turned, 1.0).x


def test_the_middle_of_a_box_takes_a_shape_and_stays_where_it_has_it() -> None:
    assert shaped_box(FrameBox(10, 20, 400, 300), 1.0) == FrameBox(60, 20, 300, 300)
    assert shaped_box(FrameBox(10, 20, 241, 300), 0.8) == FrameBox(10, 20, 241, 300)
