"""What the brush draws over the picture."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.brushes.edits import LinearGradient
from catchlight.gui.canvas.qt_images import pixels_of
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.tabs.edit.hand.overlay import BrushOverlay
from PySide6.QtGui import QColor, QImage, QPainter

WIDTH, HEIGHT = 400, 300
VIEW = Viewport(width=WIDTH, height=HEIGHT, margin=50.0).fit(300, 200)


def painted(qapp: object, gradient: LinearGradient) -> np.ndarray:
    """Where something was drawn, as a mask of the view. The picture fills 300 x 200 pixels in its middle."""
    overlay = BrushOverlay()
    overlay.size, overlay.shape, overlay.gradient = (300, 200), "linear", gradient
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB888)
    image.fill(QColor(0, 0, 255))
    with QPainter(image) as painter:
        overlay.paint(painter, VIEW)
    return np.asarray((pixels_of(image)[..., :3] != (0, 0, 255)).any(2))


@pytest.mark.parametrize("x", [4.0, 150.0, 296.0, -60.0])
def test_lines_of_a_linear_gradient_lie_across_the_picture_and_end_with_it(qapp: object, x: float) -> None:
    assert VIEW.to_view(0, 0) == (50.0, 50.0)
    drawn = painted(qapp, LinearGradient(start=(x, 40.0), end=(x, 150.0)))
    for row in (90, 200):
        assert drawn[row, 52:348].all(), "from side to side"
        outside = np.ones(WIDTH, bool)
        outside[49:351] = False
        handle = slice(round(50 + x) - 8, round(50 + x) + 9)
        outside[handle] = False
        assert not drawn[row, outside].any()


def test_slanted_lines_reach_the_edges(qapp: object) -> None:
    drawn = painted(qapp, LinearGradient(start=(20.0, 20.0), end=(60.0, 60.0)))
    assert drawn[250 - 3 : 250, 50:350].any() or drawn[50:250, 50:53].any()
    assert not drawn[:49].any()
    assert not drawn[252:].any()
    assert not drawn[:, 352:].any()
