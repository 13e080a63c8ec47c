"""Nothing that the window writes replaces the file of a picture that is open."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.core.files.originals import is_one_of, refuse_original
from catchlight.gui.batch.window import BatchWindow
from catchlight.gui.credentials.write_signed import write_signed
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.opening.originals import originals_of
from catchlight.gui.print_picture.delivery import PrintDelivery
from catchlight.gui.print_picture.dialog import PrintDialog
from catchlight.gui.print_picture.printer_run import new_printer
from catchlight.gui.tabs.print_sheet import printing
from catchlight.gui.wording.problems import Problem
from catchlight.operations.operation import File
from catchlight.print.one_picture import PagePlan, lay_out
from catchlight.service.presets.preset import Preset, PresetStep
from PySide6.QtPrintSupport import QPrinter

from tests.gui.conftest import SAMPLE, Stage, wait


@pytest.fixture
def pictures(tmp_path: Path) -> tuple[Path, Path]:
    """Two files with other content."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    made = folder / "first.png", folder / "second.png"
    for path in made:
        shutil.copy(SAMPLE, path)
    return made


@pytest.fixture
def opened(new_stage: Callable[..., Stage], pictures: tuple[Path, Path]) -> Stage:
    stage = new_stage()
    stage.session.open_paths(list(pictures))
    wait(lambda: len(stage.session.documents) == 2 and stage.session.documents[0].loaded)
    wait(lambda: stage.session.jobs.idle)
    return stage


def problems_of(stage: Stage) -> list[Problem]:
    said: list[Problem] = []
    stage.session.problem.connect(said.append)
    return said


def test_links_and_other_spellings_are_the_same_file(tmp_path: Path) -> None:
    original, other, link, hard = (tmp_path / name for name in ("a.jpg", "b.jpg", "link.jpg", "hard.jpg"))
    original.write_bytes(b"a")
    other.write_bytes(b"a")
    link.symlink_to(original)
    os.link(original, hard)
    for same in (original, link, hard, tmp_path / "sub" / ".." / "a.jpg"):
        (tmp_path / "sub").mkdir(exist_ok=True)
        assert is_one_of(same, [original])
        with pytest.raises(InvalidRequest, match=r"never written over.*Choose another"):
            refuse_original(same, [original])
    assert not is_one_of(other, [original])
    assert not is_one_of(tmp_path / "free.jpg", [original, tmp_path / "free.jpg"]), "nothing is there"


@pytest.mark.parametrize("which", [0, 1], ids=["its own", "another picture's"])
def test_export_refuses_to_replace_an_original(opened: Stage, pictures: tuple[Path, Path], which: int) -> None:
    before = [path.read_bytes() for path in pictures]
    opened.do("export")
    dialog = opened.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    opened.answers.chosen_folder = pictures[0].parent
    dialog._browse()
    dialog.form.pattern.setText(pictures[which].stem)
    wait(lambda: dialog._ready is not None)
    assert dialog.save_button.isEnabled(), "a number is added"
    dialog.replace.setChecked(True)
    assert not dialog.save_button.isEnabled()
    assert "never written over" in dialog._refusal.text()
    assert dialog._refusal.isVisibleTo(dialog)
    dialog.save()  # as if the file had become one meanwhile
    wait(lambda: dialog._trouble.isVisibleTo(dialog))
    assert [path.read_bytes() for path in pictures] == before
    dialog.form.pattern.setText("free")
    wait(lambda: dialog._ready is not None)
    assert not dialog._refusal.isVisibleTo(dialog)
    dialog.save_button.click()
    wait((pictures[0].parent / "free.png").exists)
    assert [path.read_bytes() for path in pictures] == before


def test_the_other_file_of_a_shot_is_an_original(opened: Stage, tmp_path: Path) -> None:
    document = opened.session.documents[0]
    document.pair = tmp_path / "first.jpg"
    assert tmp_path / "first.jpg" in originals_of(opened.session.documents)


def test_a_sheet_or_a_pdf_does_not_replace_an_original(opened: Stage, pictures: tuple[Path, Path]) -> None:
    said, before = problems_of(opened), pictures[1].read_bytes()
    step = opened.session.documents[0].steps[0]
    write_signed(opened.session, pictures[1], step.picture, lambda: File(b"a sheet", "image/png"))
    wait(lambda: said)
    assert "never written over" in said[0].text
    opened.do("print_picture")
    dialog = opened.window.findChild(PrintDialog)
    assert isinstance(dialog, PrintDialog)
    opened.answers.saved = pictures[1]
    dialog.pdf_button.click()
    wait(lambda: len(said) > 1)
    assert not said[1].good
    assert pictures[1].read_bytes() == before


def test_printing_into_a_file_does_not_replace_an_original(opened: Stage, pictures: tuple[Path, Path]) -> None:
    said, before = problems_of(opened), pictures[1].read_bytes()
    step = opened.session.documents[0].steps[0]
    layout = lay_out((step.width, step.height), PagePlan((101.6, 152.4)))
    printer = new_printer(layout, "print")
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(pictures[1]))
    choices = opened.session.memory.state.printing
    PrintDelivery(opened.session, opened.answers, step.picture, layout, choices, opened.window).send(printer)
    wait(lambda: said)
    assert "never written over" in said[0].text
    assert pictures[1].read_bytes() == before
    with pytest.raises(InvalidRequest):
        printing.refuse_output_file(printer, pictures)
    printer.setOutputFileName("")
    printing.refuse_output_file(printer, pictures)


def test_a_batch_replaces_no_open_picture_and_its_report_none_of_its_own(
    opened: Stage, pictures: tuple[Path, Path], tmp_path: Path
) -> None:
    source = tmp_path / "elsewhere" / "second.png"
    source.parent.mkdir()
    shutil.copy(SAMPLE, source)
    before = pictures[1].read_bytes()
    opened.do("batch")
    window = opened.window.findChild(BatchWindow)
    assert isinstance(window, BatchWindow)
    batches = window._batches
    batches.add([source])
    preset = Preset(name="turn", steps=(PresetStep(operation="crop", parameters={"turns": 1}),))
    batches.begin(preset, {"folder": str(pictures[1].parent), "taken": "replace", "media_type": "image/png"}, 1)
    wait(lambda: batches.items and batches.items[0].state in ("done", "failed") and not batches.busy)
    assert batches.items[0].state == "failed"
    assert "never written over" in str(batches.items[0].message)
    assert pictures[1].read_bytes() == before
    for path in (source, pictures[0]):
        kept = path.read_bytes()
        window._foot.complain("")
        opened.answers.saved = path
        window.report()
        wait(lambda: opened.session.jobs.idle)
        assert path.read_bytes() == kept
        assert "never written over" in window._foot.trouble.text()
    window.close()
