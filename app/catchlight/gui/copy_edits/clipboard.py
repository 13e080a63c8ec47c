"""The edits that were copied last: for all windows of a session, and never longer than it."""

from __future__ import annotations

import weakref

from PySide6.QtCore import QObject

from catchlight.gui.document.document import OpenDocument
from catchlight.service.presets.preset import Preset


class EditClipboard(QObject):
    """Child of a session, found by its class."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.preset: Preset | None = None
        self._source: weakref.ref[OpenDocument] | None = None

    def keep(self, preset: Preset, source: OpenDocument) -> None:
        """source: the picture that they were copied from."""
        self.preset, self._source = preset, weakref.ref(source)

    def is_source(self, document: OpenDocument) -> bool:
        """Whether the edits were copied from it."""
        return self._source is not None and self._source() is document
