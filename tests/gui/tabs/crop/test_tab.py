"""The crop tool in a real window: keys, drags, one step that opens again, turns at a key, canvas that is refused."""

from __future__ import annotations

import time

import numpy as np
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.crop.tab import CropTab
from catchlight.operations.crop.params import CropParams
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import Stage, wait

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def opened(stage: Stage) -> tuple[CropTab, OpenDocument]:
    stage.open_sample()
    stage.do("adjust")
    document = stage.session.current
    assert document is not None
    stage.do("crop_tool")
    tab = stage.window.tab
    assert isinstance(tab, CropTab)
    wait(lambda: tab.overlay() is not None and not tab.live.busy)
    return tab, document


def calm(tab: CropTab) -> None:
    wait(lambda: not tab.live.busy)


def at(stage: Stage, x: float, y: float) -> QPoint:
    """A place of the frame on the canvas."""
    return QPoint(*(round(value) for value in stage.window.canvas.viewport_now.to_view(x, y)))


def drag(stage: Stage, start: tuple[float, float], end: tuple[float, float]) -> None:
    canvas = stage.window.canvas
    QTest.mousePress(canvas, LEFT, NONE, at(stage, *start))
    for share in (0.5, 1.0):
        place = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        began = time.perf_counter()
        QTest.mouseMove(canvas, at(stage, *place))
        QApplication.processEvents()
        assert time.perf_counter() - began < 5  # not held up by the work
    QTest.mouseRelease(canvas, LEFT, NONE, at(stage, *end))


def test_the_box_follows_the_hand_and_the_keys_and_is_one_step_that_opens_again(stage: Stage) -> None:
    tab, document = opened(stage)
    canvas, source = stage.window.canvas, document.steps[0].picture.pixels
    drag(stage, (512, 512), (400, 450))
    calm(tab)
    box = tab.box.box
    assert box is not None
    assert (box.x, box.y) == (0, 0)
    assert abs(box.width - 400) <= 2
    assert abs(box.height - 450) <= 2
    canvas.setFocus()
    for key, modifier, moved in (
        (Qt.Key.Key_Right, NONE, (1, 0)),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier, (1, 10)),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier, (0, 10)),
    ):
        QTest.keyClick(canvas, key, modifier)
        assert tab.box.box is not None
        assert (tab.box.box.x, tab.box.box.y) == moved
    calm(tab)
    assert len(document.steps) == 1
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    wait(lambda: len(document.steps) == 2)
    step = document.steps[1]
    assert np.array_equal(step.picture.pixels, source[10 : 10 + box.height, : box.width])
    assert tab.overlay() is None  # the result is shown
    assert not tab.apply_button.isEnabled()

    stage.do("crop_tool")
    wait(lambda: tab.overlay() is not None and not tab.live.busy)
    tab.choose_ratio("1:1")
    calm(tab)
    stage.do("apply")
    wait(lambda: len(document.steps) == 3)
    assert document.steps[2].base == 0  # made anew from the picture, not from the first crop
    assert document.steps[2].picture.pixels.shape == (512, 512, 3)


def test_a_drag_beside_the_box_turns_a_drawn_line_becomes_level_and_escape_forgets(stage: Stage) -> None:
    tab, document = opened(stage)
    drag(stage, (512, 512), (400, 400))
    calm(tab)
    drag(stage, (500, 200), (500, 250))
    calm(tab)
    assert 3 < tab.wish.angle < 15
    tab.controls.sliders["angle"].reset()
    calm(tab)
    assert tab.wish.angle == 0
    QTest.keyClick(stage.window.canvas, Qt.Key.Key_L)
    assert tab.controls.level.isChecked()
    drag(stage, (100, 200), (300, 210))
    calm(tab)
    assert abs(tab.wish.angle + 2.86) < 0.3
    assert not tab.controls.level.isChecked()
    assert (
        tab.controls.sliders["angle"].value == tab.wish.angle
        or abs(tab.controls.sliders["angle"].value - tab.wish.angle) <= 0.05
    )
    QTest.keyClick(stage.window.canvas, Qt.Key.Key_Escape)
    assert stage.window.tab.key == "adjust"
    assert tab.wish == CropParams()
    assert len(document.steps) == 1


def test_turns_and_flips_act_at_once_and_join_the_crop_that_is_shown(stage: Stage) -> None:
    stage.open_sample()
    document = stage.session.current
    assert document is not None
    source = document.steps[0].picture.pixels
    stage.do("turn_right")
    wait(lambda: len(document.steps) == 2)
    assert np.array_equal(document.steps[1].picture.pixels, np.rot90(source, -1))
    stage.do("flip_h")
    wait(lambda: len(document.steps) == 3)
    assert np.array_equal(document.steps[2].picture.pixels, np.rot90(source, -1)[:, ::-1])
    assert document.steps[2].base == 0
    stage.do("flip_h")
    wait(lambda: len(document.steps) == 4)
    stage.do("turn_left")
    wait(lambda: document.index == 0)  # as it was: the picture itself is shown
    assert len(document.steps) == 4


def test_canvas_is_shown_as_it_would_be_and_refused_with_the_side(stage: Stage) -> None:
    tab, document = opened(stage)
    stage.do("extend_canvas")
    assert tab.controls.canvas.is_open
    tab.controls.canvas_set.emit({"canvas_fill": "color", "canvas_color": "#102030", "space_top": 25.0})
    calm(tab)
    scene = tab.scene()
    assert scene is not None
    assert (scene.after.width, scene.after.height) == (512, 640)
    assert tab.overlay() is None
    tab.controls.canvas_set.emit({"canvas_fill": "continue", "space_top": 0.0, "space_bottom": 10.0})
    wait(lambda: "bottom edge" in tab._notice.text())
    assert not tab.apply_button.isEnabled()
    tab.controls.canvas_set.emit({"canvas_fill": "color"})
    wait(lambda: tab.apply_button.isEnabled())
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    assert document.steps[1].picture.height == 563


def test_a_part_that_could_not_be_opened_again_is_refused_where_it_is_set(stage: Stage) -> None:
    tab, document = opened(stage)
    tab.choose_ratio("1:20")
    calm(tab)
    wait(lambda: "25 x 512 pixels" in tab._notice.text())
    assert not tab.apply_button.isEnabled()
    tab.choose_ratio("1:8")
    calm(tab)
    wait(lambda: tab.apply_button.isEnabled())
    assert not tab._notice.text()
    assert len(document.steps) == 1
