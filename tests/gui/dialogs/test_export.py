"""Writing files: names, formats, sizes, and never over another file unasked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.files.naming import file_name, free_path
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import build_pyramid
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.step import LazyPixels, StepMemory
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.io import codec
from catchlight.imaging.io.cicp import PRIMARIES, SRGB, light, to_xyz
from catchlight.imaging.io.icc import build_profile
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File
from catchlight.service.export import ExportRequest, encode_export
from catchlight.service.export_size import ExportSize
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait


def step(picture: Picture, file: File | None = None) -> EditStep:
    return EditStep(LazyPixels.of(StepMemory(picture, build_pyramid(picture), file)))


@pytest.fixture(scope="module")
def noisy(qapp: QApplication) -> EditStep:
    return step(Picture(np.random.default_rng(3).integers(0, 256, (400, 300, 3), np.uint8), dpi=300))


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("{name}_{document}", "anna_uk_passport.jpg"),
        ("a/b:c", "a-b-c.jpg"),
        ("{name} {width}x{height}", "anna 30x40.jpg"),
        ("{unknown}", "{unknown}.jpg"),
        ("", "picture.jpg"),
        ("..", "picture.jpg"),
    ],
)
def test_names_come_from_the_pattern(pattern: str, name: str) -> None:
    values = {"name": "anna", "document": "uk_passport", "width": 30, "height": 40}
    assert file_name(pattern, values, ".jpg") == name


def test_a_taken_name_gets_a_number(tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    (tmp_path / "a_2.png").touch()
    assert free_path(tmp_path / "a.png") == tmp_path / "a_3.png"


def test_the_finished_file_is_delivered_unchanged(noisy: EditStep) -> None:
    file = File(b"exact bytes", "image/png")
    made = encode_export(noisy.picture, file, ExportRequest("image/png"), Progress())
    assert made.data == b"exact bytes"
    assert made.unchanged


def test_a_file_size_is_reached_by_quality(noisy: EditStep) -> None:
    made = encode_export(noisy.picture, None, ExportRequest("image/jpeg", max_kilobytes=90), Progress())
    assert len(made.data) <= 90_000
    assert made.quality is not None
    assert made.quality < 95
    assert codec.decode(made.data).width == 300


def test_a_file_size_out_of_reach_is_refused_with_the_least_size(noisy: EditStep) -> None:
    with pytest.raises(UnusablePicture, match="smallest") as refused:
        encode_export(noisy.picture, None, ExportRequest("image/jpeg", max_kilobytes=2), Progress())
    assert refused.value.code == "cannot_reach_size"


def test_size_and_metadata_are_as_wished(noisy: EditStep) -> None:
    made = encode_export(noisy.picture, None, ExportRequest("image/webp", longest=200, metadata=False), Progress())
    picture = codec.decode(made.data)
    assert (picture.width, picture.height) == (150, 200)
    assert picture.record.steps == ()


def test_the_dialog_never_overwrites_unasked_and_remembers_its_folder(stage: Stage, tmp_path: Path) -> None:
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    (tmp_path / "astronaut.png").write_bytes(b"precious")
    for number, replace in ((1, False), (2, True)):
        stage.do("export")
        dialog = stage.window.findChild(ExportDialog)
        assert isinstance(dialog, ExportDialog)
        stage.answers.chosen_folder = tmp_path
        dialog._browse()
        dialog.form.pattern.setText("{name}")
        dialog.replace.setChecked(replace)
        assert dialog._replace_row.isVisibleTo(dialog)
        assert dialog._target.text() == ("astronaut.png" if replace else "astronaut_2.png")
        saved: list[Path] = []
        dialog.saved.connect(saved.append)
        dialog.save()
        wait(lambda saved=saved: bool(saved))
        assert saved[0].name == ("astronaut.png" if replace else "astronaut_2.png"), number
        wait(lambda: stage.window.findChild(ExportDialog) is None)
        if not replace:
            assert (tmp_path / "astronaut.png").read_bytes() == b"precious"
    assert codec.decode((tmp_path / "astronaut.png").read_bytes()).width == 512
    assert stage.session.memory.state.export.folder == str(tmp_path)


def test_a_folder_that_cannot_be_written_is_said_in_the_dialog(stage: Stage, tmp_path: Path) -> None:
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    (tmp_path / "file").write_bytes(b"")
    stage.do("export")
    dialog = stage.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    dialog._folder = tmp_path / "file" / "below"
    dialog.save()
    wait(lambda: dialog._trouble.isVisibleTo(dialog))
    stage.answers.chosen_folder = tmp_path
    dialog._browse()
    assert not dialog._trouble.isVisibleTo(dialog)
    assert dialog.save_button.isEnabled(), "another folder may take it"
    dialog.form.pattern.setText("{name}")
    dialog.save_button.click()
    wait((tmp_path / "astronaut.png").exists)


def test_words_that_come_late_are_not_cut_off(stage: Stage) -> None:
    stage.window.dialogs.choose_looks("dark", "en", 2.0)
    stage.open_sample()
    stage.make_id_photo()
    stage.do("export")
    dialog = stage.window.findChild(ExportDialog)
    assert dialog is not None
    wait(lambda: dialog._ready is not None)
    said = dialog._estimate_text
    wait(lambda: said.height() >= said.heightForWidth(said.width()) > 0, 10)


def test_a_picture_of_another_space_is_exported_in_it_or_in_srgb(stage: Stage, tmp_path: Path) -> None:
    p3 = build_profile(to_xyz(PRIMARIES[12]), light(SRGB, np.linspace(0, 1, 4096)), "Display P3")  # type: ignore[arg-type]
    sample = codec.decode(SAMPLE.read_bytes())
    file = tmp_path / "anna.png"
    file.write_bytes(
        codec.encode(sample.with_(source_colours=SourceColours(p3, sample.pixels, sample.pixels)), "image/png")
    )
    stage.session.open_paths([file])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("export")
    dialog = stage.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    assert [dialog.form.colours.itemText(at) for at in range(2)] == ["Display P3, as the source", "sRGB"]
    for at, name in ((0, "Display P3"), (1, "sRGB")):
        dialog.form.colours.setCurrentIndex(at)
        made = dialog._encode(dialog.form.wish(), Progress())
        assert codec.decode(made.data).metadata.profile.startswith(name)


def test_a_picture_in_srgb_is_asked_for_no_space(stage: Stage) -> None:
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("export")
    dialog = stage.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    assert dialog.form.colours.currentText() == "sRGB"
    assert not dialog.form.colours.isEnabled()
    assert not dialog.form.wish().srgb


def test_size_density_and_sharpening_are_chosen_in_the_form(stage: Stage) -> None:
    picture = Picture(np.random.default_rng(4).integers(0, 256, (120, 240, 3), np.uint8))
    document = OpenDocument("a picture")
    dialog = ExportDialog(stage.session, document, step(picture), stage.answers, stage.window.theme, stage.window)
    form = dialog.form
    assert form.wish().same_pixels
    assert not form.size_row.value.isVisibleTo(dialog)
    form.size_row.choose("cm", 1.0)
    form.dpi.setValue(254)
    form.sharpen.setCurrentIndex(form.sharpen.findData("matte"))
    wish = form.wish()
    assert (wish.size, wish.dpi, wish.sharpen) == (ExportSize("cm", 1.0), 254.0, "matte")
    wait(lambda: "100 × 50 px" in dialog._estimate_text.text())
    assert "254 dpi" in dialog._estimate_text.text()
    form.size_row.choose("percent", 25)
    form.size_row.choose("cm", 1.0)
    form.size_row.unit.setCurrentIndex(form.size_row.unit.findData("percent"))
    assert form.size_row.chosen() == ExportSize("percent", 25)  # each unit keeps its number
    form.size_row.choose(None)
    assert form.wish().size is None
    dialog.reject()


def test_size_density_and_sharpening_are_there_again_next_time(stage: Stage, tmp_path: Path) -> None:
    picture = Picture(np.random.default_rng(4).integers(0, 256, (120, 240, 3), np.uint8))
    document = OpenDocument("a picture")

    def dialog() -> ExportDialog:
        made = ExportDialog(stage.session, document, step(picture), stage.answers, stage.window.theme, stage.window)
        made._folder = tmp_path
        return made

    first = dialog()
    first.form.size_row.choose("percent", 50)
    first.form.dpi.setValue(254)
    first.form.sharpen.setCurrentIndex(first.form.sharpen.findData("glossy"))
    saved: list[Path] = []
    first.saved.connect(saved.append)
    first.save()
    wait(lambda: saved)
    again = dialog()
    wish = again.form.wish()
    assert (wish.size, wish.dpi, wish.sharpen) == (ExportSize("percent", 50), 254.0, "glossy")
    again.form.size_row.choose(None)
    again.form.dpi.setValue(again.form.dpi.minimum())
    again.save()
    wait(lambda: len(saved) == 1 and stage.session.memory.state.export.size_unit is None)
    assert stage.session.memory.state.export.dpi is None
    wait(lambda: stage.session.jobs.idle)
