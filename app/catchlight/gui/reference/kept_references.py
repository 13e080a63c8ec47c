"""Which picture each open picture is compared with: for the session, and by their files until the next one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from catchlight.core.files.naming import decode_path, display_name, encode_path
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.document.document import OpenDocument

MOST = 60
"""Files whose reference is remembered; the oldest are forgotten."""


@dataclass(frozen=True)
class ReferencePicture:
    """An open picture, or a file."""

    document: OpenDocument | None = None
    path: Path | None = None

    @property
    def name(self) -> str:
        if self.document is not None:
            return self.document.title
        return display_name(self.path.name) if self.path is not None else ""


class KeptReferences(QObject):
    """Knows no widget; child of a session, found by its class. A reference that was put away is remembered, so that one key
    brings it back."""

    def __init__(self, memory: Memory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self._shown: dict[OpenDocument, ReferencePicture] = {}
        self._away: dict[OpenDocument, ReferencePicture] = {}

    def of(self, document: OpenDocument) -> ReferencePicture | None:
        """What it is compared with now; of a file that was open in an earlier session as it was there."""
        if document not in self._shown and document not in self._away and document.path is not None:
            kept = self._memory.state.references.get(encode_path(document.path))
            if kept is not None:
                self._shown[document] = ReferencePicture(path=decode_path(kept))
        return self._shown.get(document)

    def put_away(self, document: OpenDocument) -> None:
        """Compare it with nothing."""
        found = self._shown.pop(document, None)
        if found is not None:
            self._away[document] = found
            self._write(document, None)

    def away(self, document: OpenDocument) -> ReferencePicture | None:
        """What it was compared with last."""
        return self._away.get(document)

    def choose(self, document: OpenDocument, reference: ReferencePicture) -> None:
        self._shown[document] = reference
        self._away.pop(document, None)
        self._write(document, reference.path if reference.document is None else reference.document.path)

    def forget(self, closed: OpenDocument) -> None:
        """It was closed: what it was compared with counts no more, and where it was the reference its file is."""
        self._away.pop(closed, None)
        self._shown.pop(closed, None)
        for kept in (self._shown, self._away):
            for document, reference in list(kept.items()):
                if reference.document is not closed:
                    continue
                del kept[document]
                if closed.path is not None and not closed.pasted:
                    kept[document] = ReferencePicture(path=closed.path)

    def _write(self, document: OpenDocument, path: Path | None) -> None:
        if document.path is None:
            return
        kept = dict(self._memory.state.references)
        kept.pop(encode_path(document.path), None)
        if path is not None:
            kept[encode_path(document.path)] = encode_path(path)
        self._memory.keep(references=dict(list(kept.items())[-MOST:]))
