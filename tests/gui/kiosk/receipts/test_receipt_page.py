"""The receipt as a PDF: every row, in the script of the language, as Qt draws it on the screen."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest
from catchlight.gui.kiosk.printing.pdf_raster import rasterize
from catchlight.gui.kiosk.receipts import receipt_page
from catchlight.gui.kiosk.receipts.receipt_page import DPI, WIDTH_MM, ReceiptPage, receipt_files, receipt_pdf
from catchlight.gui.wording.fonts import font_for, shown_languages
from catchlight.kiosk.handover.receipt import Receipt
from numpy.typing import NDArray
from pypdf import PdfReader
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

RECEIPT = Receipt(
    "hall-000007", datetime(2026, 11, 28, 9, 5, tzinfo=UTC), "Kiosk", "Passport", 2, 450, 500, "EUR", "coin", "s7"
)
DRAWN = 300
"""Dots per inch at which pages are compared."""


def has_letters(language: str, application: QApplication) -> bool:
    return language in shown_languages((language,), application.font()).codes


def ink(page: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.asarray(page[..., :3].min(axis=2) < 128)


def of_pdf(receipt: Receipt, language: str) -> NDArray[np.bool_]:
    return ink(rasterize(receipt_pdf(receipt, language), DRAWN))


def of_screen(page: ReceiptPage) -> NDArray[np.bool_]:
    """The page as Qt draws it into a picture."""
    width, height = (round(mm / 25.4 * DPI) for mm in (WIDTH_MM, page.height_mm))
    image = QImage(width, height, QImage.Format.Format_RGB888)
    image.fill(QColor("white"))
    image.setDotsPerMeterX(round(DPI / 0.0254))
    image.setDotsPerMeterY(round(DPI / 0.0254))
    painter = QPainter(image)
    page.paint(painter)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine())[:, : width * 3]
    pixels = rows.reshape(height, width, 3)
    small = cv2.resize(pixels, (round(width * DRAWN / DPI), round(height * DRAWN / DPI)), interpolation=cv2.INTER_AREA)
    return ink(np.asarray(small, np.uint8))


def likeness(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Share of the ink of both that lies within a dot of the other's; 1 for the same page."""
    height, width = (min(a, b) for a, b in zip(one.shape, other.shape, strict=True))
    near = np.ones((3, 3), np.uint8)
    found = []
    for ours, theirs in ((one, other), (other, one)):
        spread = cv2.dilate(theirs[:height, :width].astype(np.uint8), near)
        found.append((ours[:height, :width] & (spread > 0)).sum() / max(1, ours.sum()))
    return float(min(found))


@pytest.mark.parametrize("language", ["en", "de", "zh", "ar", "hi"])
def test_the_pdf_shows_what_qt_draws(language: str, qapp: QApplication) -> None:
    if not has_letters(language, qapp):
        pytest.skip(f"no font here has the letters of {language}")
    page = ReceiptPage(RECEIPT, language)
    assert page.language == language
    drawn = of_pdf(RECEIPT, language)
    assert likeness(drawn, of_screen(page)) > 0.97
    if language != "en":
        assert likeness(drawn, of_screen(ReceiptPage(RECEIPT, "en"))) < 0.9


@pytest.mark.parametrize(("language", "apart"), [("ar", "\u200c"), ("hi", "\u200c")])
def test_letters_are_joined(language: str, apart: str, qapp: QApplication) -> None:
    """A page whose letters stand apart is another one."""
    if not has_letters(language, qapp):
        pytest.skip(f"no font here has the letters of {language}")
    word = (
        "\u062c\u0648\u0627\u0632 \u0633\u0641\u0631"
        if language == "ar"
        else "\u092a\u093e\u0938\u092a\u094b\u0930\u094d\u091f"
    )
    joined, torn = (replace(RECEIPT, name=sign.join(word)) for sign in ("", apart))
    top = round(14 / 25.4 * DRAWN)
    assert likeness(of_pdf(joined, language)[:top], of_pdf(joined, language)[:top]) == 1
    assert likeness(of_pdf(joined, language)[:top], of_pdf(torn, language)[:top]) < 0.95


def test_labels_stand_where_reading_begins(qapp: QApplication) -> None:
    if not has_letters("ar", qapp):
        pytest.skip("no font here has the letters of ar")
    page = of_pdf(replace(RECEIPT, name="Kiosk"), "ar")[: round(11 / 25.4 * DRAWN)]
    assert page[:, page.shape[1] // 2 :].sum() > 0
    assert page[:, : page.shape[1] // 2].sum() == 0


@pytest.mark.parametrize("language", ["en", "zh", "ar"])
def test_the_page_holds_every_row_and_has_the_width_of_a_roll(language: str, qapp: QApplication) -> None:
    if not has_letters(language, qapp):
        pytest.skip(f"no font here has the letters of {language}")
    receipt = replace(RECEIPT, document="Germany: passport, identity card and residence permit with a long name")
    reader = PdfReader(io.BytesIO(receipt_pdf(receipt, language)))
    (page,) = reader.pages
    assert float(page.mediabox.width) * 25.4 / 72 == pytest.approx(WIDTH_MM, abs=0.1)
    assert reader.metadata is not None
    assert reader.metadata.title == "hall-000007"
    drawn = of_pdf(receipt, language)
    margin = round(4 / 25.4 * DRAWN)
    assert not drawn[:, :margin].any()
    assert not drawn[:, -margin:].any()
    assert not drawn[-margin:].any()
    assert drawn.shape[0] > of_pdf(RECEIPT, language).shape[0], "a long name has further lines"
    if language == "en":
        text = " ".join(page.extract_text().split())
        assert all(word in text for word in ("hall-000007", "4.50 EUR", "residence permit"))


def test_a_language_whose_letters_are_in_no_font_is_told_in_english(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        receipt_page,
        "missing_letters",
        lambda letters, font: frozenset(letters) if font != font_for("en", qapp.font()) else frozenset(),
    )
    monkeypatch.setattr(receipt_page, "font_for", lambda code, base: font_for("zh" if code == "hi" else code, base))
    page = ReceiptPage(RECEIPT, "hi")
    assert page.language == "en"


def test_without_a_receipt_there_is_no_file(qapp: QApplication) -> None:
    assert receipt_files(None, "en") == ()
    (file,) = receipt_files(RECEIPT, "en")
    assert (file.name, file.data[:5]) == ("receipt-hall-000007.pdf", b"%PDF-")
