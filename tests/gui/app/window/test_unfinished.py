"""The window is closed while something is written or printed: that is asked about, and leaves no half of a file."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.batch.window import BatchWindow
from catchlight.gui.credentials.write_signed import write_signed
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.dialogs.export_all_dialog import ExportAllDialog
from catchlight.gui.print_picture.delivery import PrintDelivery
from catchlight.gui.print_picture.printer_run import PrinterRun, new_printer
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.print.one_picture import PagePlan, lay_out
from catchlight.service.presets.preset import Preset, PresetStep
from PySide6.QtPrintSupport import QPrinter

from tests.gui.conftest import Stage, wait

COUNT = 4


@pytest.fixture
def opened(new_stage: Callable[..., Stage], tmp_path: Path) -> Stage:
    """A window with pictures that take a while to write."""
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(COUNT):
        pixels = np.random.default_rng(number).integers(0, 256, (1500, 1500, 3), np.uint8)
        (folder / f"{number}.png").write_bytes(codec.encode(Picture(pixels), "image/png"))
    stage = new_stage()
    stage.do("adjust")
    stage.session.open_paths([folder])
    wait(lambda: len(stage.session.documents) == COUNT and stage.session.documents[0].loaded)
    wait(lambda: stage.session.jobs.idle)
    return stage


@pytest.fixture
def held(opened: Stage) -> Iterator[threading.Event]:
    """Files wait to be written until it is set."""
    go = threading.Event()
    for lane in ("files", "engine"):
        opened.session.jobs.submit("", lambda _progress: go.wait(60), lane=lane, visible=False)
    yield go
    go.set()


def export_all(stage: Stage, out: Path) -> None:
    out.mkdir()
    stage.do("export_all")
    (dialog,) = stage.window.findChildren(ExportAllDialog)
    stage.answers.chosen_folder = out
    dialog._browse()
    dialog.unedited.setChecked(True)
    wait(dialog.go_button.isEnabled)
    dialog.go_button.click()


def refused_to_close(stage: Stage, name: str) -> None:
    """Closing asks about what has that name, and a no keeps the window."""
    stage.answers.agreed = False
    stage.answers.asked.clear()
    window = stage.window
    window.show()
    assert not window.close()
    assert window.isVisible()
    assert [name in asked for asked in stage.answers.asked] == [True], stage.answers.asked


def test_a_no_lets_all_files_be_written(opened: Stage, held: threading.Event, tmp_path: Path) -> None:
    export_all(opened, tmp_path / "out")
    refused_to_close(opened, "Exporting")
    held.set()
    wait(lambda: opened.session.jobs.idle)
    assert len(list((tmp_path / "out").iterdir())) == COUNT
    opened.answers.asked.clear()
    assert opened.window.unfinished.may_end()
    assert not opened.answers.asked, "all is done"


def test_a_yes_stops_between_whole_files(opened: Stage, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export_all(opened, out)
    wait(lambda: list(out.glob("*.png")))
    assert opened.window.close()
    assert ["Exporting" in asked for asked in opened.answers.asked] == [True]
    left = sorted(out.iterdir())
    assert 0 < len(left) < COUNT
    for file in left:
        assert codec.decode(file.read_bytes()).width == 1500


def test_one_export_and_a_page_as_a_file_are_asked_about(opened: Stage, held: threading.Event, tmp_path: Path) -> None:
    opened.do("export")
    (dialog,) = opened.window.findChildren(ExportDialog)
    opened.answers.chosen_folder = tmp_path
    dialog._browse()
    dialog.form.pattern.setText("one")
    dialog.save()
    refused_to_close(opened, "Writing one.png")
    picture = opened.session.documents[0].steps[0].picture
    write_signed(opened.session, tmp_path / "page.pdf", picture, lambda: File(b"a page", "application/pdf"))
    refused_to_close(opened, "Writing one.png, Writing page.pdf")
    held.set()
    wait(lambda: opened.session.jobs.idle)
    assert (tmp_path / "one.png").exists()
    assert (tmp_path / "page.pdf").read_bytes() == b"a page"


def test_a_sheet_that_is_made_is_asked_about(opened: Stage, held: threading.Event, tmp_path: Path) -> None:
    picture = opened.session.documents[0].steps[0].picture
    opened.sheet.delivery.save(LayoutParams(), [picture], tmp_path / "sheet.png")
    refused_to_close(opened, "Print sheet")
    held.set()
    wait(lambda: opened.session.jobs.idle)


def test_a_print_is_asked_about_and_stops(opened: Stage, held: threading.Event, tmp_path: Path) -> None:
    step = opened.session.documents[0].steps[0]
    layout = lay_out((step.width, step.height), PagePlan((101.6, 152.4)))
    printer = new_printer(layout, "print")
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "print.pdf"))
    choices = opened.session.memory.state.printing
    PrintDelivery(opened.session, opened.answers, step.picture, layout, choices, opened.window).send(printer)
    refused_to_close(opened, "Printing")
    held.set()
    wait(lambda: any(run.active for run in opened.window.findChildren(PrinterRun)))
    refused_to_close(opened, "Printing")
    opened.answers.agreed = True
    assert opened.window.close()
    assert not (tmp_path / "print.pdf").exists()


def test_a_batch_is_asked_about_and_leaves_whole_files(opened: Stage, tmp_path: Path) -> None:
    out = tmp_path / "out"
    opened.do("batch")
    (window,) = opened.window.findChildren(BatchWindow)
    batches = window._batches
    batches.add([document.path for document in opened.session.documents if document.path is not None])
    preset = Preset(name="turn", steps=(PresetStep(operation="crop", parameters={"turns": 1}),))
    batches.begin(preset, {"folder": str(out), "media_type": "image/png"}, 1)
    refused_to_close(opened, "Batch")
    wait(lambda: list(out.glob(".*.partial")))
    begun = next(out.glob(".*.partial")).name.rpartition("-")[0]
    (out / f"{begun}-{COUNT - 1}.partial").write_bytes(b"of a process that was ended while it wrote")
    opened.answers.agreed = True
    assert opened.window.close()
    assert len(list(out.iterdir())) < COUNT
    for file in out.iterdir():
        assert codec.decode(file.read_bytes()).width == 1500
