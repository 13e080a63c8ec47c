"""Overscan: a printer that enlarges, shifts and crops by known amounts is calibrated as people do it, and measured after."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import StorageFault, UnknownEntry
from catchlight.imaging.picture import ByteImage
from catchlight.kiosk.config.model import Printer
from catchlight.kiosk.printing.calibration import Calibration, CalibrationFault, Calibrations, line_length
from catchlight.kiosk.printing.print_setup import Readings, print_setup
from catchlight.kiosk.printing.printed_page import printed_page
from catchlight.kiosk.printing.ruler_page import ruler_page

from tests.kiosk.printing.print_outs import MM_PER_INCH, blue_frame, blue_photo, rendered

pytestmark = pytest.mark.skipif(shutil.which("pdftocairo") is None, reason="poppler-utils is not installed")
CATALOGUE = Catalogue.load()
DPI = 400
DOT = MM_PER_INCH / DPI
MADE = date(2026, 11, 28)


@dataclass(frozen=True)
class Borderless:
    """A printer: scale across and down, and the point of its page that comes out at the paper's upper left corner, in mm."""

    scale: tuple[float, float]
    corner: tuple[float, float]

    def printed(self, pdf: bytes, paper: tuple[float, float]) -> ByteImage:
        """The paper as it comes out, at ``DPI``; what the page does not reach stays white."""
        page = rendered(pdf, DPI)
        (across, down), (left, top) = self.scale, self.corner
        matrix = np.array([[across, 0, -left * across / DOT], [0, down, -top * down / DOT]])
        size = tuple(round(side / DOT) for side in paper)
        return cv2.warpAffine(page, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255)).astype(np.uint8)

    def marks(self, page: tuple[float, float], paper: tuple[float, float]) -> list[float]:
        """What stands at the paper's edges, read to half a millimetre: left, right, top, bottom."""
        exact = []
        for side, whole, scale, corner in zip(paper, page, self.scale, self.corner, strict=True):
            for mark in (corner, whole - corner - side / scale):
                exact.append(mark if mark >= 0 else mark * scale)
        return [round(mark * 2) / 2 for mark in exact]


def measured_line(paper: ByteImage, *, down: bool) -> float:
    """Between the crossbars of a ruler page's line, to a tenth of a millimetre, as a rule is read."""
    dark = (paper.transpose(1, 0, 2) if down else paper).min(2) < 200
    line = int(dark.sum(1).argmax())
    reach = round(2.2 / DOT)
    places = np.flatnonzero(dark[line - reach : line + reach].all(0))
    return round(float(places[-1] - places[0]) * DOT, 1)


PRINTERS = {
    "enlarges and crops": ("plain", "4r", Borderless((1.034, 1.027), (1.4, 2.3))),
    "crops a larger page aside": ("dnp_ds620", "4r", Borderless((1.0, 1.003), (1.1, 5.6))),
    "leaves white and shrinks": ("plain", "a6", Borderless((0.96, 0.955), (-2.5, -3.0))),
}


@pytest.mark.parametrize(("preset", "paper", "printer"), PRINTERS.values(), ids=PRINTERS)
def test_documents_come_out_at_exact_millimetres(preset: str, paper: str, printer: Borderless, tmp_path: Path) -> None:
    kept = Calibrations(tmp_path)
    chosen = Printer(name="photo", preset=preset)
    assumed = print_setup(CATALOGUE, chosen, paper, kept)
    size = assumed.page.paper
    ruler = printer.printed(assumed.ruler(), size)
    lines = (measured_line(ruler, down=False), measured_line(ruler, down=True))
    corrected = assumed.calibrated(Readings(*printer.marks(assumed.page.page, size), *lines), kept)
    assert corrected.page.calibrated
    assert print_setup(CATALOGUE, chosen, paper, kept) == corrected
    sheet = corrected.sheet(blue_photo(), copies=1)
    x, y, width, height = blue_frame(printer.printed(sheet.pdf, size), DPI)
    assert (width, height) == pytest.approx((35, 45), abs=0.1)
    (place,) = sheet.layout.placements
    assert (x, y) == pytest.approx((place.x, place.y), abs=0.3), "by marks that are read to half a millimetre"
    uncorrected = assumed.sheet(blue_photo(), copies=1).pdf
    error = np.subtract(blue_frame(printer.printed(uncorrected, size), DPI), (place.x, place.y, 35, 45))
    assert np.abs(error).max() > 0.4, "this printer needs a calibration"


def calibration(**changes: object) -> Calibration:
    fitting: dict[str, object] = {
        "printer": "photo",
        "paper": "4r",
        "page_width": 104.99,
        "page_height": 156.13,
        "left": 1.7,
        "right": 1.7,
        "top": 1.9,
        "bottom": 1.9,
        "across_line_mm": 80,
        "down_line_mm": 100,
        "across_mm": 80,
        "down_mm": 100,
        "made": MADE,
    }
    return Calibration.model_validate(fitting | changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"left": 9}, r"would be 94\.3 mm long, and it has 101\.6 mm"),
        ({"bottom": -4}, "Read the marks"),
        ({"down_mm": 10}, r"by 0\.10 times"),
        ({"across_mm": 84}, "measure the line once more"),
    ],
)
def test_measures_that_contradict_each_other_are_refused(changes: dict[str, object], said: str, tmp_path: Path) -> None:
    kept = Calibrations(tmp_path)
    with pytest.raises(CalibrationFault, match=said):
        kept.save(calibration(**changes), (101.6, 152.4))
    assert kept.load("photo", "4r") is None


def test_a_calibration_is_of_one_printer_and_paper(tmp_path: Path) -> None:
    kept = Calibrations(tmp_path)
    kept.save(calibration(), (101.6, 152.4))
    assert Calibrations(tmp_path).load("photo", "4r") == calibration()
    assert kept.load("photo", "5r") is None
    assert kept.load("other", "4r") is None
    kept.remove("photo", "4r")
    kept.remove("photo", "4r")
    assert kept.load("photo", "4r") is None


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    kept = Calibrations(tmp_path)
    kept.save(calibration(), (101.6, 152.4))
    (file,) = (tmp_path / "calibrations").iterdir()
    file.write_text("{")
    with pytest.raises(StorageFault, match="calibrate the printer anew"):
        kept.load("photo", "4r")


def test_a_calibration_of_another_page_is_passed_over() -> None:
    paper, same, other = (
        CATALOGUE.papers.get("4r"),
        CATALOGUE.printers.get("hiti_p525l"),
        CATALOGUE.printers.get("dnp_ds40"),
    )
    assert paper is not None
    assert same is not None
    assert other is not None
    assert printed_page(same, paper, calibration()).calibrated
    assert not printed_page(other, paper, calibration()).calibrated


@pytest.mark.parametrize(("paper", "length"), [(101.6, 80), (152.4, 100), (63.5, 40), (88.9, 70), (210, 100)])
def test_lines_are_as_long_as_surely_comes_out(paper: float, length: float) -> None:
    assert line_length(paper) == length


def test_a_wrong_name_is_told_with_what_is_near(tmp_path: Path) -> None:
    with pytest.raises(UnknownEntry, match="Did you mean dnp_ds620"):
        print_setup(CATALOGUE, Printer(preset="dnp_ds62"), "4r", Calibrations(tmp_path))
    with pytest.raises(UnknownEntry, match="no paper '10x15'"):
        print_setup(CATALOGUE, Printer(), "10x15", Calibrations(tmp_path))


def test_a_ruler_page_counts_from_each_of_its_edges() -> None:
    page = (104.99, 162.56)
    shown = rendered(ruler_page(page, (101.6, 152.4), ("photo", "DNP 测试")), DPI)
    height, width = round(page[1] / DOT), round(page[0] / DOT)
    assert shown.shape[:2] == pytest.approx((height, width), abs=1)
    reach = round(1.8 / DOT)  # along this line lie the marks of whole millimetres alone
    for turned in (shown, shown[::-1, ::-1]):
        across = turned[round(height * 0.38) - reach, : round(width / 2)]
        down = turned[::-1][: round(height * 0.45), round(width * 0.38) - reach]
        for line, last in ((across, 16), (down, 19)):
            dark = np.flatnonzero(line.min(1) < 200)
            marks = [group.mean() * DOT for group in np.split(dark, np.flatnonzero(np.diff(dark) > 2) + 1)]
            assert marks[: last + 1] == pytest.approx(range(last + 1), abs=0.12)


def test_white_beside_the_page_is_measured_on_paper() -> None:
    across, down = calibration(left=-2.4, across_mm=76.8, top=2, bottom=1).axes()
    assert (across.scale, across.start, across.end) == pytest.approx((0.96, -2.5, 104.99 - 1.7))
    assert (down.scale, down.start, down.end) == pytest.approx((1, 2, 155.13))
