"""The chosen identity document: its size, its limits and rules, how sure we are of them, and where they come from."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from catchlight.catalogue.documents import DocumentSpec
from catchlight.gui.id_documents import rules
from catchlight.gui.id_documents.words import confidence, confidence_tip, country_of, document_title, photographer_note
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.labels import label, restyle
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

BREAK = "\u200b"
"""Where an address may go on in the next line."""


class DocumentCard(QFrame):
    """Says what a document asks for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._theme = theme
        self._title = label("", "section", wrap=True)
        self._badge = label("", "badge")
        self._country = label("", "small", wrap=True)
        self._grade = label("", "small", wrap=True)
        self._taken = label("", wrap=True)
        self._taken.setProperty("state", "uncertain")
        self._size = label("", wrap=True)
        self._upload = label("", "small", wrap=True)
        self._limits = label("", "small", wrap=True)
        self._demands = label("", "small", wrap=True)
        self._source = label("", "small", wrap=True)
        self.more = Disclosure(tr("Background, glasses, head covering and more, and every source"), theme)
        self.more.name(tr("All rules and sources"))
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._badge)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(3), theme.px(2.5), theme.px(3), theme.px(2.5))
        column.setSpacing(theme.px(1))
        column.addLayout(head)
        self._lines = (self._country, self._taken, self._upload, self._limits, self._demands, self._grade, self._source)
        for widget in (self._country, self._taken, self._size, *self._lines[2:], self.more):
            column.addWidget(widget)

    def show_document(self, document: DocumentSpec) -> None:
        self._title.setText(document_title(document))
        self._set_badge(document.confidence, document.confidence, confidence_tip(document))
        grade, who = confidence(document), photographer_note(document)
        self._badge.setAccessibleName(f"{document.confidence}: {grade}")
        texts = (
            country_of(document),
            f"{who}. {tr(document.taken_by_rule)}" if who else "",
            rules.upload_text(document.upload) if document.upload is not None else "",
            rules.limits_text(document),
            rules.demands_text(document),
            f"{document.confidence}: {grade}",
            rules.source_text(document),
        )
        for widget, text in zip(self._lines, texts, strict=True):
            widget.setText(text)
            widget.setVisible(bool(text))
        self._grade.setToolTip(confidence_tip(document))
        self._size.setText(rules.size_text(document))
        self._source.setToolTip("\n".join(rules.sources(document)))
        self._show_rules(document)
        self.setAccessibleName(f"{self._title.text()}, {self._size.text()}, {self._limits.text()}")

    def show_own(self, width_mm: float, height_mm: float) -> None:
        """A size of the user's own."""
        self._title.setText(tr("A size of your own"))
        self._set_badge(tr("No limits"), "C", tr("Nothing but the size is judged."))
        self._badge.setAccessibleName(tr("No limits"))
        self._size.setText(f"{width_mm:g} × {height_mm:g} mm")
        for widget in (*self._lines, self.more):
            widget.hide()
        self.setAccessibleName(f"{self._title.text()}, {self._size.text()}")

    def _set_badge(self, text: str, state: str, tip: str) -> None:
        self._badge.setText(text)
        self._badge.setToolTip(tip)
        self._badge.setProperty("state", state)
        restyle(self._badge)

    def _show_rules(self, document: DocumentSpec) -> None:
        self.more.clear()
        for name, said in rules.rules(document):
            self.more.add(label(name, "small"), label(said, wrap=True))
        self.more.add(label(tr("Sources"), "small"))
        for source in rules.sources(document):
            line = label(source.replace("/", f"/{BREAK}"), "small", wrap=True)
            line.setToolTip(source)
            self.more.add(line)
        self.more.show()
