"""Which document the photo is for: the search, the card of the chosen one, or a size of the user's own."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from catchlight.catalogue.documents import DocumentSpec
from catchlight.catalogue.rows import Table
from catchlight.gui.id_documents.card import DocumentCard
from catchlight.gui.id_documents.search import OWN_SIZE, DocumentSearch
from catchlight.gui.widgets.form import give_room
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

USUAL_MM = (35.0, 45.0)


class DocumentChoice(QWidget):
    """Knows the chosen document as the parameters of an ID photo name it."""

    changed = Signal()

    def __init__(
        self, documents: Table[DocumentSpec], recent: tuple[str, ...], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._documents = documents
        self._spec = "icao_35x45"
        self._own: tuple[float, float] | None = None
        self.search = DocumentSearch(documents, recent, theme)
        self.search.chosen.connect(self._chosen)
        self._card = DocumentCard(theme)
        self.width_mm = _millimetres(tr("Width"), USUAL_MM[0], theme)
        self.height_mm = _millimetres(tr("Height"), USUAL_MM[1], theme)
        self._size = QWidget()
        row = QHBoxLayout(self._size)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.width_mm, 1)
        row.addWidget(QLabel("×"))
        row.addWidget(self.height_mm, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        for widget in (self.search, self._card, self._size):
            column.addWidget(widget)
        for spin in (self.width_mm, self.height_mm):
            spin.valueChanged.connect(self._resized)
        self.choose(recent[0] if recent and documents.get(recent[0]) else self._spec)

    @property
    def document(self) -> DocumentSpec | None:
        """The chosen row; None for a size of the user's own."""
        return None if self._own is not None else self._documents.get(self._spec)

    @property
    def key(self) -> str:
        """Id of the document, or that of a size of the user's own."""
        return OWN_SIZE if self._own is not None else self._spec

    @property
    def params(self) -> dict[str, Any]:
        """The fields of the parameters that say what is chosen."""
        return {"width_mm": self._own[0], "height_mm": self._own[1]} if self._own else {"spec": self._spec}

    def choose(self, key: str) -> None:
        """Show a document, or a size of one's own where there is none of that id, without emitting ``changed``."""
        document = self._documents.get(key)
        self._size.setVisible(document is None)
        if document is None:
            self._own = self._own or (self.width_mm.value(), self.height_mm.value())
            self._card.show_own(*self._own)
        else:
            self._own = None
            self._spec = document.id
            self._card.show_document(document)

    def keep(self) -> tuple[str, tuple[float, float] | None]:
        return self._spec, self._own

    def take_over(self, spec: str, own: tuple[float, float] | None) -> None:
        if own is not None:
            for spin, value in zip((self.width_mm, self.height_mm), own, strict=True):
                spin.blockSignals(True)
                spin.setValue(value)
                spin.blockSignals(False)
        self._own = own
        self.choose(OWN_SIZE if own else spec)

    def _chosen(self, key: str) -> None:
        self.choose(key)
        self.changed.emit()

    def _resized(self, _value: float) -> None:
        self._own = (self.width_mm.value(), self.height_mm.value())
        self._card.show_own(*self._own)
        self.changed.emit()


def _millimetres(name: str, value: float, theme: Theme) -> QDoubleSpinBox:
    spin = QDoubleSpinBox()
    spin.setRange(10, 200)
    spin.setDecimals(1)
    spin.setSuffix(" mm")
    spin.setValue(value)
    spin.setKeyboardTracking(False)
    spin.setAccessibleName(name)
    spin.setToolTip(name)
    give_room(spin, theme)
    return spin
