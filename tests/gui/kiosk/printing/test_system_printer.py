"""Printing by the system's driver: exact size, once, and no claim about what the system does not tell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.kiosk.config.model import Printer
from catchlight.kiosk.printing.calibration import Calibrations
from catchlight.kiosk.printing.cups_printer import CupsPrinter
from catchlight.kiosk.printing.port import PrinterFault
from catchlight.kiosk.printing.print_setup import print_setup
from catchlight.kiosk.printing.sent_jobs import SentJobs

from tests.kiosk.printing.print_outs import blue_frame, blue_photo, rendered
from tests.simulators.cups.photo_printer import PhotoPrinter
from tests.simulators.processes import wait_until

pytest.importorskip("pypdfium2")
from catchlight.gui.kiosk.printing.open_kiosk_printer import open_kiosk_printer
from catchlight.gui.kiosk.printing.pdf_raster import rasterize

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def sheet() -> bytes:
    setup = print_setup(Catalogue.load(), Printer(preset="dnp_ds620"), "4r", Calibrations(Path("nowhere")))
    return setup.sheet(blue_photo(), copies=1).pdf


def printed(simulated: PhotoPrinter, folder: Path, pdf: bytes, copies: int = 1, name: str = "") -> dict[str, Any]:
    """What the process tells that prints."""
    file = folder / "sheet.pdf"
    file.write_bytes(pdf)
    command = [sys.executable, "-m", "tests.gui.kiosk.printing.print_process"]
    words = [name or simulated.queue, str(folder), str(file), "key", str(copies)]
    environment = {**os.environ, **simulated.print_server.environment, "PATH": os.environ["PATH"]}
    made = subprocess.run(command + words, env=environment, cwd=ROOT, capture_output=True, check=True, timeout=60)
    told: dict[str, Any] = json.loads(made.stdout)
    return told


def test_a_sheet_comes_out_once_at_its_exact_size(photo_printer: PhotoPrinter, tmp_path: Path, sheet: bytes) -> None:
    told = printed(photo_printer, tmp_path, sheet, copies=2)
    assert told["state"]["status"] == "ready"
    assert "does not tell" in told["state"]["detail"]
    assert told["before"] is None
    assert (told["job"]["status"], told["job"]["followed"]) == ("done", False)
    assert told["again"] is True
    wait_until(lambda: bool(photo_printer.arrived), "the sheet")
    (out,) = photo_printer.arrived
    asked = photo_printer.asked(out)
    assert asked["IPP_COPIES"] == "2"
    assert "x-dimension=10499 y-dimension=16256" in asked["IPP_MEDIA_COL"]
    left, top, width, height = blue_frame(rendered(out))
    assert (width, height) == pytest.approx((35, 45), abs=0.1)
    expected = blue_frame(rendered(sheet))
    assert (left, top) == pytest.approx(expected[:2], abs=0.1)


def test_what_is_not_there_is_told(photo_printer: PhotoPrinter, tmp_path: Path, sheet: bytes) -> None:
    told = printed(photo_printer, tmp_path, sheet, name="nobody")
    assert told["state"]["status"] == "offline"
    assert "no printer 'nobody'" in told["fault"]


def test_a_sheet_that_was_begun_is_not_printed_again(tmp_path: Path, sheet: bytes) -> None:
    SentJobs(tmp_path / "print-jobs").begin("key", "photo")
    printer = open_kiosk_printer(Printer(name="photo"), 300, tmp_path, "win32")
    job = printer.find("key")
    assert job is not None
    assert printer.job(job).status == "failed"
    with pytest.raises(PrinterFault, match="Look at the printer"):
        printer.submit(sheet, 1, "key")
    with pytest.raises(PrinterFault, match="knows no job"):
        printer.job("another")
    with pytest.raises(PrinterFault, match="settings of printers"):
        printer.resume()
    printer.cancel(job)
    printer.forget(job)


def test_cups_is_used_where_it_is(tmp_path: Path) -> None:
    assert isinstance(open_kiosk_printer(Printer(name="photo"), 300, tmp_path, "linux"), CupsPrinter)
    assert isinstance(open_kiosk_printer(Printer(name="photo"), 300, tmp_path, "darwin"), CupsPrinter)
    with pytest.raises(PrinterFault, match="names no printer"):
        open_kiosk_printer(Printer(), 300, tmp_path, "win32")


def test_pixels_of_a_sheet_fill_the_picture(sheet: bytes) -> None:
    pixels = rasterize(sheet, 300)
    assert pixels.shape == (1920, 1240, 3)
    assert np.array_equal(pixels[960, 620], (20, 40, 200))
    assert blue_frame(pixels, 300) == pytest.approx(blue_frame(rendered(sheet)), abs=0.08)
    with pytest.raises(PrinterFault, match="no PDF"):
        rasterize(b"no sheet", 300)
