"""Four corners of a perspective: set on the picture by hand and keys, turned and flipped with it, and one step of the history."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.gui.tabs.crop.corners import shown_corners, turned_only, with_corners
from catchlight.gui.tabs.crop.reframe import flipped, turned
from catchlight.imaging.frame.picture_frame import is_convex
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import frame_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import Stage, wait
from tests.gui.tabs.crop.test_tab import calm, drag, opened

SIZE = (400, 300)
QUAD = (40.0, 30.0, 350.0, 50.0, 330.0, 260.0, 60.0, 250.0)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
@pytest.mark.parametrize("mirrored", [False, True])
def test_corners_set_on_a_turned_picture_are_the_same_places_of_the_picture(quarters: int, mirrored: bool) -> None:
    params = turned(CropParams(), SIZE, quarters)
    if mirrored:
        params = flipped(params, SIZE)
    plain = params.model_copy(update={"corners": QUAD})
    seen = shown_corners(plain, SIZE)
    assert is_convex(seen)
    across, down = frame_of(turned_only(params), SIZE).size
    assert all(0 <= x <= across and 0 <= y <= down for x, y in seen)
    again = with_corners(params, SIZE, seen)
    assert again.corners == pytest.approx(QUAD)


def test_without_corners_all_else_stays_and_the_box_goes() -> None:
    params = CropParams(corners=QUAD, angle=3.0, x=10, y=10, width=100, height=80, ratio="4:5")
    assert with_corners(params, SIZE, ()) == CropParams(angle=3.0, ratio="4:5")


def test_corners_are_dragged_and_moved_by_keys_and_become_a_rectangle(stage: Stage) -> None:
    tab, document = opened(stage)
    canvas = stage.window.canvas
    stage.do("crop_corners")
    wait(lambda: tab.overlay() is tab.corners and not tab.live.busy)
    assert tab.controls.corners.isChecked()
    assert tab.wish == CropParams(), "nothing is set before a corner is moved"
    drag(stage, (51.2, 51.2), (120, 90))
    calm(tab)
    assert tab.wish.corners[:2] == pytest.approx((120, 90), abs=2)
    assert tab.wish.corners[2:] == pytest.approx((460.8, 51.2, 460.8, 460.8, 51.2, 460.8), abs=1)
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_N)
    QTest.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert tab.wish.corners[2] == pytest.approx(450.8, abs=1)
    before = tab.wish.corners
    drag(stage, before[:2], (460, 480))  # across the others: no quadrangle
    assert is_convex(tuple(zip(tab.wish.corners[::2], tab.wish.corners[1::2], strict=True)))
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    wait(lambda: tab.overlay() is tab.box and not tab.live.busy)
    assert not tab.controls.corners.isChecked()
    step = stage_apply(stage)
    assert isinstance(step, CropParams)
    assert step.corners == tab.wish.corners
    assert document.steps[-1].picture.pixels.shape[:2] != document.steps[0].picture.pixels.shape[:2]
    tab.open()
    tab.controls.no_corners.click()
    assert tab.wish.corners == ()


def stage_apply(stage: Stage) -> object:
    document = stage.session.current
    assert document is not None
    before = len(document.steps)
    stage.do("apply")
    wait(lambda: len(document.steps) > before)
    assert np.any(document.steps[-1].picture.pixels)
    return document.steps[-1].params


def test_escape_leaves_the_corners_before_the_tab(stage: Stage) -> None:
    tab, _ = opened(stage)
    stage.do("crop_corners")
    wait(lambda: tab.overlay() is tab.corners)
    QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    assert stage.window.tab is tab
    wait(lambda: tab.overlay() is tab.box)
