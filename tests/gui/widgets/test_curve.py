"""The tone curve: drawn as it develops, bent by pointer and keys, and one with the settings."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.develop.stages.curves import evaluate_curve
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.widgets.curve import curve_points
from catchlight.gui.widgets.curve.curve_editor import CurveEditor
from catchlight.gui.widgets.theme import build
from catchlight.operations.adjust.params import AdjustParams
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.gui.conftest import SAMPLE, Stage, wait

BENT = ((0.0, 0.1), (0.2, 0.1), (0.5, 0.7), (0.9, 0.85), (1.0, 1.0))


@pytest.fixture
def editor(qtbot: QtBot) -> CurveEditor:
    made = CurveEditor(build("dark"))
    qtbot.addWidget(made)
    made.resize(240, 200)
    made.show()
    return made


def spot(editor: CurveEditor, x: float, y: float) -> QPoint:
    return editor._at(x, y).toPoint()


@pytest.mark.parametrize("points", [BENT, curve_points.ENDS, ((0.1, 0.9), (0.6, 0.2), (0.8, 0.3))])
def test_the_drawn_line_is_the_one_that_develops(editor: CurveEditor, points: curve_points.Points) -> None:
    editor.show_points(points)
    path, area = editor._path(), editor._area()
    at = [path.pointAtPercent(part) for part in np.linspace(0, 1, 60)]
    x = np.array([(point.x() - area.left()) / area.width() for point in at])
    y = np.array([(area.bottom() - point.y()) / area.height() for point in at])
    assert np.abs(evaluate_curve(points, x) - y).max() < 0.004


def test_a_press_adds_a_point_that_is_dragged_and_a_double_click_removes_it(editor: CurveEditor, qtbot: QtBot) -> None:
    said: list[object] = []
    editor.changed.connect(said.append)
    qtbot.mousePress(editor, Qt.MouseButton.LeftButton, pos=spot(editor, 0.5, 0.5))
    qtbot.mouseMove(editor, spot(editor, 0.5, 0.7))
    qtbot.mouseRelease(editor, Qt.MouseButton.LeftButton, pos=spot(editor, 0.5, 0.7))
    assert len(editor.points) == 3
    assert editor.points[1] == pytest.approx((0.5, 0.7), abs=0.01)
    assert said[-1] == editor.points
    qtbot.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=spot(editor, 0.5, 0.7))
    assert editor.points == curve_points.ENDS
    assert said[-1] == ()


def test_points_keep_their_order_and_the_ends_stay(editor: CurveEditor, qtbot: QtBot) -> None:
    editor.show_points(((0.0, 0.0), (0.4, 0.5), (1.0, 1.0)))
    qtbot.mousePress(editor, Qt.MouseButton.LeftButton, pos=spot(editor, 0.4, 0.5))
    qtbot.mouseMove(editor, spot(editor, 1.4, 0.5))
    qtbot.mouseRelease(editor, Qt.MouseButton.LeftButton)
    assert editor.points[1][0] == pytest.approx(1 - curve_points.GAP)
    qtbot.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=spot(editor, 0.0, 0.0))
    assert editor.points[0] == (0.0, 0.0)
    assert len(editor.points) == 3


def test_keys_do_it_all_and_say_where_the_point_is(editor: CurveEditor, qtbot: QtBot) -> None:
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Insert)
    assert editor.points[1] == (0.5, 0.5)
    for _ in range(3):
        qtbot.keyClick(editor, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(editor, Qt.Key.Key_Left)
    assert editor.points[1] == pytest.approx((0.49, 0.65))
    assert editor.accessibleDescription() == "Point 2 of 3: 49 % becomes 65 %"
    qtbot.keyClick(editor, Qt.Key.Key_PageDown)
    assert editor.accessibleDescription().startswith("Point 3 of 3")
    qtbot.keyClick(editor, Qt.Key.Key_PageUp)
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    assert editor.points == curve_points.ENDS


def test_no_more_points_than_the_settings_take(editor: CurveEditor, qtbot: QtBot) -> None:
    for x in np.linspace(0.03, 0.97, 25):
        qtbot.mouseClick(editor, Qt.MouseButton.LeftButton, pos=spot(editor, float(x), 0.02))
    assert len(editor.points) <= curve_points.MOST
    AdjustParams.model_validate({"settings": {"curve": [list(point) for point in editor.points]}}, strict=False)


def test_a_curve_is_previewed_applied_and_shown_again(stage: Stage, qtbot: QtBot) -> None:
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("adjust")
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, AdjustTab))
    wait(lambda: tab._rendering is not None)
    curves = tab.sliders.curves
    assert curves.editor._counts is not None
    curves.channel.button("red_curve").click()
    curves.editor._put(((0.0, 0.0), (0.5, 0.8), (1.0, 1.0)), 1)
    wait(lambda: not tab.live.busy)
    assert tab.wish.settings.red_curve == ((0.0, 0.0), (0.5, 0.8), (1.0, 1.0))
    assert tab.wish.settings.curve == ()
    scene = tab.scene()
    assert scene is not None
    assert scene.before is not None
    gain = scene.after.pixels.astype(int).mean(axis=(0, 1)) - scene.before.pixels.astype(int).mean(axis=(0, 1))
    assert gain[0] > 10
    assert abs(gain[1]) < 2
    document = stage.session.current
    assert document is not None
    tab.apply()
    wait(lambda: len(document.steps) > 1)
    stage.do("undo")
    assert tab.wish.is_empty
    assert curves.editor.points == curve_points.ENDS
    stage.do("redo")
    assert curves.editor.points == ((0.0, 0.0), (0.5, 0.8), (1.0, 1.0))
