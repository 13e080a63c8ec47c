"""A receipt as a small PDF page, 80 mm wide as a roll of receipt paper."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from catchlight.core.translation import SOURCE
from catchlight.kiosk.handover.port import HandoverFile
from catchlight.kiosk.handover.receipt import Receipt
from catchlight.print.pdf import POINTS_PER_MM

WIDTH_MM = 80.0
_MARGIN_MM, _GAP_MM = 6.0, 4.0
_NAME_MM, _TEXT_MM, _LINE_MM = 5.0, 3.4, 6.0
"""Heights of the kiosk's name, of the other letters, and of a line."""
_LATIN, _CHINESE = "Helvetica", "STSong-Light"
"""Fonts that every reader of PDF has without embedding: one of the standard 14, and one of Adobe-GB1."""


def receipt_pdf(receipt: Receipt, language: str) -> bytes:
    """A page with all rows. In English where these fonts do not have the letters of the language."""
    from reportlab.pdfgen.canvas import Canvas

    font, told = _font(receipt, language)
    lines = list(_lines(receipt, font, told))
    height = 2 * _MARGIN_MM + 2 * _NAME_MM + len(lines) * _LINE_MM
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH_MM * POINTS_PER_MM, height * POINTS_PER_MM), invariant=1)
    canvas.setTitle(receipt.number)
    canvas.setAuthor("")
    canvas.setCreator("Catchlight")
    canvas.scale(POINTS_PER_MM, POINTS_PER_MM)
    level = height - _MARGIN_MM - _NAME_MM
    canvas.setFont(font, _fitting(receipt.name, font, _NAME_MM))
    canvas.drawString(_MARGIN_MM, level, receipt.name)
    level -= _NAME_MM + _LINE_MM
    for label, value in lines:
        canvas.setFont(font, _TEXT_MM)
        canvas.drawString(_MARGIN_MM, level, label)
        canvas.setFont(font, _fitting(value, font, _TEXT_MM))
        canvas.drawRightString(WIDTH_MM - _MARGIN_MM, level, value)
        level -= _LINE_MM
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def receipt_files(receipt: Receipt | None, language: str) -> Sequence[HandoverFile]:
    """The page as a file that is handed over beside the photo; none without a receipt."""
    if receipt is None:
        return ()
    return (HandoverFile(f"receipt-{receipt.number}.pdf", "application/pdf", receipt_pdf(receipt, language)),)


def _lines(receipt: Receipt, font: str, language: str) -> Iterator[tuple[str, str]]:
    """Rows, those that are too wide on several lines."""
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfbase.pdfmetrics import stringWidth

    space = WIDTH_MM - 2 * _MARGIN_MM
    for label, value in receipt.rows(language):
        beside = space - _GAP_MM - stringWidth(label, font, _TEXT_MM)
        if stringWidth(value, font, _TEXT_MM) <= beside:
            yield label, value
            continue
        yield label, ""
        yield from (("", part) for part in simpleSplit(value, font, _TEXT_MM, space))


def _fitting(text: str, font: str, size: float) -> float:
    """The size, or a smaller one in which the text has room on a line."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return min(size, size * (WIDTH_MM - 2 * _MARGIN_MM) / max(stringWidth(text, font, size), 0.1))


def _font(receipt: Receipt, language: str) -> tuple[str, str]:
    """Font and language that go together."""
    for told in (language, SOURCE):
        text = receipt.text(told)
        if _has(text, "cp1252"):
            return _LATIN, told
        if _has(text, "gbk"):
            return _registered_chinese(), told
    return _LATIN, SOURCE


def _has(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _registered_chinese() -> str:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    pdfmetrics.registerFont(UnicodeCIDFont(_CHINESE))
    return _CHINESE
