"""The edit tab: hotspot, glow with its name, box, brush, softness, chips, preview, and steps of the history."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.widgets import theme
from catchlight.operations.edit.params import EditParams
from catchlight.shape.face_shape import FaceShape
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import SAMPLE, Stage, wait

MOUTH, SUIT = (223.0, 143.0), (160.0, 440.0)


def entered(stage: Stage) -> EditTab:
    """The tab with the sample open in it, just come to."""
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("edit")
    return next(tab for tab in stage.window.tabs if isinstance(tab, EditTab))


def edit_tab(stage: Stage) -> EditTab:
    """The tab with the sample open in it and its words read."""
    tab = entered(stage)
    wait(lambda: tab.prompt.ready)
    return tab


def settled(tab: EditTab) -> None:
    wait(lambda: not tab.words.live.busy)


def at(stage: Stage, x: float, y: float) -> QPoint:
    """A picture position on the canvas."""
    return QPointF(*stage.window.canvas.viewport_now.to_view(x, y)).toPoint()


def test_a_click_places_the_hotspot_and_names_what_lies_there(stage: Stage, qtbot: QtBot) -> None:
    tab = edit_tab(stage)
    assert not tab.apply_button.isEnabled()
    qtbot.mouseClick(stage.window.canvas, Qt.MouseButton.LeftButton, pos=at(stage, *MOUTH))
    assert tab.marks.place is not None
    assert abs(tab.marks.place.x - MOUTH[0]) < 3
    settled(tab)
    assert tab.marks.spot.glow is not None
    assert tab.marks.spot.glow.label in ("teeth", "lips")
    assert tab.marks.spot.glows
    assert not tab.apply_button.isEnabled()  # nothing is said yet


def test_a_second_click_goes_on_to_the_next_region(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.marks.point(*SUIT)
    settled(tab)
    first = tab.marks.spot.glow.label if tab.marks.spot.glow else ""
    tab.marks.point(*SUIT)
    settled(tab)
    assert tab.marks.spot.glow is not None
    assert tab.marks.spot.glow.label != first
    tab.marks.clear()
    settled(tab)
    assert tab.marks.spot.glow.label == first


def test_what_was_found_at_an_older_click_is_neither_shown_nor_used(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.marks.point(*MOUTH)
    settled(tab)
    older = tab.marks.spot.glow
    assert older is not None
    late = tab.words._rendering
    tab.marks.point(*SUIT)
    assert tab.marks.spot.glow is None  # at once, not when the new place has been looked at
    assert (tab.marks.offers, tab.marks.meant) == ((), "")
    assert not tab.words.controls.regions.count()
    tab.words._rendered(late)  # the older rendering ends only now
    assert tab.marks.spot.glow is None
    settled(tab)
    assert tab.marks.spot.glow is not None
    assert tab.marks.spot.glow.label not in ("", older.label)


def test_saying_it_shows_chips_and_the_picture_as_it_would_be(stage: Stage) -> None:
    tab = edit_tab(stage)
    assert tab.scene() is None
    tab.marks.point(*SUIT)
    tab.prompt.set_text("make it navy")
    settled(tab)
    assert any("navy" in chip for chip in tab.prompt.shown_chips)
    scene = tab.scene()
    assert scene is not None
    assert scene.before is not None
    differs = (scene.after.pixels != scene.before.pixels).any(axis=2)
    assert differs.mean() > 0.02
    assert not differs[:60].any()
    assert not tab.marks.spot.glows  # the result's own colours count now


def test_who_applies_before_the_words_are_read_gets_the_step_once_they_are(stage: Stage) -> None:
    tab = entered(stage)
    document = stage.session.current
    assert document is not None
    tab.marks.point(*SUIT)
    tab.prompt.set_text("make it navy")
    assert not tab.prompt.ready
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)


def test_apply_makes_a_step_that_can_be_undone(stage: Stage) -> None:
    tab = edit_tab(stage)
    document = stage.session.current
    assert document is not None
    tab.marks.point(*MOUTH)
    tab.prompt.set_text("whiten the teeth")
    settled(tab)
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    step = document.steps[1]
    assert isinstance(step.params, EditParams)
    assert step.params.user_prompt == "whiten the teeth"
    assert tab.prompt.text == ""
    tab.marks.point(*SUIT)
    tab.prompt.set_text("make it black")
    settled(tab)
    stage.do("apply")
    wait(lambda: len(document.steps) == 3)
    assert document.steps[2].base == 1  # edits build on each other
    stage.do("undo")
    assert document.current is step


def test_words_that_name_their_place_need_no_click(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.prompt.set_text("blur the background")
    settled(tab)
    assert tab.apply_button.isEnabled()


def test_what_does_not_fit_is_said_and_cannot_be_applied(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.marks.point(*SUIT)
    tab.prompt.set_text("make the tie red")
    settled(tab)
    assert "tie" in tab.words.notice.text()
    assert not tab.words.notice.isHidden()
    assert not tab.apply_button.isEnabled()
    tab.prompt.set_text("frobnicate the quux")
    settled(tab)
    assert len(tab.prompt.suggested) == 3
    assert not tab.apply_button.isEnabled()


def test_shift_drags_a_box(stage: Stage, qtbot: QtBot) -> None:
    tab = edit_tab(stage)
    canvas = stage.window.canvas
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, shift, at(stage, 100, 100))
    tab.marks.spot._boxing = True  # offscreen the keyboard's state is not that of the event
    qtbot.mouseMove(canvas, at(stage, 200, 180))
    tab.marks.spot.drag(*canvas.viewport_now.to_view(200, 180), canvas.viewport_now)
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, shift, at(stage, 200, 180))
    assert tab.marks.place is not None
    assert tab.marks.place.box is not None
    assert abs(tab.marks.place.box.width - 100) < 4
    assert abs(tab.marks.place.box.height - 80) < 4
    assert not tab.words.controls.clear_button.isHidden()


def test_the_brush_adds_and_takes_away(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.marks.point(*MOUTH)
    settled(tab)
    stage.do("brush_add")
    tab.marks.brush(((60.0, 60.0), (90.0, 60.0)))
    settled(tab)
    assert tab.marks.spot.glow is not None
    assert tab.marks.spot.glow.image.pixelColor(75, 60).alpha() > 40
    stage.do("brush_erase")
    tab.marks.brush(((75.0, 60.0),))
    settled(tab)
    assert tab.marks.spot.glow.image.pixelColor(75, 60).alpha() < 40
    params = tab.words.params()
    assert params is not None
    assert [stroke.erase for stroke in params.strokes] == [False, True]
    stage.do("clear_marks")
    assert tab.marks.place is not None
    assert tab.marks.place.strokes == ()


def test_alt_and_the_wheel_change_the_softness(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.marks.point(*SUIT)
    settled(tab)
    zoom = stage.window.canvas.zoom_now
    spot = QPointF(at(stage, *SUIT))
    turn = QWheelEvent(
        spot, stage.window.canvas.mapToGlobal(spot), QPoint(), QPoint(240, 0), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.AltModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(stage.window.canvas, turn)
    assert tab.words.controls.softness.value == 10
    assert stage.window.canvas.zoom_now == zoom
    settled(tab)


def test_the_keyboard_is_enough(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.words.controls.across.setValue(round(MOUTH[0]))
    tab.words.controls.down.setValue(round(MOUTH[1]))
    settled(tab)
    assert tab.marks.place is not None
    assert (tab.marks.place.x, tab.marks.place.y) == (223, 143)
    stage.do("next_region")
    settled(tab)
    assert tab.marks.place.region is not None
    tab.words.controls.regions.setCurrentIndex(0)
    tab.words.controls.choose_row(0)
    assert tab.marks.place.region is None
    settled(tab)


def test_another_theme_keeps_words_and_marks(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.marks.point(*SUIT)
    tab.prompt.set_text("make it navy")
    settled(tab)
    stage.desk.window.dialogs.choose_looks("light", "zh", 1.0)
    again = next(tab for tab in stage.window.tabs if isinstance(tab, EditTab))
    wait(lambda: not again.words.live.busy)
    assert again.prompt.text == "make it navy"
    assert again.marks.place is not None
    assert again.marks.place.x == SUIT[0]


def test_the_glow_is_the_mask() -> None:
    from catchlight.gui.canvas.hotspot import render_highlight

    mask = np.zeros((40, 60), np.float32)
    mask[10:30, 20:50] = 1
    image = render_highlight(mask, "x").image
    assert image.pixelColor(35, 20).alpha() > 50
    assert image.pixelColor(20, 20).alpha() > 120
    assert image.pixelColor(5, 5).alpha() == 0


def test_a_drag_away_from_the_marker_pans_and_one_on_it_takes_it_along(stage: Stage, qtbot: QtBot) -> None:
    tab, canvas = edit_tab(stage), stage.window.canvas
    canvas.zoom_by(2.0)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at(stage, 256, 256))
    place, view = tab.marks.place, canvas.viewport_now
    assert place is not None
    start = at(stage, 200, 330)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(canvas, start + QPoint(30, 12))
    qtbot.mouseMove(canvas, start + QPoint(60, 24))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 24))
    assert (canvas.viewport_now.x - view.x, canvas.viewport_now.y - view.y) == (60, 24)
    assert tab.marks.place == place
    start = at(stage, place.x, place.y)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(canvas, start + QPoint(40, 0))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(40, 0))
    assert tab.marks.place.x == pytest.approx(place.x + 40 / canvas.viewport_now.step, abs=1.5)
    assert (canvas.viewport_now.x - view.x, canvas.viewport_now.y - view.y) == (60, 24)


def test_a_brush_still_paints_where_a_drag_would_pan(stage: Stage, qtbot: QtBot) -> None:
    tab, canvas = edit_tab(stage), stage.window.canvas
    tab.words.controls.use_tool("add")
    view, start = canvas.viewport_now, at(stage, 200, 330)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(canvas, start + QPoint(30, 12))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 12))
    assert canvas.viewport_now == view
    assert tab.marks.place is not None
    assert len(tab.marks.place.strokes) == 1


def test_what_would_show_is_said_beside_the_wish(stage: Stage) -> None:
    tab = edit_tab(stage)
    tab.marks.draw_box(360, 20, 100, 190)
    tab.prompt.set_text("remove this")
    settled(tab)
    assert tab.apply_button.isEnabled()
    assert "100 %" in tab.words.limits.text()
    assert not tab.words.limits.isHidden()
    tab.prompt.set_text("darken this")
    settled(tab)
    assert tab.words.limits.isHidden()


@pytest.mark.parametrize("name", ["dark", "light"])
def test_completions_are_dressed_like_the_window(stage: Stage, name: str) -> None:
    """Their list is a window of its own."""
    stage.session.memory.set(theme=name)
    stage.desk.redress()
    field = edit_tab(stage).prompt.field
    field.offer(("make the background darker",))
    image = field.popup.grab().toImage()
    colours = {image.pixelColor(x, image.height() - 6).name() for x in range(8, image.width() - 8)}
    field.popup.hide()
    assert colours == {theme.build(name).colour("field").name()}


def test_a_shape_slider_shows_the_person_at_once_and_becomes_a_step(stage: Stage) -> None:
    tab = edit_tab(stage)
    document = stage.session.current
    assert document is not None
    sliders = tab.words.shape_sliders
    sliders.sliders["face_width"].track.setValue(-80)
    settled(tab)
    assert tab.marks.place is not None  # no click was needed
    scene = tab.scene()
    assert scene is not None
    assert scene.before is not None
    differs = (scene.after.pixels != scene.before.pixels).any(axis=2)
    assert 0.01 < differs.mean() < 0.4
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    step = document.steps[1]
    assert isinstance(step.params, EditParams)
    assert (step.params.user_prompt, step.params.shape.face_width) == ("", -0.8)
    wait(lambda: sliders.shape_now == FaceShape())  # it is in the picture already
    stage.do("undo")
    assert document.current is document.steps[0]


def test_shape_sliders_go_back_together(stage: Stage) -> None:
    tab = edit_tab(stage)
    sliders = tab.words.shape_sliders
    assert not sliders.reset_button.isEnabled()
    sliders.sliders["nose"].track.setValue(-40)
    sliders.sliders["lips"].track.setValue(30)
    assert sliders.shape_now == FaceShape(nose=-0.4, lips=0.3)
    assert tab.apply_button.isEnabled()
    sliders.reset_button.click()
    assert sliders.shape_now == FaceShape()
    assert not tab.apply_button.isEnabled()
    settled(tab)
