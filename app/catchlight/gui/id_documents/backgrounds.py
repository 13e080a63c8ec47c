"""The background of an ID photo: the document's own at first, then what was last chosen for that document."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from catchlight.catalogue.colours import Colour
from catchlight.catalogue.documents import DocumentSpec
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.widgets.swatches import Swatches
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class DocumentGrounds(Swatches):
    """Remembers a choice for the document it was made for."""

    def __init__(self, colours: Iterable[Colour], memory: Memory, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(colours, theme, parent=parent)
        self._memory = memory
        self._entry = ""
        self.chosen.connect(lambda background: memory.chose_background(self._entry, background))

    def turn_to(self, entry: str, document: DocumentSpec | None) -> None:
        """Show what was chosen for a document before. entry: its id; document None: a size of one's own, on white."""
        self._entry = entry
        colour = (document.background, document.background_label) if document is not None else ("#FFFFFF", tr("White"))
        self.set_document_colour(*colour)
        self.choose(self._memory.background(entry))
