"""Shapes laid on a sheet, each over those before it."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.backdrop.scene_canvas import SceneCanvas
from catchlight.backdrop.shapes import Shapes

CANVAS = SceneCanvas(unit=100, width=120, margin=30)
RED, BLUE = np.array([0.9, 0.1, 0.0], np.float32), np.array([0.0, 0.1, 3.0], np.float32)


def test_the_later_shape_covers_the_earlier_and_the_rest_of_the_sheet_stays() -> None:
    sheet = CANVAS.blank()
    sheet[0, 0] = (0.5, 0.5, 0.5, 0.25)
    shapes = Shapes(CANVAS)
    shapes.box(-0.3, 0.2, 0.3, 0.8, RED)
    shapes.box(0.0, 0.4, 0.2, 0.6, BLUE)
    shapes.fill(sheet)
    assert sheet[80, 90 - 15].tolist() == pytest.approx([0.9, 0.1, 0.0, 1.0])
    assert sheet[80, 90 + 10].tolist() == pytest.approx([0.0, 0.1, 3.0, 1.0])  # lights may be brighter than white
    assert sheet[0, 0].tolist() == [0.5, 0.5, 0.5, 0.25]
    assert not sheet[10, 90].any()
    assert np.count_nonzero(sheet[..., 3] == 1) == pytest.approx(60 * 60, rel=0.05)


def test_a_round_shape_is_filled_to_its_rim() -> None:
    angles = np.linspace(0, 2 * np.pi, 33)[:-1]
    sheet = CANVAS.blank()
    shapes = Shapes(CANVAS)
    shapes.polygon(np.column_stack([np.cos(angles), np.sin(angles)]) * 0.4 + [0.0, 0.5], RED)
    shapes.fill(sheet)
    assert sheet[..., 3].sum() == pytest.approx(np.pi * 40**2, rel=0.04)


def test_a_shape_thinner_than_a_pixel_is_seen_and_one_beside_the_canvas_is_not() -> None:
    sheet = CANVAS.blank()
    shapes = Shapes(CANVAS)
    shapes.box(-0.2, 0.5, 0.2, 0.501, RED)
    shapes.box(5.0, 0.0, 6.0, 1.0, BLUE)
    shapes.polygon([(900.0, 0.1), (901.0, 0.1), (901.0, 0.2)], BLUE)
    shapes.fill(sheet)
    rows = np.flatnonzero(sheet[..., 3].any(axis=1))
    assert rows.size == 1
    assert not (sheet[..., 2] > 1).any()


def test_no_shape_at_all_leaves_the_sheet_as_it_was() -> None:
    sheet = CANVAS.blank()
    Shapes(CANVAS).fill(sheet)
    assert not sheet.any()
