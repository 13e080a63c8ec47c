"""A raw file developed in another way after it was edited: its own picture to look at, and the later edits made anew."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.replay import Replay
from catchlight.gui.tabs.adjust.raw_base import RawBase, RawRoot
from catchlight.gui.tabs.adjust.state import AdjustState
from catchlight.operations.adjust.params import AdjustParams


class RawReplay(QObject):
    """One for a tab, whatever picture is shown."""

    ready = Signal()
    """The raw file's own picture is there now."""
    changed = Signal()
    """The later edits are being made anew, or are made."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._root = RawRoot(session.jobs, self.ready.emit)
        self._replay: Replay | None = None

    @property
    def under_way(self) -> bool:
        return self._replay is not None

    def source_of(self, base: RawBase | None) -> EditStep | None:
        """The raw file as it was opened; None until its pixels are there, which ``ready`` tells."""
        return self._root.step_of(base)

    def release(self) -> None:
        """Nobody looks at the raw file's own picture any more."""
        self._root.release()

    def begin(self, document: OpenDocument, base: RawBase, wish: AdjustState) -> None:
        """Develop the raw file as it is wished and make the later edits anew; nothing while that is done already."""
        if self._replay is not None:
            return
        last = None if wish.is_empty else AdjustParams(settings=wish.settings, strength=wish.strength)
        self._replay = Replay(self._session, document, base.root, base.replayed(wish.raw, last), self)
        self._replay.ended.connect(self._ended)
        self._replay.begin()
        self.changed.emit()

    def _ended(self) -> None:
        self._replay = None
        self.changed.emit()
