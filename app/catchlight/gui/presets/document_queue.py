"""Open pictures one after the other, each once it is read and nothing else is being done to it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from catchlight.gui.app.session import Session
from catchlight.gui.document.document import OpenDocument


class DocumentQueue(QObject):
    """Gives the next picture when it is asked to; those that were closed or cannot be read are passed over."""

    ready = Signal(object)
    """An OpenDocument that can be worked on."""
    ended = Signal()

    def __init__(self, session: Session, documents: Sequence[OpenDocument], parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._left = list(documents)
        self._waited: OpenDocument | None = None
        session.loading.given_up.connect(self._pass_over)

    def next(self) -> None:
        while self._left:
            document = self._left.pop(0)
            if document not in self._session.documents or document.broken:
                continue
            if document.loaded:
                self._give(document)
                return
            self._waited = document
            document.changed.connect(self._loaded)
            document.thumbnail_changed.connect(self._not_loaded)
            self._session.load(document)
            return
        self.ended.emit()

    def _loaded(self) -> None:
        document = self._waited
        if document is not None and document.loaded:
            self._stop_waiting(document)
            self._give(document)

    def _give(self, document: OpenDocument) -> None:
        self._session.running.when_free(document, lambda: self.ready.emit(document))

    def _not_loaded(self, document: OpenDocument) -> None:
        if document.broken:
            self._stop_waiting(document)
            self.next()

    def _pass_over(self, document: OpenDocument) -> None:
        if document is self._waited:
            self._stop_waiting(document)
            self.next()

    def _stop_waiting(self, document: OpenDocument) -> None:
        self._waited = None
        document.changed.disconnect(self._loaded)
        document.thumbnail_changed.disconnect(self._not_loaded)
