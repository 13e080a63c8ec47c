"""A receipt as a small PDF page, 80 mm wide as a roll of receipt paper, in the script of the person's language.

Qt lays the text out: it joins Arabic letters, sets Devanagari's vowel signs and conjuncts, and runs from right to left where the
language does. The fonts are those that the screens are drawn with, and are embedded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QPageSize, QPainter, QPdfWriter, QTextOption

from catchlight.core.translation import SOURCE
from catchlight.gui.wording.fonts import font_for, missing_letters
from catchlight.kiosk.handover.port import HandoverFile
from catchlight.kiosk.handover.receipt import Receipt

WIDTH_MM = 80.0
_MARGIN_MM, _GAP_MM = 6.0, 4.0
_NAME_MM, _TEXT_MM, _LINE_MM = 5.0, 3.4, 6.0
"""Heights of the letters of the kiosk's name and of the rows, and the least height of a row."""
DPI = 600
"""Steps of the layout in an inch: letters are placed to 0.04 mm."""
_MM_PER_INCH = 25.4
_RIGHT_TO_LEFT = frozenset({"ar"})


@dataclass(frozen=True)
class _Line:
    """Text in a box. option: with its alignment; font: fits into the width. All in dots of ``DPI``."""

    text: str
    font: QFont
    box: QRectF
    option: QTextOption


class ReceiptPage:
    """The layout of one receipt. language: that is told: English where no font here has the letters of the one that is wanted."""

    def __init__(self, receipt: Receipt, language: str) -> None:
        """language: that is wanted. Needs a QGuiApplication; may run on any thread."""
        self.language, base = _told(receipt, language)
        self._leftwards = self.language in _RIGHT_TO_LEFT
        self._space = _dots(WIDTH_MM - 2 * _MARGIN_MM)
        self._lines: list[_Line] = []
        self._level = _dots(_MARGIN_MM)
        self._add(receipt.name, _sized(base, _NAME_MM), self._start, _dots(2 * _NAME_MM))
        font = _sized(base, _TEXT_MM)
        for label, value in receipt.rows(self.language):
            self._add_row(label, value, font)
        self.height_mm = (self._level + _dots(_MARGIN_MM)) * _MM_PER_INCH / DPI

    def paint(self, painter: QPainter) -> None:
        """Draw it from the upper left corner. The painter's unit must be 1/``DPI`` of an inch."""
        for line in self._lines:
            painter.setFont(line.font)
            painter.drawText(line.box, line.text, line.option)

    @property
    def _start(self) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignRight if self._leftwards else Qt.AlignmentFlag.AlignLeft

    @property
    def _end(self) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if self._leftwards else Qt.AlignmentFlag.AlignRight

    def _add_row(self, label: str, value: str, font: QFont) -> None:
        """What has no room beside its label stands below it, on as many lines as it needs."""
        measure = QFontMetricsF(font)
        line = max(_dots(_LINE_MM), measure.height())
        if measure.horizontalAdvance(label) + _dots(_GAP_MM) + measure.horizontalAdvance(value) <= self._space:
            self._add(label, font, self._start, 0)
            self._add(value, font, self._end, line)
            return
        self._add(label, font, self._start, line)
        wraps = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
        rows = measure.boundingRect(QRectF(0, 0, self._space, 1e6), int(wraps), value).height() / measure.lineSpacing()
        self._add(value, font, self._end, line * max(1, round(rows)))

    def _add(self, text: str, font: QFont, side: Qt.AlignmentFlag, height: float) -> None:
        """height: by which the next line stands lower; 0: beside it."""
        option = QTextOption(side | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignAbsolute)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        box = QRectF(_dots(_MARGIN_MM), self._level, self._space, max(height, _dots(_LINE_MM)))
        self._lines.append(_Line(text, _fitting(text, font, self._space, height), box, option))
        self._level += height


def receipt_pdf(receipt: Receipt, language: str) -> bytes:
    """A page with all rows."""
    page = ReceiptPage(receipt, language)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    writer.setTitle(receipt.number)
    writer.setCreator("Catchlight")
    size = QSizeF(WIDTH_MM, page.height_mm)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    page.paint(painter)
    painter.end()
    return bytes(buffer.data().data())


def receipt_files(receipt: Receipt | None, language: str) -> Sequence[HandoverFile]:
    """The page as a file that is handed over beside the photo; none without a receipt."""
    if receipt is None:
        return ()
    return (HandoverFile(f"receipt-{receipt.number}.pdf", "application/pdf", receipt_pdf(receipt, language)),)


def _told(receipt: Receipt, language: str) -> tuple[str, QFont]:
    """The language whose letters there are, by the check that offers languages, and the font for it."""
    base = QGuiApplication.font()
    font = font_for(language, base)
    if missing_letters(set(receipt.text(language)), font):
        return SOURCE, font_for(SOURCE, base)
    return language, font


def _dots(mm: float) -> float:
    return mm * DPI / _MM_PER_INCH


def _sized(base: QFont, mm: float) -> QFont:
    font = QFont(base)
    font.setPixelSize(round(_dots(mm)))
    return font


def _fitting(text: str, font: QFont, space: float, height: float) -> QFont:
    """The font, or a smaller one in which the text has room on one line of the kiosk's name."""
    width = QFontMetricsF(font).horizontalAdvance(text)
    if width <= space or height != _dots(2 * _NAME_MM):
        return font
    smaller = QFont(font)
    smaller.setPixelSize(max(1, int(font.pixelSize() * space / width)))
    return smaller
