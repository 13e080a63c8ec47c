"""What tabs have not applied: told before a picture is written or printed; asked about before what a hand drew would be lost."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.app.window.tab_pages import TabShelf
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.wording.i18n import tr


class UnappliedWork:
    """Looks into the tabs of one window."""

    def __init__(self, session: Session, tabs: TabShelf, ask: SystemDialogs, window: QWidget) -> None:
        self._session, self._tabs, self._ask, self._window = session, tabs, ask, window
        session.may_close = self.may_close
        session.is_drawn_on = self._is_drawn

    def note(self, document: OpenDocument) -> str:
        """What is to be said beside a file of a picture; empty where it has all that the tab shows."""
        tab = self._tabs.tab
        if not tab.is_unapplied(document):
            return ""
        return tr(
            "What is set or drawn in the tab {name}, and not applied, is not in it. Apply it first.", name=tab.title()
        )

    def may_close(self, document: OpenDocument) -> bool:
        """Whether a picture may be closed: asked only where a hand has drawn on it."""
        if not self._is_drawn(document):
            return True
        text = tr("Brush strokes on {name} are not applied. Close it without them?", name=document.title)
        return self._ask.yes(self._window, tr("Close the picture"), text)

    def may_end(self) -> bool:
        """The same of all pictures, before the window is closed; those whose strokes the next start has are not asked about."""
        session = self._session
        lost = [one for one in session.documents if self._is_drawn(one) and not session.keeps_strokes(one)]
        drawn = [document.title for document in lost]
        if not drawn:
            return True
        names = tr(", ").join(drawn)
        text = tr("Brush strokes on {name} are not applied. Close without them?", name=names)
        return self._ask.yes(self._window, tr("Close the window"), text)

    def _is_drawn(self, document: OpenDocument) -> bool:
        return self._session.awaits_strokes(document) or any(tab.is_drawn_on(document) for tab in self._tabs.built)
