"""From a picture to a finished file, in the real window with the real engine."""

from __future__ import annotations

from collections.abc import Callable

from catchlight.gui.canvas.compare import Mode
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.imaging.io import codec
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Stage, wait


def test_open_choose_apply_compare_undo_export(stage: Stage, qtbot: QtBot, tmp_path: object) -> None:
    stage.open_sample()
    tab, window = stage.id_photo, stage.window
    window.activateWindow()
    stage.do("document")
    qtbot.keyClicks(tab.search.field, "united kingdom passport")
    qtbot.keyClick(tab.search.field, Qt.Key.Key_Return)
    document = stage.session.current
    assert document is not None
    assert tab.params_for(document).spec == "uk_passport"

    stage.make_id_photo()
    step = document.current
    assert step is not None
    assert (step.picture.width, step.picture.height) == (413, 531)
    assert step.picture.dpi == 300
    assert tab.verdict.isVisibleTo(window)
    assert tab.overlay() is not None

    stage.do("split")
    assert window.canvas.mode is Mode.SPLIT
    scene = window.canvas.scene
    assert scene is not None
    assert scene.before is document.steps[0].shown
    assert scene.before_to_after is not None
    stage.do("after")

    stage.do("undo")
    assert document.index == 0
    stage.do("redo")
    assert document.index == 1

    stage.do("export")
    dialog = window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    dialog._folder = tmp_path  # type: ignore[assignment]
    dialog.save()
    wait(lambda: window.banner.problem is not None)
    target = tmp_path / "astronaut_uk_passport.png"  # type: ignore[operator]
    assert target.read_bytes() == step.file.data  # type: ignore[union-attr]
    assert codec.decode(target.read_bytes()).record.last("id_photo") is not None


def test_history_is_found_again_after_a_restart(new_stage: Callable[..., Stage]) -> None:
    first = new_stage()
    first.open_sample()
    first.id_photo.search.chosen.emit("us_passport")
    first.make_id_photo()
    first.session.resume_points.save()  # which it does 1.5 s after the last step, and at its end

    second = new_stage()
    second.open_sample()
    document = second.session.current
    assert document is not None
    wait(lambda: len(document.steps) == 2 and document.index == 1)  # the step that was looked at last
    restored = document.steps[1]
    assert restored.details["document"] == "us_passport"
    wait(lambda: document.steps[1].base_to_this is not None)
    assert second.id_photo.verdict.judged


def test_second_id_photo_is_cut_from_the_picture_and_loses_nothing(stage: Stage) -> None:
    stage.open_sample()
    stage.make_id_photo()
    stage.id_photo.search.chosen.emit("us_passport")
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    assert [step.base for step in document.steps] == [None, 0, 0]
    assert stage.window.history.list.count() == 3
    stage.do("undo")
    assert document.index == 1


def test_own_size_makes_a_photo_of_that_size(stage: Stage) -> None:
    stage.open_sample()
    stage.id_photo.search.chosen.emit("own size")
    stage.id_photo.choice.width_mm.setValue(30)
    stage.id_photo.choice.height_mm.setValue(40)
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    assert document.current is not None
    assert (document.current.details["widthMm"], document.current.details["heightMm"]) == (30, 40)
