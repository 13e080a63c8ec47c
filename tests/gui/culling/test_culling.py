"""Culling with real pictures in the real window: one key each, filters, comparing, and what lies beside the files after it."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.culling.previews import MOST_BYTES
from catchlight.gui.culling.view import CullingView
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.strip_rows import MARK, two_lines
from catchlight.imaging.colour.output_profiles import check_output_profile
from catchlight.imaging.colour.output_transform import ScreenColours
from catchlight.imaging.sidecar.mark import NO_MARK, PictureMark
from catchlight.imaging.sidecar.packet import read_mark
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.display_profiles import matrix_display
from tests.gui.conftest import Stage, wait
from tests.gui.culling.conftest import COUNT


def begin(stage: Stage, shots: Path) -> tuple[CullingView, list[OpenDocument]]:
    stage.session.open_paths([shots])
    wait(lambda: len(stage.session.marks.visible) == COUNT and len(stage.session.marks._taken) == COUNT)
    stage.do("cull")
    view = stage.window.culling.view
    assert view is not None
    wait(lambda: view.previews.of(stage.session.documents[0]) is not None)
    return view, list(stage.session.documents)


def press(view: CullingView, *keys: Qt.Key) -> None:
    for key in keys:
        pane = next(pane for pane in view.panes if pane.document is view.active)
        QTest.keyClick(pane.view, key)
        QApplication.processEvents()


def beside(shots: Path) -> dict[str, PictureMark | None]:
    return {file.name: read_mark(file.read_bytes()) for file in sorted(shots.glob("*.xmp"))}


def test_one_key_marks_a_picture_and_goes_on(stage: Stage, shots: Path) -> None:
    view, documents = begin(stage, shots)
    marks, key = stage.session.marks, Qt.Key
    assert view.active is documents[0]
    press(view, key.Key_3, key.Key_X, key.Key_8, key.Key_P)
    assert view.active is documents[4]
    expected = [PictureMark(3), PictureMark(0, "reject"), PictureMark(0, "", "green"), PictureMark(0, "pick")]
    assert [marks.of(one) for one in documents[:4]] == expected
    wait(lambda: len(beside(shots)) == 4)
    assert list(beside(shots).values()) == expected
    assert stage.session.current is documents[0], "the tabs' picture stays while one leafs"

    stage.do("undo")
    assert view.active is documents[3]
    assert marks.of(documents[3]) == NO_MARK
    stage.do("redo")
    assert marks.of(documents[3]).flag == "pick"

    stage.do("auto_advance")
    press(view, key.Key_5, key.Key_6)
    assert view.active is documents[3]
    assert marks.of(documents[3]) == PictureMark(5, "pick", "red")
    press(view, key.Key_6, key.Key_0, key.Key_U)
    assert marks.of(documents[3]) == NO_MARK
    stage.do("auto_advance")

    stage.do("show_reject")
    assert list(marks.visible) == [documents[1]]
    assert view.active is documents[1]
    rows = stage.window.film_strip.rows
    assert [rows.isRowHidden(row) for row in range(COUNT)].count(False) == 1
    stage.do("show_any")
    stage.do("sort_rating")
    stage.do("sort_descending")
    assert marks.visible[0] is documents[0]
    assert rows.item(0).data(MARK) == PictureMark(3)
    assert "3 stars" in str(rows.item(0).data(Qt.ItemDataRole.AccessibleTextRole))

    press(view, key.Key_Return)
    assert not stage.window.culling.shown
    assert stage.session.current is documents[1]
    QTest.keyClick(rows, key.Key_4)
    assert marks.of(documents[1]) == PictureMark(4, "reject")
    wait(lambda: beside(shots)["DSC_1.jpg.xmp"] == PictureMark(0, "reject"))


def test_marks_are_there_again_and_those_of_other_programs_are_seen(stage: Stage, shots: Path) -> None:
    from catchlight.imaging.sidecar.packet import put_mark

    (shots / "DSC_2.jpg.xmp").write_bytes(put_mark(None, PictureMark(2, "", "purple")))
    _view, documents = begin(stage, shots)
    wait(lambda: stage.session.marks.of(documents[2]) == PictureMark(2, "", "purple"))
    stage.do("rate_1")
    stage.window.close()
    assert beside(shots)["DSC_0.jpg.xmp"] == PictureMark(1), "written also where the window closes at once"


def test_pictures_are_compared_with_one_zoom_on_the_same_eyes(stage: Stage, shots: Path) -> None:
    view, documents = begin(stage, shots)
    press(view, Qt.Key.Key_V)
    assert view.shown() == documents[:2]
    wait(lambda: all(view.hints.known(one) and view.previews.of(one) for one in documents[:2]))
    press(view, Qt.Key.Key_Z)
    for pane in view.panes[:2]:
        assert pane.document is not None
        face = view.hints.face(pane.document)
        assert face is not None
        x, y = face.points[:2].mean(axis=0)
        at = pane.view.viewport_now.to_view(float(x), float(y))
        assert at == pytest.approx((pane.view.width() / 2, pane.view.height() / 2), abs=1.5)
    first, second = (pane.view for pane in view.panes[:2])
    before = second.viewport_now.scale
    first.zoom_by(1.5, QPointF(50, 60))
    assert second.viewport_now.scale == pytest.approx(1.5 * before, rel=0.02)
    wait(lambda: first.preview is not None and first.preview.whole)

    soft = view.panes[1].view.accessibleName()
    assert "Eyes may be out of focus" in soft
    assert "out of focus" not in view.panes[0].view.accessibleName()
    assert "Sharpest eyes of these" in view.panes[0].view.accessibleName()
    press(view, Qt.Key.Key_Right, Qt.Key.Key_Right) if second.viewport_now.fitted else view.step(2)
    assert documents[2] in view.shown()
    assert view.previews.bytes <= MOST_BYTES
    stage.do("hair")
    assert not stage.window.culling.shown
    assert view.previews.bytes == 0


def test_a_picture_that_cannot_be_read_says_so_and_is_passed(stage: Stage, shots: Path) -> None:
    (shots / "DSC_1.jpg").write_bytes(b"\xff\xd8\xff torn")
    view, documents = begin(stage, shots)
    press(view, Qt.Key.Key_1)
    wait(lambda: view.previews.fault(documents[1]) is not None)
    assert "DSC_1.jpg" in view.panes[0].caption.toolTip()
    press(view, Qt.Key.Key_X)
    assert view.active is documents[2]
    view.step(-1)
    stage.do("close")
    assert documents[1] not in stage.session.documents
    assert stage.window.culling.shown


def test_a_picture_that_was_deleted_is_not_rated(stage: Stage, shots: Path) -> None:
    view, documents = begin(stage, shots)
    press(view, Qt.Key.Key_2, Qt.Key.Key_Left)
    wait(lambda: beside(shots) and stage.session.jobs.idle)
    (shots / "DSC_0.jpg").unlink()
    (shots / "DSC_0.jpg.xmp").unlink()
    press(view, Qt.Key.Key_4)
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.window.banner.problem is not None
    assert stage.window.banner.problem.text.startswith("DSC_0.jpg is not there any more, and was not rated.")
    assert stage.session.marks.of(documents[0]) == PictureMark(2)
    assert beside(shots) == {}
    press(view, Qt.Key.Key_5)
    wait(lambda: beside(shots) == {"DSC_1.jpg.xmp": PictureMark(5)})


def test_keys_of_marks_are_the_tabs_own_elsewhere(stage: Stage, shots: Path) -> None:
    stage.session.open_paths([shots / "DSC_0.jpg"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.window.canvas.setFocus()
    QTest.keyClick(stage.window.canvas, Qt.Key.Key_1)
    assert stage.window.canvas.zoom_now == 1.0
    assert stage.session.marks.of(stage.session.documents[0]) == NO_MARK
    stage.window.film_strip.rows.setFocus()
    QTest.keyClick(stage.window.film_strip.rows, Qt.Key.Key_P)
    assert stage.session.marks.of(stage.session.documents[0]).flag == "pick"
    stage.do("undo_mark")
    assert stage.session.marks.of(stage.session.documents[0]) == NO_MARK
    assert not stage.window.actions_by_key["undo_mark"].isEnabled()
    stage.do("cull")
    view = stage.window.culling.view
    assert view is not None
    QTest.keyClick(view.panes[0].view, Qt.Key.Key_N)
    assert stage.window.culling.shown, "a letter of a tab does not lead away"
    stage.do("cull")
    assert stage.window.tab.key != "edit"


def test_names_take_two_lines_and_lose_their_middle(stage: Stage) -> None:
    metrics = QFontMetrics(stage.window.font())
    width = metrics.horizontalAdvance("DSC_01234.jpg")
    assert two_lines("a.jpg", metrics, width) == ["a.jpg"]
    assert two_lines("DSC_01234.jpg", metrics, width) == ["DSC_01234.jpg"]
    assert "".join(two_lines("Wedding_DSC_01234.jpg", metrics, width)) == "Wedding_DSC_01234.jpg"
    first, second = two_lines("Wedding_of_Ada_and_Charles_DSC_01234_final.jpg", metrics, width)
    assert metrics.horizontalAdvance(first) <= width
    assert metrics.horizontalAdvance(second) <= width
    assert second.endswith("al.jpg")


def test_panes_are_of_one_width_also_without_a_picture(stage: Stage, shots: Path) -> None:
    view, documents = begin(stage, shots)
    for document in documents[1:]:
        stage.session.close(document)
    press(view, Qt.Key.Key_V)
    assert [pane.document for pane in view.panes[:2]] == [documents[0], None]
    assert view.panes[0].width() == pytest.approx(view.panes[1].width(), abs=1)


def test_a_filter_that_lets_nothing_through_says_so(stage: Stage, shots: Path) -> None:
    view, documents = begin(stage, shots)
    actions = stage.window.actions_by_key
    assert not actions["clear_filter"].isEnabled()
    stage.do("show_pick")
    assert view.active is None
    assert view.nothing.isVisible()
    assert not view.linked.isVisible()
    assert not view.bar.leave.isEnabled()
    assert not [key for key in ("pick", "rate_3", "label_red", "close", "cull_part") if actions[key].isEnabled()]
    assert actions["cull"].isEnabled()
    assert view.nothing.clear.hasFocus()
    QTest.keyClick(view.nothing.clear, Qt.Key.Key_Space)
    assert view.active is documents[0]
    assert view.linked.isVisible()
    assert view.bar.leave.isEnabled()
    assert actions["pick"].isEnabled()
    assert len(stage.session.marks.visible) == COUNT


@pytest.mark.parametrize("text_scale", [1.0, 2.0])
def test_every_control_of_the_bar_has_room(stage: Stage, shots: Path, text_scale: float) -> None:
    stage.desk.window.dialogs.choose_looks("light", "en", text_scale)
    view, _documents = begin(stage, shots)
    for width in (1440, 900):
        stage.window.resize(width, 900)
        QApplication.processEvents()
        for control in (*view.bar.findChildren(QAbstractButton), view.bar.parts, view.bar.panes):
            place = control.rect().translated(control.mapTo(view.bar, QPoint(0, 0)))
            assert control.isVisible()
            assert control.width() >= control.minimumSizeHint().width()
            assert view.bar.rect().contains(place), control.accessibleName()


def test_wide_pictures_are_made_anew_for_a_screen_with_a_profile(stage: Stage, shots: Path) -> None:
    for file in shots.glob("*.jpg"):
        with Image.open(file) as image:
            image.save(file, quality=90, icc_profile=matrix_display())
    view, documents = begin(stage, shots)
    first = view.previews.of(documents[0])
    assert first is not None
    CURRENT.small = ScreenColours(check_output_profile(matrix_display(), "test", "display"))
    try:
        view.panes[0].view.update()
        wait(lambda: view.panes[0].view.preview is not first)
        again = view.previews.of(documents[0])
        assert again is not None
        assert view.panes[0].view.preview is again
        assert again.is_ready
    finally:
        CURRENT.small = None
