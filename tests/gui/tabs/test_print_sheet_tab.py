"""The print sheet tab: drawn to scale at once, delivered as PDF, picture or print."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.canvas.qt_images import wrap
from catchlight.gui.tabs.print_sheet import printing
from catchlight.imaging.io import codec
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.operations.print_sheet.run import placements
from PIL import Image
from PySide6.QtGui import QColor, QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait


@pytest.fixture
def sheet_stage(stage: Stage) -> Stage:
    """A window with an ID photo, on the print sheet tab."""
    stage.open_sample()
    stage.make_id_photo()
    stage.do("print_sheet")
    wait(stage.sheet.print_button.isEnabled)
    return stage


def test_the_preview_is_what_the_operation_computes(sheet_stage: Stage, catalogue: Catalogue) -> None:
    paper = catalogue.papers.get("4r")
    assert paper is not None
    assert sheet_stage.sheet.view.layout_now == placements(LayoutParams(), [(35, 45)], paper)
    assert sheet_stage.sheet.ways.summary.text().startswith("8 of 8 photos")


def test_controls_change_the_preview_and_what_does_not_fit_is_said(sheet_stage: Stage) -> None:
    tab = sheet_stage.sheet
    before = tab.view.layout_now
    tab.form.control("gap_mm").setValue(12)  # type: ignore[attr-defined]
    wait(lambda: tab.view.layout_now is not before)
    assert tab.view.layout_now is not None
    assert len(tab.view.layout_now.placements) < 8
    tab.more_form.control("margin_mm").setValue(50)  # type: ignore[attr-defined]
    wait(lambda: tab.view.layout_now is None)
    assert "do not fit" in tab.ways.notice.text()
    assert not tab.print_button.isEnabled()
    tab.more_form.control("margin_mm").setValue(3)  # type: ignore[attr-defined]
    wait(tab.print_button.isEnabled)


def test_a_photo_for_an_upload_is_not_laid_out(stage: Stage) -> None:
    stage.open_sample()
    stage.id_photo.search.chosen.emit("in_evisa")
    stage.make_id_photo()
    stage.do("print_sheet")
    wait(lambda: "uploaded as a file" in stage.sheet.ways.notice.text())
    assert stage.sheet.view.layout_now is None
    assert not stage.sheet.print_button.isEnabled()


def test_photos_are_drawn_where_they_lie(sheet_stage: Stage) -> None:
    view = sheet_stage.sheet.view
    layout = view.layout_now
    assert layout is not None
    shown = view.grab().toImage()
    for place in layout.placements:
        centre = view._area(place).center().toPoint()
        assert shown.pixelColor(centre) != QColor("#FFFFFF")
    corner = view._view.to_view(5, 5)
    assert shown.pixelColor(round(corner[0]), round(corner[1])) == QColor("#FFFFFF")


def test_a_pdf_has_the_page_of_the_paper(sheet_stage: Stage, tmp_path: Path) -> None:
    from pypdf import PdfReader

    sheet_stage.answers.saved = tmp_path / "sheet.pdf"
    sheet_stage.sheet.pdf_button.click()
    wait(lambda: sheet_stage.window.banner.problem is not None)
    box = PdfReader(tmp_path / "sheet.pdf").pages[0].mediabox
    assert (float(box.width) / 72, float(box.height) / 72) == pytest.approx((4, 6))


def test_a_picture_of_the_sheet_has_its_pixels_and_density(sheet_stage: Stage, tmp_path: Path) -> None:
    sheet_stage.answers.saved = tmp_path / "sheet.jpg"
    sheet_stage.sheet.ways.image_button.click()
    wait((tmp_path / "sheet.jpg").exists)
    wait(lambda: sheet_stage.window.banner.problem is not None)
    picture = codec.decode((tmp_path / "sheet.jpg").read_bytes())
    assert picture.metadata.media_type == "image/jpeg"
    assert (picture.width, picture.height, picture.dpi) == (1200, 1800, 300)


def test_ctrl_e_exports_the_sheet_on_this_tab(sheet_stage: Stage, tmp_path: Path) -> None:
    sheet_stage.answers.saved = tmp_path / "sheet.png"
    sheet_stage.do("export")
    wait((tmp_path / "sheet.png").exists)


def test_another_picture_joins_with_its_own_copies(sheet_stage: Stage, tmp_path: Path) -> None:
    tab, session = sheet_stage.sheet, sheet_stage.session
    first = session.current
    assert first is not None
    other = tmp_path / "other.png"
    with Image.open(SAMPLE) as sample:
        sample.point(lambda value: value * 0.95).save(other)  # the same pixels would bring their stored steps along
    session.open_paths([other])
    wait(lambda: session.current is not None and session.current.loaded)
    second = session.current
    assert second is not None
    session.show(first)
    tab.add(second)
    assert tab.make_button.isVisibleTo(sheet_stage.window)
    assert not all(tab.photos())
    tab.make_button.click()
    wait(lambda: all(tab.photos()))
    tab._items[0].copies, tab._items[1].copies = 2, 3
    tab.planner.plan_soon()
    wait(lambda: tab.view.layout_now is not None and tab.view.layout_now.copies == (2, 3))
    session.close(second)
    wait(lambda: tab.view.layout_now is not None and len(tab.view.layout_now.copies) == 1)


def test_printing_gives_the_real_size(qapp: QApplication, tmp_path: Path) -> None:
    from pypdf import PdfReader

    printer = printing.new_printer(101.6, 152.4, 300, "sheet")
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "print.pdf"))
    printing.set_page(printer, 101.6, 152.4)
    found = printing.compare_page(printer, 101.6, 152.4, 3)
    assert found.warnings == ()
    assert found.page == pytest.approx((101.6, 152.4), abs=0.3)
    area = printing.target(printer, 101.6, 152.4)
    assert (area.width(), area.height()) == pytest.approx((1200, 1800), abs=1)
    image = QImage(1200, 1800, QImage.Format.Format_RGB888)
    image.fill(QColor("#204080"))
    assert printing.print_image(printer, image, 101.6, 152.4)
    box = PdfReader(tmp_path / "print.pdf").pages[0].mediabox
    assert (float(box.width) / 72 * 25.4, float(box.height) / 72 * 25.4) == pytest.approx((101.6, 152.4), abs=0.4)


def test_a_driver_with_another_page_is_told(qapp: QApplication, tmp_path: Path) -> None:
    printer = printing.new_printer(101.6, 152.4, 300, "sheet")
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printing.set_page(printer, 210, 297)
    found = printing.compare_page(printer, 101.6, 152.4, 3)
    assert len(found.warnings) == 1
    assert "210.0 × 297.0" in found.warnings[0]
    area = printing.target(printer, 101.6, 152.4)
    assert area.width() == pytest.approx(1200, abs=1)
    assert area.left() == pytest.approx((210 - 101.6) / 2 * 300 / 25.4, abs=1)
    smaller = printing.compare_page(printer, 300, 400, 3)
    assert len(smaller.warnings) == 2


def test_rotated_photos_turn_clockwise(sheet_stage: Stage) -> None:
    """As the operation draws them: what is up in the photo points to the right on paper."""
    from catchlight.gui.tabs.print_sheet.sheet_view import _onto
    from PySide6.QtCore import QPointF, QRectF

    image = wrap(codec.decode(SAMPLE.read_bytes()).rgb8)
    turned = _onto(image, QRectF(0, 0, 100, 80), True)
    top = turned.map(QPointF(image.width() / 2, 0))
    assert (top.x(), top.y()) == pytest.approx((100, 40))
