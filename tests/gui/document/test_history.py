"""Steps used again: on another picture, and exported together."""

from __future__ import annotations

import shutil
from pathlib import Path

from catchlight.gui.dialogs.export_all_dialog import ExportAllDialog
from catchlight.gui.document.document import portable
from catchlight.imaging.io import codec
from catchlight.operations.id_photo.params import IdPhotoParams
from PIL import Image, ImageOps
from PySide6.QtCore import Qt

from tests.gui.conftest import SAMPLE, Stage, wait

MARK = Qt.ItemDataRole.UserRole + 90


def test_a_step_is_applied_to_another_open_picture(stage: Stage, tmp_path: Path) -> None:
    stage.open_sample()
    stage.id_photo.search.chosen.emit("us_passport")
    stage.make_id_photo()
    first = stage.session.current
    assert first is not None
    stage.session.open_paths([Path(shutil.copy(SAMPLE, tmp_path / "other.png"))])
    other = stage.session.current
    assert other is not None
    wait(lambda: other.loaded)
    stage.session.show(first)
    actions = {action.text(): action for action in stage.window.history.menu_of(1).actions()}
    menu = actions["Apply to another open picture"].menu()
    assert [action.text() for action in menu.actions()] == ["other.png"]
    menu.actions()[0].trigger()
    wait(lambda: len(other.steps) == 2)
    assert stage.session.current is other
    assert other.steps[1].details["document"] == "us_passport"


def test_the_menu_of_a_step_jumps_and_offers_what_makes_sense(stage: Stage) -> None:
    stage.open_sample()
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    original = [action.text() for action in stage.window.history.menu_of(0).actions() if action.text()]
    assert original == ["Go to this step", "Export…"]
    stage.window.history.menu_of(0).actions()[0].trigger()
    assert document.index == 0
    stage.window.history.menu_of(1).actions()[1].trigger()
    wait(lambda: len(document.steps) == 3)


def test_rows_that_are_listed_stay_and_another_picture_has_its_own(stage: Stage, tmp_path: Path) -> None:
    stage.open_sample()
    stage.make_id_photo()
    first, rows = stage.session.current, stage.window.history.list
    assert first is not None

    def titles() -> list[str]:
        return [rows.item(number).text() for number in range(rows.count())]

    listed = titles()
    rows.item(0).setData(MARK, "listed")
    stage.make_id_photo()
    assert titles() == [*listed, listed[1]]
    stage.do("undo")
    assert rows.currentRow() == 1
    assert rows.item(0).data(MARK) == "listed"
    # Of the same pixels it would bring back what was made of them.
    with Image.open(SAMPLE) as sample:
        ImageOps.mirror(sample).save(tmp_path / "other.png")
    stage.session.open_paths([tmp_path / "other.png"])
    other = stage.session.current
    assert other is not None
    wait(lambda: other.loaded and stage.session.jobs.idle)
    assert titles() == listed[:1]
    assert rows.item(0).data(MARK) is None
    stage.session.show(first)
    assert titles() == [*listed, listed[1]]
    assert rows.currentRow() == 1


def test_places_in_pixels_stay_with_their_picture() -> None:
    params = portable(IdPhotoParams(spec="uk_passport", crown_y=12.0, background="white"))
    assert params == IdPhotoParams(spec="uk_passport", background="white")


def test_all_results_are_written_and_nothing_is_overwritten(stage: Stage, tmp_path: Path) -> None:
    assert not stage.window.actions_by_key["export_all"].isEnabled()
    stage.open_sample()
    stage.make_id_photo()
    folder = tmp_path / "out"
    folder.mkdir()
    name = "astronaut_icao_35x45"
    (folder / f"{name}.png").write_bytes(b"precious")
    stage.answers.chosen_folder = folder
    stage.do("export_all")
    dialog = stage.window.findChild(ExportAllDialog)
    assert dialog is not None
    dialog._browse()
    dialog.go_button.click()
    wait(lambda: stage.window.banner.problem is not None)
    assert (folder / f"{name}.png").read_bytes() == b"precious"
    assert codec.decode((folder / f"{name}_2.png").read_bytes()).record.last("id_photo") is not None
    assert stage.window.banner.problem is not None
    assert stage.window.banner.problem.title == "Files written: 1"
