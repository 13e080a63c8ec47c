"""Hand tools in the window: strokes on the canvas, the way back stroke by stroke, masks, and a step that is opened again."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from catchlight.brushes.edits import MOST_EDITS, BrushEdit, HandStroke
from catchlight.develop.development import Development
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.dialogs.export_all_dialog import ExportAllDialog
from catchlight.gui.print_picture.dialog import PrintDialog
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.tabs.edit.hand.draft import HandDraft
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.brush.params import BrushParams
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputDevice, QPointingDevice, QTabletEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel

from tests.gui.conftest import SAMPLE, Stage, wait

CHEEK, COLLAR = (250.0, 165.0), (200.0, 300.0)
LEFT = Qt.MouseButton.LeftButton
NONE, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def tab(stage: Stage) -> EditTab:
    """The tab with the sample open in it, by hand."""
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("hand_dodge")
    shown = stage.window.tab
    assert isinstance(shown, EditTab)
    assert shown.is_by_hand
    shown.hand.draft.set_tip(size=4.0)
    return shown


def at(stage: Stage, x: float, y: float) -> QPoint:
    return QPointF(*stage.window.canvas.viewport_now.to_view(x, y)).toPoint()


def stroke(stage: Stage, *places: tuple[float, float], release: bool = True) -> None:
    canvas = stage.window.canvas
    QTest.mousePress(canvas, LEFT, NONE, at(stage, *places[0]))
    for place in places[1:]:
        QTest.mouseMove(canvas, at(stage, *place))
    if release:
        QTest.mouseRelease(canvas, LEFT, NONE, at(stage, *places[-1]))


def settled(tab: EditTab) -> None:
    wait(lambda: not tab.hand.live.busy and not tab.hand.dabs.busy)


def press(stage: Stage, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(stage.window.canvas, key, modifiers)


def shown_pixels(stage: Stage) -> np.ndarray:
    scene = stage.window.canvas.scene
    assert scene is not None
    return np.asarray(scene.after.pixels).astype(int)


def test_strokes_are_seen_taken_back_applied_and_opened_again(stage: Stage, tab: EditTab) -> None:
    plain = shown_pixels(stage)
    stroke(stage, CHEEK, (258, 168), (266, 170), release=False)
    wait(lambda: tab.hand.brush.patches)  # the light is there while it is drawn
    assert not tab.hand.brush.shows_trail
    stroke(stage, CHEEK, (266, 170))
    settled(tab)
    assert (shown_pixels(stage)[164:170, 250:264] > plain[164:170, 250:264]).mean() > 0.9
    assert tab.hand.brush.patches == []
    stroke(stage, COLLAR, (210, 302))
    settled(tab)
    (edit,) = tab.hand.draft.edits
    assert len(edit.strokes) == 2
    stage.do("undo")
    settled(tab)
    assert len(tab.hand.draft.edits[0].strokes) == 1
    assert (shown_pixels(stage)[290:310, 190:220] == plain[290:310, 190:220]).all()
    stage.do("redo")
    stage.do("undo")
    settled(tab)
    document = stage.session.current
    assert document is not None
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    step = document.current
    assert step is not None
    assert isinstance(step.params, BrushParams)
    assert step.params.face is not None  # on another picture the stroke follows it
    assert (step.picture.record.steps[-1].operation, step.details["strokes"]) == ("brush", 1)
    assert not tab.can_undo
    assert not tab.apply_button.isEnabled()
    assert tab.hand.draft.edits == step.params.edits  # open again: one more stroke is one more edit of the same step
    stage.do("hand_burn")
    stroke(stage, COLLAR, (210, 302))
    settled(tab)
    stage.do("apply")
    wait(lambda: len(document.steps) == 3)
    assert document.steps[2].base == 0
    assert [one.tool for one in document.steps[2].params.edits] == ["dodge", "burn"]  # type: ignore[union-attr]
    stage.do("undo")
    wait(lambda: document.index == 1)
    assert tab.hand.draft.edits == step.params.edits
    stage.do("undo")
    wait(lambda: document.index == 0)
    assert tab.hand.draft.edits == ()  # what was applied is not drawn once more
    stroke(stage, CHEEK, (266, 170))
    document.jump(2)
    assert [one.tool for one in tab.hand.draft.edits] == ["dodge", "burn"]
    document.jump(0)
    assert len(tab.hand.draft.edits) == 1  # and what was not is not lost


def test_keys_change_the_brush_and_the_eraser_takes_away(stage: Stage, tab: EditTab) -> None:
    draft, brush = tab.hand.draft, tab.hand.brush
    size, softness, radius = draft.tip.size, draft.tip.softness, brush.radius
    press(stage, Qt.Key.Key_BracketRight)
    assert draft.tip.size > size
    assert brush.radius > radius
    press(stage, Qt.Key.Key_BracketLeft)
    press(stage, Qt.Key.Key_BracketLeft)
    assert draft.tip.size < size
    press(stage, Qt.Key.Key_BraceLeft, Qt.KeyboardModifier.ShiftModifier)
    assert draft.tip.softness < softness
    draft.set_tip(size=4.0, softness=0.2)
    stroke(stage, CHEEK, (270, 165))
    press(stage, Qt.Key.Key_X)
    assert draft.tip.shape == "erase"
    draft.set_tip(size=8.0, softness=0.0)
    stroke(stage, CHEEK, (270, 165))
    settled(tab)
    assert [one.erase for one in draft.edits[0].strokes] == [False, True]
    assert stage.window.canvas.scene is not None
    before = stage.window.canvas.scene.before
    assert before is not None
    assert (shown_pixels(stage) == before.pixels).all()
    press(stage, Qt.Key.Key_B)
    assert draft.tip.shape == "brush"
    press(stage, Qt.Key.Key_O)
    wait(lambda: brush.mask is not None)
    press(stage, Qt.Key.Key_O)
    assert brush.mask is None


def test_clone_needs_its_source_and_goes_along_with_it(stage: Stage, tab: EditTab) -> None:
    stage.do("hand_clone")
    stroke(stage, CHEEK, (262, 165))
    assert tab.hand.draft.edits == ()
    assert "Alt" in tab.hand._hint.text()
    stage.do("hand_source")
    stroke(stage, (200.0, 200.0))
    assert tab.hand.draft.edits == ()
    stroke(stage, CHEEK, (262, 165))
    stroke(stage, (250.0, 190.0), (262, 190))
    (edit,) = tab.hand.draft.edits
    assert edit.strokes[0].offset == pytest.approx((200 - CHEEK[0], 200 - CHEEK[1]), abs=2)
    assert edit.strokes[1].offset == edit.strokes[0].offset
    settled(tab)
    assert tab.hand.ready


def test_a_pen_presses_and_a_mouse_does_not(stage: Stage, tab: EditTab) -> None:
    canvas, brush = stage.window.canvas, tab.hand.brush
    pen = QPointingDevice(
        "pen", 1, QInputDevice.DeviceType.Stylus, QPointingDevice.PointerType.Pen,
        QInputDevice.Capability.Pressure, 1, 1,
    )  # fmt: skip

    def touch(kind: QEvent.Type, x: float, y: float, pressure: float) -> None:
        place = QPointF(at(stage, x, y))
        buttons = LEFT if kind != QEvent.Type.TabletRelease else Qt.MouseButton.NoButton
        event = QTabletEvent(kind, pen, place, place, pressure, 0, 0, 0, 0, 0, NONE, LEFT, buttons)
        QApplication.sendEvent(canvas, event)

    touch(QEvent.Type.TabletPress, *CHEEK, 0.4)
    QTest.mousePress(canvas, LEFT, NONE, at(stage, *CHEEK))
    touch(QEvent.Type.TabletMove, 262, 165, 0.6)
    QTest.mouseMove(canvas, at(stage, 262, 165))
    touch(QEvent.Type.TabletRelease, 262, 165, 0.0)
    QTest.mouseRelease(canvas, LEFT, NONE, at(stage, 262, 165))
    assert tab.hand.draft.edits[0].strokes[0].pressures == pytest.approx((0.4, 0.6))
    assert brush.pressure == 1.0
    stroke(stage, CHEEK, (262, 165))
    assert tab.hand.draft.edits[0].strokes[1].pressures == ()


def test_gradients_are_dragged_and_edits_are_listed(stage: Stage, tab: EditTab) -> None:
    draft = tab.hand.draft
    stage.do("hand_adjust")
    stage.do("hand_linear")
    stroke(stage, (100.0, 50.0), (100.0, 200.0), (100.0, 400.0))
    assert draft.active is not None
    assert draft.active.linear is not None
    assert draft.active.linear.end == pytest.approx((100.0, 400.0), abs=2)
    stroke(stage, (100.0, 400.0), (100.0, 300.0))  # by its handle
    assert draft.active.linear.end == pytest.approx((100.0, 300.0), abs=2)
    assert draft.active.linear.start == pytest.approx((100.0, 50.0), abs=2)
    tab.hand.controls.sliders["exposure"].track.setValue(-20)
    assert draft.active.exposure == -1.0
    settled(tab)
    assert len(draft.edits) == 1
    draft.choose(None)
    stage.do("hand_radial")
    stroke(stage, (220.0, 150.0), (300.0, 150.0))
    assert [edit.radial is not None for edit in draft.edits] == [False, True]
    tab.hand.rows.moved.emit(1, -1)
    assert draft.edits[0].radial is not None
    tab.hand.rows.switched.emit(0)
    assert not draft.edits[0].on
    tab.hand.rows.removed.emit(0)
    assert len(draft.edits) == 1
    stage.do("hand_heal")
    assert draft.tip.shape == "brush"  # heal follows strokes alone
    assert not tab.hand.controls.shapes.button("linear").isEnabled()
    tab.choose_way("words")
    assert stage.window.canvas._overlay is tab.marks.spot
    tab.choose_way("hand")
    assert len(draft.edits) == 1


def test_a_slider_in_motion_is_one_step_on_the_way_back() -> None:
    draft = HandDraft()
    draft.take_tool("burn")
    draft.paint(HandStroke(points=((5.0, 5.0),), radius=4.0))
    for value in (0.6, 0.7, 0.8):
        draft.set("amount", value)
    draft.set("opacity", 0.5)
    draft.undo()
    assert (draft.edits[0].amount, draft.edits[0].opacity) == (0.8, 1.0)
    draft.undo()
    assert draft.edits[0].amount == 0.5
    draft.set("tool", "heal")
    draft.set("invert", True)  # heal knows no such mask: nothing changes
    assert not draft.edits[0].invert
    draft.begin((BrushEdit(tool="dodge", within="skin"),))
    assert not draft.can_undo
    told: list[bool] = []
    draft.full.connect(lambda: told.append(True))
    draft.begin(draft.edits * MOST_EDITS)
    draft.take_tool("burn")
    draft.paint(HandStroke(points=((5.0, 5.0),), radius=4.0))
    assert told == [True]
    assert len(draft.edits) == MOST_EDITS


def test_a_whole_region_takes_no_stroke(stage: Stage, tab: EditTab) -> None:
    controls, draft = tab.hand.controls, tab.hand.draft
    assert not controls.whole.isEnabled()
    controls.place.setCurrentIndex(controls.place.findData("background"))
    controls.place.activated.emit(controls.place.currentIndex())
    controls.whole.click()
    assert [(edit.tool, edit.within, edit.strokes) for edit in draft.edits] == [("dodge", "background", ())]
    controls.invert.click()
    assert draft.edits[0].beside
    wait(lambda: not tab.hand.live.busy and tab.hand.ready)
    scene = stage.window.canvas.scene
    assert scene is not None
    assert scene.before is not None
    lighter = shown_pixels(stage) - scene.before.pixels.astype(int)
    assert lighter[150:170, 240:260, :3].mean() > 10 > 3 > lighter[:10, :10, :3].mean()
    stage.do("hand_heal")
    assert not controls.whole.isEnabled()


def test_strokes_can_stay_in_their_place(stage: Stage, tab: EditTab) -> None:
    document = stage.session.current
    assert document is not None
    for follows in (True, False):
        tab.hand.controls.follow.setChecked(not follows)
        tab.hand.controls.follow.click()
        stroke(stage, CHEEK, COLLAR)
        wait(lambda: tab.hand.ready and not tab.hand.live.busy)
        before = len(document.steps)
        stage.do("apply")
        wait(lambda count=before: len(document.steps) > count)
        params = document.steps[-1].params
        assert isinstance(params, BrushParams)
        assert (params.face is not None) is follows
        assert tab.hand.draft.state.follows_face is follows
        stage.do("undo")
        wait(lambda: document.index == 0)
    # A step that is opened again has what it was made with, whatever was chosen since.
    tab.hand.controls.follow.click()
    document.jump(len(document.steps) - 1)
    wait(lambda: tab.hand.draft.edits)
    assert not tab.hand.controls.follow.isChecked()


def test_strokes_that_are_not_applied_are_told_from_every_tab(stage: Stage, tab: EditTab, tmp_path: Path) -> None:
    others = [tmp_path / f"{number}.png" for number in range(2)]
    for path in others:
        shutil.copy(SAMPLE, path)
    first = stage.session.current
    assert first is not None
    stroke(stage, CHEEK, COLLAR)
    settled(tab)
    stage.session.open_paths(others)
    wait(lambda: len(stage.session.documents) == 3)
    second, third = stage.session.documents[1:]
    stage.session.show(second)
    wait(lambda: second.loaded)
    stroke(stage, CHEEK, COLLAR)
    settled(tab)
    for leave in (
        lambda: stage.do("adjust"),
        lambda: stage.do("crop"),
        lambda: stage.do("hair"),
        lambda: (stage.do("edit"), tab.choose_way("words")),
    ):
        leave()
        stage.do("export")
        assert "not applied" in said_in(stage, ExportDialog)
        stage.do("print_picture")
        assert "not applied" in said_in(stage, PrintDialog)
        stage.do("export_all")
        (dialog,) = stage.window.findChildren(ExportAllDialog)
        dialog.unedited.setChecked(True)
        assert "drawn on 2 pictures, and not applied" in said_in(stage, ExportAllDialog)
    stage.session.show(third)
    wait(lambda: third.loaded)
    stage.do("adjust")
    stage.do("export")
    assert "not applied" not in said_in(stage, ExportDialog)
    shown = stage.window.tab
    assert isinstance(shown, AdjustTab)
    shown.take_draft(AdjustParams(settings=Development(exposure=1.0)))
    stage.do("export")
    assert "not applied" in said_in(stage, ExportDialog)
    stage.do("export_all")
    (dialog,) = stage.window.findChildren(ExportAllDialog)
    dialog.unedited.setChecked(True)
    assert "drawn on 3 pictures, and not applied" in said_in(stage, ExportAllDialog)
    stage.do("export_all")
    (dialog,) = stage.window.findChildren(ExportAllDialog)
    dialog.unedited.setChecked(False)
    assert "not applied" not in said_in(stage, ExportAllDialog), "none of them is written"


def test_what_a_hand_drew_is_not_lost_without_a_word(stage: Stage, tab: EditTab) -> None:
    document, answers = stage.session.current, stage.answers
    assert document is not None
    stage.do("export")
    assert "not applied" not in said_in(stage, ExportDialog)
    stroke(stage, CHEEK, COLLAR)
    wait(lambda: tab.hand.ready and not tab.hand.live.busy)
    stage.do("export")
    assert "not applied" in said_in(stage, ExportDialog)
    stage.do("print_picture")
    assert "not applied" in said_in(stage, PrintDialog)
    answers.agreed = False
    stage.do("close")
    stage.window.close()
    assert stage.session.documents == [document]
    assert stage.window.isVisible()
    assert len(answers.asked) == 2
    assert all(document.title in asked for asked in answers.asked)
    stage.do("turn_right")
    wait(lambda: len(document.steps) > 1)
    assert "undo brings it back" in tab.hand._hint.text()
    assert not tab.hand.ready
    stage.do("undo")
    wait(lambda: tab.hand.ready)
    answers.agreed = True
    stage.do("close")
    assert not stage.session.documents


def said_in(stage: Stage, kind: type[QDialog]) -> str:
    (dialog,) = stage.window.findChildren(kind)
    said = " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisibleTo(dialog))
    dialog.close()
    wait(lambda: not stage.window.findChildren(kind))
    return said


def test_the_list_of_edits_is_reached_without_scrolling(stage: Stage, tab: EditTab) -> None:
    stage.window.resize(1440, 900)
    stage.do("hand_adjust")
    stroke(stage, CHEEK, (260.0, 170.0))
    settled(tab)
    QApplication.processEvents()
    port = tab._scroll.viewport()
    rows = tab.hand.rows
    assert rows.height() > 0
    assert port.rect().contains(rows.rect().translated(rows.mapTo(port, QPoint(0, 0))))
