"""Where an engine paints beyond a photo: nowhere within it, whatever way the photo lies in its frame."""

from __future__ import annotations

import math

import numpy as np
import pytest
from catchlight.operations.imagining.framing import area_beyond


@pytest.mark.parametrize("degrees", [0.0, 3.0, -7.0])
def test_no_pixel_of_the_photo_is_covered(degrees: float) -> None:
    turn = math.radians(degrees)
    matrix = 0.9 * np.array([[math.cos(turn), -math.sin(turn), 60.0], [math.sin(turn), math.cos(turn), 90.0]])
    area = area_beyond(matrix, (200, 300), (400, 420))
    y, x = np.mgrid[:200, :300]
    placed = np.stack([x.ravel(), y.ravel()], 1) @ matrix[:, :2].T + matrix[:, 2]
    columns, rows = np.round(placed).astype(int).T
    inside = (columns >= 0) & (columns < 420) & (rows >= 0) & (rows < 400)
    assert float(area.mask[rows[inside], columns[inside]].max()) == 0.0
    assert float(area.mask[0, 0]) == 1.0
    assert float(area.mask[399, 419]) == 1.0
    assert float((area.mask > 0).mean()) > 0.5


def test_a_frame_within_the_photo_has_nothing_beyond() -> None:
    matrix = np.array([[1.0, 0, -20], [0, 1.0, -30]])
    assert area_beyond(matrix, (400, 400), (200, 200)).trimmed().empty
