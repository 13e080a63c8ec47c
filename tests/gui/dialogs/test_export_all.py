"""All open pictures at once: those that the film strip shows, by every choice of an export, and none that was rejected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.gui.app.window_memory import ExportChoices
from catchlight.gui.dialogs.export_all_dialog import ExportAllDialog
from catchlight.gui.dialogs.export_defaults import default_format
from catchlight.gui.document.document import OpenDocument
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.sidecar.mark import PictureMark
from catchlight.operations.crop.params import CropParams
from catchlight.service.export_size import ExportSize

from tests.gui.conftest import Stage, wait
from tests.imaging.io.reading import heic

CUT = CropParams(x=0, y=0, width=200, height=100)


@pytest.fixture(autouse=True)
def _nothing_else(stage: Stage, draw_cards_of: Callable[..., None]) -> None:
    """No cards, and no tab that looks for a face."""
    draw_cards_of()
    stage.do("adjust")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "in"
    folder.mkdir()
    made = []
    for number in range(4):
        pixels = np.random.default_rng(number).integers(0, 256, (150, 240, 3), np.uint8)
        made.append(folder / f"{number}.png")
        made[-1].write_bytes(codec.encode(Picture(pixels), "image/png"))
    return made


def opened(stage: Stage, files: Sequence[Path]) -> list[OpenDocument]:
    stage.session.open_paths(files)
    wait(lambda: len(stage.session.marks.visible) == len(files) and not stage.session.marks.reading)
    wait(lambda: stage.session.current is not None and stage.session.current.loaded and stage.session.jobs.idle)
    return list(stage.session.documents)


def cut(stage: Stage, document: OpenDocument) -> None:
    stage.session.show(document)
    wait(lambda: document.loaded and stage.session.jobs.idle)
    stage.session.run("crop", CUT, "cut", document=document)
    wait(lambda: len(document.steps) == 2 and stage.session.jobs.idle)


def asked(stage: Stage, folder: Path) -> ExportAllDialog:
    stage.do("export_all")
    dialog = stage.window.findChildren(ExportAllDialog)[-1]
    folder.mkdir(exist_ok=True)
    stage.answers.chosen_folder = folder
    dialog._browse()
    return dialog


def written(stage: Stage, dialog: ExportAllDialog, folder: Path) -> dict[str, Picture]:
    stage.window.banner.dismiss()
    dialog.go_button.click()
    wait(lambda: stage.window.banner.problem is not None and stage.session.jobs.idle)
    return {file.name: codec.decode(file.read_bytes()) for file in sorted(folder.iterdir())}


def test_every_choice_of_an_export_holds_and_is_there_again(stage: Stage, files: list[Path], tmp_path: Path) -> None:
    documents = opened(stage, files[:2])
    cut(stage, documents[0])
    dialog = asked(stage, tmp_path / "out")
    form = dialog.form
    form.size_row.choose("longest", 160)
    form.dpi.setValue(254)
    form.colours.choose("display_p3")
    form.pattern.setText("{name}-web")
    form.format.setCurrentIndex(form.format.findData("image/jpeg"))
    made = written(stage, dialog, tmp_path / "out")
    assert list(made) == ["0-web.jpg"]
    (picture,) = made.values()
    assert (picture.width, picture.height, picture.dpi, picture.metadata.profile) == (160, 80, 254, "Display P3")
    form = asked(stage, tmp_path / "out").form
    wish = form.wish()
    assert (wish.media_type, wish.colour_space, wish.size) == ("image/jpeg", "display_p3", ExportSize("longest", 160))


def test_rejected_and_hidden_pictures_are_left_out_and_counted(stage: Stage, files: list[Path], tmp_path: Path) -> None:
    documents, marks = opened(stage, files), stage.session.marks
    cut(stage, documents[0])
    cut(stage, documents[1])
    marks.set(documents[0], PictureMark(0, "reject"))
    dialog = asked(stage, tmp_path / "out")
    assert dialog.count_text() == "1 picture is written.\nLeft out: without edits: 2  ·  rejected: 1"
    dialog.unedited.setChecked(True)
    assert dialog.count_text() == "3 pictures are written.\nLeft out: rejected: 1"
    marks.set(documents[2], PictureMark(3))
    marks.choose(replace(marks.arrangement, least=1))
    assert dialog.count_text().endswith("Left out: rejected: 1  ·  hidden by the filter of the film strip: 2")
    assert list(written(stage, dialog, tmp_path / "out")) == ["2.png"]
    marks.choose(replace(marks.arrangement, least=0, flag="reject"))
    dialog = asked(stage, tmp_path / "rejected")
    assert list(written(stage, dialog, tmp_path / "rejected")) == ["0.png"], "they are what the filter shows"


def test_what_is_not_written_becomes_a_png_as_the_dialog_for_one_offers(
    stage: Stage, files: list[Path], tmp_path: Path
) -> None:
    pixels = np.full((90, 120, 3), 128, np.uint8)
    others = [files[0].with_name("a.bmp"), files[0].with_name("b.heic")]
    others[0].write_bytes(cv2.imencode(".bmp", pixels)[1].tobytes())
    others[1].write_bytes(heic(pixels))
    documents = opened(stage, others)
    dialog = asked(stage, tmp_path / "out")
    dialog.unedited.setChecked(True)
    assert list(written(stage, dialog, tmp_path / "out")) == ["a.png", "b.png"]
    assert documents[0].current is not None
    assert default_format(documents[0].current) == "image/png"


def test_a_picture_that_was_not_looked_at_is_written_as_it_was_left(
    new_stage: Callable[..., Stage], files: list[Path], tmp_path: Path
) -> None:
    stage = new_stage()
    documents = opened(stage, files[:2])
    cut(stage, documents[1])
    stage.session.resume_points.save()
    stage = new_stage()
    documents = opened(stage, files[:3])
    assert [bool(document.steps) for document in documents] == [True, False, False]
    dialog = asked(stage, tmp_path / "out")
    dialog.unedited.setChecked(False)
    assert [document.name for document in dialog.selection.taken] == ["1.png"]
    dialog.unedited.setChecked(True)
    files[2].write_bytes(b"torn")
    made = written(stage, dialog, tmp_path / "out")
    assert {name: (picture.width, picture.height) for name, picture in made.items()} == {
        "0.png": (240, 150),
        "1.png": (200, 100),
    }
    problem = stage.window.banner.problem
    assert problem is not None
    assert problem.title == "Files written: 2, not written: 1"
    assert problem.text.startswith("2.png: ")


def test_a_picture_whose_edits_are_all_undone_is_written_as_it_is_shown(
    stage: Stage, files: list[Path], tmp_path: Path
) -> None:
    documents = opened(stage, files[:2])
    for document in documents:
        cut(stage, document)
    documents[1].undo()
    wait(lambda: documents[1].index == 0)
    dialog = asked(stage, tmp_path / "edited")
    dialog.unedited.setChecked(False)
    assert dialog.count_text() == "1 picture is written.\nLeft out: without edits: 1"
    assert list(written(stage, dialog, tmp_path / "edited")) == ["0.png"]
    dialog = asked(stage, tmp_path / "all")
    dialog.unedited.setChecked(True)
    made = written(stage, dialog, tmp_path / "all")
    assert {name: picture.width for name, picture in made.items()} == {"0.png": 200, "1.png": 240}
    documents[1].redo()
    wait(lambda: documents[1].index == 1)
    made = written(stage, asked(stage, tmp_path / "again"), tmp_path / "again")
    assert {name: picture.width for name, picture in made.items()} == {"0.png": 200, "1.png": 200}


def test_id_photos_keep_what_was_measured(stage: Stage, tmp_path: Path) -> None:
    stage.do("id_photo")
    stage.open_sample()
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    step = document.current
    assert step is not None
    assert step.file is not None
    stage.session.memory.keep(
        export=ExportChoices(media_type="image/webp", size_unit="percent", size=50, colour_space="adobe_rgb", dpi=72)
    )
    dialog = asked(stage, tmp_path / "out")
    assert dialog._measured.isVisibleTo(dialog)
    dialog.go_button.click()
    wait(lambda: stage.session.jobs.idle and any((tmp_path / "out").iterdir()))
    (file,) = (tmp_path / "out").iterdir()
    assert file.read_bytes() == step.file.data
