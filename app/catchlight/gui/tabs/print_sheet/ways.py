"""The foot of the print sheet tab: how the photos lie, and the ways that lead to paper or a file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class SheetWays(QWidget):
    """A summary or a notice above the buttons."""

    saved = Signal(str)
    """pdf or image."""
    printed = Signal()

    def __init__(self, print_button: QPushButton, theme: Theme) -> None:
        super().__init__()
        self.summary = label("", "section", wrap=True)
        self.notice = warning_label()
        self.pdf_button = second_button(
            theme, "pdf", tr("PDF…"), tr("Write a PDF with the exact page size"), lambda: self.saved.emit("pdf")
        )
        self.image_button = second_button(
            theme, "image", tr("Picture…"), tr("Write the sheet as PNG or JPEG"), lambda: self.saved.emit("image")
        )
        self.print_button = print_button
        self.print_button.clicked.connect(lambda: self.printed.emit())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(self.summary)
        column.addWidget(self.notice)
        column.addLayout(share_row(self.pdf_button, self.image_button, spacing=theme.px(2)))
        column.addWidget(self.print_button)

    def tell(self, summary: str, notice: str = "") -> None:
        """How the photos lie, or why they do not."""
        self.summary.setText(summary)
        self.notice.setText(notice)
        self.notice.setVisible(bool(notice))

    def allow(self, ready: bool) -> None:
        for button in (self.print_button, self.pdf_button, self.image_button):
            button.setEnabled(ready)


def second_button(theme: Theme, icon: str, text: str, tip: str, do: Callable[[], object]) -> QPushButton:
    """A plain button with an icon."""
    button = QPushButton(text)
    button.setIcon(theme.icons(icon))
    button.setToolTip(tip)
    button.setAccessibleName(text.rstrip("…"))
    button.clicked.connect(lambda: do())
    return button
