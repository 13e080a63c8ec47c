"""The chosen identity document: its size, its limits, how sure we are of them, and where they come from."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from catchlight.catalogue.documents import Document, Limits
from catchlight.gui.document_words import country_of, document_size, document_title
from catchlight.gui.i18n import tr
from catchlight.gui.text import label, restyle, unbroken
from catchlight.gui.theme import Theme


class DocumentCard(QFrame):
    """Says what a document asks for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._title = label("", "section", wrap=True)
        self._badge = label("", "badge")
        self._country = label("", "small", wrap=True)
        self._size = label("", wrap=True)
        self._limits = label("", "small", wrap=True)
        self._source = label("", "small", wrap=True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._badge)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(3), theme.px(2.5), theme.px(3), theme.px(2.5))
        column.setSpacing(theme.px(1))
        column.addLayout(head)
        for widget in (self._country, self._size, self._limits, self._source):
            column.addWidget(widget)

    def show_document(self, document: Document) -> None:
        self._title.setText(document_title(document))
        self._badge.setText(tr("Verified") if document.verified else tr("Size only"))
        self._badge.setToolTip(
            tr("Size and head limits come from a published source.")
            if document.verified
            else tr("Only the size is known for certain: the head is placed sensibly, but its limits are not judged.")
        )
        self._badge.setProperty("state", "verified" if document.verified else "size")
        restyle(self._badge)
        self._country.setText(country_of(document))
        self._country.setVisible(bool(self._country.text()))
        self._size.setText(
            unbroken(
                f"{document_size(document)}  ·  {document.width_px} × {document.height_px} px  ·  {document.dpi} dpi"
            )
        )
        self._limits.setText(limits_text(document))
        self._limits.setVisible(bool(self._limits.text()))
        date = f" ({document.source_date})" if document.source_date else ""
        source = document.source.split(";")[0].strip()
        short = source if len(source) <= 64 else source[:62].rstrip() + "…"
        self._source.setText(tr("Source: {source}", source=short) + date)
        self._source.setToolTip("\n\n".join(part for part in (document.source + date, tr(document.notes)) if part))
        self._source.setVisible(bool(source))
        self.setAccessibleName(f"{self._title.text()}, {self._size.text()}, {self._limits.text()}")

    def show_own(self, width_mm: float, height_mm: float) -> None:
        """A size of the user's own."""
        self._title.setText(tr("A size of your own"))
        self._badge.setText(tr("No limits"))
        self._badge.setToolTip(tr("Nothing but the size is judged."))
        self._badge.setProperty("state", "size")
        restyle(self._badge)
        self._size.setText(f"{width_mm:g} × {height_mm:g} mm")
        for widget in (self._country, self._limits, self._source):
            widget.hide()


def limits_text(document: Document) -> str:
    """The limits in one line, only those that are known."""
    parts = []
    if document.verified:
        for title, limits in (
            (tr("Head"), document.head_mm),
            (tr("Eyes from bottom"), document.eye_from_bottom_mm),
            (tr("Above the head"), document.top_margin_mm),
        ):
            if limits is not None:
                parts.append(f"{title} {range_text(limits)} mm")
    if document.file_kb is not None:
        parts.append(f"{tr('File')} {range_text(document.file_kb)} kB")
    return "  ·  ".join(parts)


def range_text(limits: Limits) -> str:
    if limits.low is None:
        return f"≤ {limits.high:g}"
    if limits.high is None:
        return f"≥ {limits.low:g}"
    return f"{limits.low:g}–{limits.high:g}"
