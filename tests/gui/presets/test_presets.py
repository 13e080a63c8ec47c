"""Presets in the window: saved from a history, done to other pictures, kept in their place."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.presets.presets_dialog import PresetsDialog
from catchlight.gui.presets.saving import SavePresetDialog
from catchlight.imaging.sidecar.mark import PictureMark
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.edit.marks import Hotspot, Stroke
from catchlight.operations.edit.params import EditParams
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset import SUFFIX, Preset
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.presets.rows import own_count

WARM = AdjustParams(adjustment_prompt="warmer")


def warm(name: str = "Warm") -> Preset:
    return preset_of(name, [AppliedStep("adjust", WARM, (512, 512))])


def adjusted(stage: Stage, *steps: AdjustParams | CropParams) -> OpenDocument:
    """The sample with some steps, each made from the one before."""
    stage.open_sample()
    document = stage.session.current
    assert document is not None
    for params in steps:
        count = len(document.steps)
        key = "adjust" if isinstance(params, AdjustParams) else "crop"
        stage.session.run(key, params, "step", base=document.current)
        wait(lambda count=count: len(document.steps) > count)
    return document


def others_of(folder: Path, count: int) -> list[Path]:
    """Files of parts of the sample: what was made of that is in the history of none."""
    import cv2

    paths = [folder / f"{number}.png" for number in range(count)]
    for number, path in enumerate(paths):
        cv2.imwrite(str(path), cv2.imread(str(SAMPLE))[: 400 + number])
    return paths


def saving(stage: Stage) -> SavePresetDialog:
    stage.do("save_preset")
    dialog = stage.window.findChild(SavePresetDialog)
    assert isinstance(dialog, SavePresetDialog)
    return dialog


def open_place(stage: Stage, count: int) -> PresetsDialog:
    stage.do("presets")
    place = stage.window.findChildren(PresetsDialog)[-1]
    wait(lambda: own_count(place) == count)
    wait(lambda: stage.session.jobs.idle)
    return place


def test_the_steps_that_led_here_are_saved_and_done_to_another_picture(stage: Stage, tmp_path: Path) -> None:
    assert not stage.window.actions_by_key["save_preset"].isEnabled()
    document = adjusted(stage, CropParams(x=0, y=0, width=512, height=500), WARM)
    document.jump(0)
    stage.session.run("adjust", AdjustParams(adjustment_prompt="cooler"), "other branch")
    wait(lambda: len(document.steps) == 4)
    document.jump(2)
    dialog = saving(stage)
    assert [row.done.operation for row in dialog.rows] == ["crop", "adjust"]
    assert "same share" in dialog.rows[0].wanted.accessibleDescription()
    dialog.name.setText("Warm cut")
    dialog.save()
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.window.banner.problem is not None
    assert "Warm cut" in stage.window.banner.problem.title
    assert len(stage.window.presets.shelf.find("Warm cut").steps) == 2

    stage.session.open_paths([Path(shutil.copy(SAMPLE, tmp_path / "other.png"))])
    other = stage.session.current
    assert other is not None
    wait(lambda: other.loaded)
    wait(lambda: stage.session.jobs.idle)
    before = len(other.steps)
    place = open_place(stage, 1)
    place.apply_button.click()
    wait(lambda: len(other.steps) == before + 2)
    assert [step.operation for step in other.steps[before:]] == ["crop", "adjust"]
    assert other.steps[-1].base == before
    assert other.steps[-1].picture.digest == document.steps[2].picture.digest


def test_the_steps_are_done_to_all_other_open_pictures_even_unread_ones(stage: Stage, tmp_path: Path) -> None:
    paths = others_of(tmp_path, 3)
    torn = tmp_path / "torn.png"
    torn.write_bytes(b"no picture")
    document = adjusted(stage, WARM)
    stage.session.open_paths([*paths[:1], torn, *paths[1:]])
    stage.session.show(document)
    wait(lambda: stage.session.jobs.idle)
    stage.do("apply_others")
    assert stage.window.banner.problem is not None
    assert stage.window.banner.problem.title == "The steps are being done to 4 pictures"
    others = [entry for entry in stage.session.documents if entry.path in paths]
    wait(lambda: all(len(entry.steps) == 2 for entry in others))
    assert all(entry.steps[1].params == WARM for entry in others)
    assert len(document.steps) == 2
    assert stage.session.current is document


def test_rejected_and_hidden_pictures_stay_as_they_are(stage: Stage, tmp_path: Path) -> None:
    paths = others_of(tmp_path, 3)
    document = adjusted(stage, WARM)
    document.sample = True  # its stars are written into no file
    stage.session.open_paths(paths)
    stage.session.show(document)
    marks = stage.session.marks
    wait(lambda: stage.session.jobs.idle and not marks.reading)
    first, second, third = (entry for entry in stage.session.documents if entry.path in paths)
    for entry, mark in ((document, PictureMark(3)), (first, PictureMark(3)), (second, PictureMark(0, "reject"))):
        marks.set(entry, mark)
    marks.choose(replace(marks.arrangement, least=1))
    stage.do("apply_others")
    said = stage.window.banner.problem
    assert said is not None
    assert said.title == "The steps are being done to 1 picture"
    assert said.text == "Left out: rejected: 1  ·  hidden by the filter of the film strip: 1"
    wait(lambda: len(first.steps) == 2 and stage.session.jobs.idle)
    marks.choose(replace(marks.arrangement, least=3, flag="pick"))
    stage.do("apply_others")
    assert stage.window.banner.problem is not None
    assert stage.window.banner.problem.title.startswith("There is no other picture")
    assert not second.steps
    assert not third.steps


def test_the_presets_place_does_it_to_the_shown_pictures_too(stage: Stage, tmp_path: Path) -> None:
    stage.window.presets.shelf.save(warm())
    stage.session.open_paths([Path(shutil.copy(SAMPLE, tmp_path / f"{number}.png")) for number in range(2)])
    marks = stage.session.marks
    wait(lambda: len(marks.visible) == 2 and not marks.reading)
    kept, rejected = stage.session.documents
    marks.set(rejected, PictureMark(0, "reject"))
    open_place(stage, 1).all_button.click()
    wait(lambda: len(kept.steps) == 2 and stage.session.jobs.idle)
    assert not rejected.steps


def test_what_cannot_come_along_is_said_before_it_is_left_out(stage: Stage) -> None:
    document = adjusted(stage, WARM)
    strokes = (Stroke(points=((250.0, 60.0), (260.0, 70.0)), radius=20.0),)
    params = EditParams(user_prompt="brighten the face", hotspot=Hotspot(x=225, y=110), strokes=strokes)
    stage.session.run("edit", params, "edit", base=document.current)
    wait(lambda: len(document.steps) == 3)
    dialog = saving(stage)
    said = dialog.rows[1].wanted.accessibleDescription()
    assert "brush strokes" in said
    assert "same share" in said
    dialog.rows[0].wanted.setChecked(False)
    dialog.save()
    wait(lambda: stage.window.presets.shelf.entries())
    (entry,) = stage.window.presets.shelf.entries()
    assert entry.preset is not None
    assert [step.operation for step in entry.preset.steps] == ["edit"]
    assert "strokes" not in entry.preset.steps[0].parameters


def test_a_name_that_is_taken_is_asked_about(stage: Stage) -> None:
    stage.window.presets.shelf.save(warm())
    adjusted(stage, AdjustParams(adjustment_prompt="cooler"))
    dialog = saving(stage)
    dialog.name.setText("warm")
    dialog.save()
    wait(lambda: dialog.trouble.isVisibleTo(dialog))
    assert stage.window.presets.shelf.find("Warm") == warm()
    dialog.replace.setChecked(True)
    dialog.save()
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.window.presets.shelf.find("warm").steps[0].parameters == {"adjustmentPrompt": "cooler"}
    dialog = saving(stage)
    dialog.name.setText("   ")
    assert not dialog.save_button.isEnabled()
    dialog.reject()


def test_the_place_renames_deletes_imports_and_exports(stage: Stage, tmp_path: Path, qtbot: QtBot) -> None:
    shelf = stage.window.presets.shelf
    shelf.save(warm())
    shelf.save(warm("Other"))
    place = open_place(stage, 2)
    place.list.setCurrentRow(0)
    place.list.currentItem().setText("First")
    wait(lambda: own_count(place) == 2 and place.list.item(0).text() == "First" and stage.session.jobs.idle)
    assert [entry.name for entry in shelf.entries()] == ["First", "Warm"]
    place.list.currentItem().setText("warm")
    wait(lambda: place.trouble.isVisibleTo(place) and stage.session.jobs.idle)
    assert [entry.name for entry in shelf.entries()] == ["First", "Warm"]
    stage.answers.saved = tmp_path / f"mine{SUFFIX}"
    place.list.setCurrentRow(1)
    place.export()
    wait(lambda: stage.answers.saved is not None and stage.answers.saved.exists())
    stage.answers.agreed = False
    place.delete()
    assert "Warm" in stage.answers.asked[-1]
    stage.answers.agreed = True
    qtbot.keyClick(place.list, Qt.Key.Key_Delete)
    wait(lambda: own_count(place) == 1)
    stage.answers.chosen_file = stage.answers.saved
    place.import_dialog()
    wait(lambda: own_count(place) == 2)
    assert shelf.find("Warm") == warm()
    other = preset_of("Warm", [AppliedStep("adjust", AdjustParams(adjustment_prompt="cooler"), (512, 512))])
    stage.answers.saved.write_bytes(other.file())
    place.import_dialog()
    wait(lambda: "Replace" in stage.answers.asked[-1])
    wait(lambda: stage.session.jobs.idle)
    assert len(shelf.entries()) == 2
    (shelf.folder / f"bad{SUFFIX}").write_text("{")
    place.reload("bad")
    wait(lambda: own_count(place) == 3)
    assert place.entry is not None
    assert place.entry.fault
    assert not place.apply_button.isEnabled()
    assert place.delete_button.isEnabled()
    place.reject()


def test_shipped_presets_are_there_stay_as_they_are_and_can_be_copied(stage: Stage) -> None:
    place = open_place(stage, 0)
    assert place.list.item(0).text() == "Shipped with Catchlight"
    assert not place.list.item(0).flags()
    assert place.entry is not None
    assert place.entry.name == "Passport on white"
    assert not place.apply_button.isEnabled(), "no picture is open"
    assert not place.rename_button.isEnabled()
    assert not place.delete_button.isEnabled()
    place.delete()
    assert stage.answers.asked == []
    place.copy_button.click()
    wait(lambda: own_count(place) == 1 and stage.session.jobs.idle)
    assert place.entry.name == "Passport on white (copy)"
    assert place.delete_button.isEnabled()
    place.reject()


def test_a_disk_that_refuses_is_said(stage: Stage) -> None:
    place = open_place(stage, 0)

    def refuse(*_arguments: object) -> None:
        raise StorageFault("The disk is full.")

    place._run_change(lambda: refuse(), "")
    wait(lambda: place.trouble.isVisibleTo(place))
    assert "disk" in place.trouble.text()
    place.reject()
