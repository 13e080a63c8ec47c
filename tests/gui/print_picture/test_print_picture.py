"""The print dialog over a real picture; what reaches a PDF and a printer is measured on its page."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.print_picture.delivery import PrintDelivery, page_warning
from catchlight.gui.print_picture.dialog import PrintDialog
from catchlight.gui.print_picture.form import OWN
from catchlight.gui.print_picture.printer_run import new_printer, page_of, set_page
from catchlight.imaging.colour.output_profiles import check_output_profile
from catchlight.imaging.colour.output_transform import to_printer
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.print.one_picture import PagePlan, lay_out
from PIL import Image
from pypdf import PdfReader
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication

from tests.display_profiles import of_kind, paper
from tests.gui.conftest import Stage, wait
from tests.imaging.io.raws import dng
from tests.print.test_render_sheet import Page


@pytest.fixture
def opened(new_stage: Callable[..., Stage]) -> Stage:
    stage = new_stage()
    stage.open_sample()
    wait(lambda: stage.session.jobs.idle)
    return stage


def dialog_of(stage: Stage) -> PrintDialog:
    stage.do("print_picture")
    (dialog,) = stage.window.findChildren(PrintDialog)
    return dialog


def picked(box: object, data: object) -> None:
    box.setCurrentIndex(box.findData(data))  # type: ignore[attr-defined]


def measured(data: bytes) -> tuple[float, float, float, float]:
    """Left, upper, right and lower end in mm of everything that is drawn on the page."""
    corners = [corner for _, found in Page(data).pictures for corner in found]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_a_pdf_has_the_picture_at_its_millimetres(opened: Stage, tmp_path: Path) -> None:
    profile = tmp_path / "lab.icc"
    profile.write_bytes(paper())
    dialog = dialog_of(opened)
    form = dialog.form
    picked(form.paper, OWN)
    form.paper_sides[0].setValue(200)
    form.paper_sides[1].setValue(150)
    picked(form.fitting, "chosen")
    form.width_mm.setValue(120)
    assert form.height_mm.value() == pytest.approx(120)  # the sample is square
    opened.answers.chosen_file = profile
    form.profile.button.click()
    wait(lambda: form.file == str(profile))
    opened.answers.saved = tmp_path / "out.pdf"
    dialog.pdf_button.click()
    wait((tmp_path / "out.pdf").exists)
    data = (tmp_path / "out.pdf").read_bytes()
    page = Page(data)
    assert float(page.page.mediabox.width) / 72 * 25.4 == pytest.approx(150, abs=0.02)
    assert measured(data) == pytest.approx((15, 40, 135, 160), abs=0.02)
    document = opened.session.current
    assert document is not None
    assert document.current is not None
    pixels = document.current.picture.rgb8
    printer = check_output_profile(paper(), "lab.icc", "printer")
    (image,) = page.page.images
    sent = np.asarray(Image.open(io.BytesIO(image.data)).convert("RGB"))
    assert np.array_equal(sent, to_printer(pixels, srgb_profile(), printer, "relative", True))
    kept = opened.session.memory.state.printing
    assert (kept.paper, kept.width_mm, kept.profile) == (OWN, 120, str(profile))
    wait(lambda: opened.session.jobs.idle)


def test_a_raw_file_is_printed_whole_however_soon(new_stage: Callable[..., Stage], tmp_path: Path) -> None:
    stage = new_stage()
    stage.do("adjust")
    noise = np.random.default_rng(3).integers(40, 220, (400, 600, 3), np.uint8)
    (tmp_path / "shot.dng").write_bytes(dng(noise))
    held = threading.Event()
    stage.session.jobs.submit(
        "", lambda _progress: held.wait(60), visible=False
    )  # nothing is finished by being looked at
    stage.session.open_paths([tmp_path / "shot.dng"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    document = stage.session.current
    assert document is not None
    source = document.steps[0]
    draft = source.picture.rgb8
    assert source.held.is_draft
    dialog = dialog_of(stage)
    stage.answers.saved = tmp_path / "out.pdf"
    dialog.pdf_button.click()
    wait((tmp_path / "out.pdf").exists)
    held.set()
    wait(lambda: not source.held.is_draft and stage.session.jobs.idle)
    (image,) = Page((tmp_path / "out.pdf").read_bytes()).page.images
    sent = np.asarray(Image.open(io.BytesIO(image.data)).convert("RGB")).astype(int)
    whole = source.held.borrowed().picture.rgb8
    assert sent.shape == whole.shape
    assert np.abs(sent - whole).mean() < 0.2 * np.abs(sent - draft).mean()


def test_the_dialog_refuses_what_cannot_be_printed(opened: Stage, tmp_path: Path) -> None:
    dialog = dialog_of(opened)
    form = dialog.form
    assert dialog.print_button.isEnabled()
    assert "200.0 × 200.0 mm" in dialog._facts.text()
    picked(form.fitting, "chosen")
    form.width_mm.setValue(205)
    assert not dialog.print_button.isEnabled()
    assert "do not fit" in dialog._trouble.text()
    form.width_mm.setValue(50)
    assert dialog.pdf_button.isEnabled()
    assert dialog._trouble.text() == ""
    (place,) = dialog.view.layout_now.placements if dialog.view.layout_now is not None else ()
    assert (place.x, place.width) == pytest.approx((80, 50))
    form.width_mm.setValue(190)
    assert "look soft" in dialog._trouble.text()
    opened.answers.chosen_file = tmp_path / "cmyk.icc"
    (tmp_path / "cmyk.icc").write_bytes(of_kind(b"prtr", b"CMYK"))
    form.profile.button.click()
    wait(lambda: "not for RGB" in dialog._trouble.text())
    assert form.file == ""
    dialog.reject()


@pytest.mark.parametrize("size", [(40, 60), (300, 90)])
def test_a_printer_gets_the_picture_at_its_millimetres(opened: Stage, tmp_path: Path, size: tuple[int, int]) -> None:
    document = opened.session.current
    assert document is not None
    assert document.current is not None
    part = np.ascontiguousarray(document.current.picture.pixels[: size[1], : size[0]])
    picture = document.current.picture.with_(pixels=part)
    layout = lay_out(size, PagePlan((101.6, 152.4), width_mm=80, border_mm=5))
    printer = new_printer(layout, "print")
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "print.pdf"))
    set_page(printer, layout)
    assert page_warning(page_of(printer), layout) == ""
    choices = opened.session.memory.state.printing
    PrintDelivery(opened.session, opened.answers, picture, layout, choices, opened.window).send(printer)
    wait(lambda: opened.session.jobs.idle and opened.window.banner.problem is not None)
    assert opened.window.banner.problem is not None
    assert "80.0" in opened.window.banner.problem.text
    data = (tmp_path / "print.pdf").read_bytes()
    (place,) = layout.placements
    box = PdfReader(io.BytesIO(data)).pages[0].mediabox
    assert (float(box.width) > float(box.height)) == (size[0] > size[1])
    assert measured(data) == pytest.approx((place.x, place.y, place.right, place.bottom), abs=0.2)


def test_a_driver_with_another_page_is_told(qapp: QApplication) -> None:
    layout = lay_out((300, 400), PagePlan((210, 297)))
    assert page_warning((210.0, 297.0), layout) == ""
    assert "keeps its size" in page_warning((216.0, 279.0), layout)
    assert "cut off" in page_warning((100.0, 150.0), layout)
