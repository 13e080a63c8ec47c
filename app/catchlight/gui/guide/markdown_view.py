"""Markdown in a text browser, set as a page to be read: room between paragraphs and lines."""

from __future__ import annotations

from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextBrowser

LINE_PERCENT = 125


def show_markdown(browser: QTextBrowser, text: str, gap: int) -> None:
    """gap: pixels below a paragraph; a heading has twice as much above it."""
    browser.setMarkdown(text)
    block = browser.document().begin()
    while block.isValid():
        looks = QTextBlockFormat(block.blockFormat())
        heading = looks.intProperty(QTextFormat.Property.HeadingLevel) > 0
        looks.setLineHeight(LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        looks.setBottomMargin(gap / 2 if block.textList() is not None else gap)
        looks.setTopMargin(2 * gap if heading and block.blockNumber() else 0)
        QTextCursor(block).setBlockFormat(looks)
        block = block.next()
    browser.moveCursor(QTextCursor.MoveOperation.Start)
