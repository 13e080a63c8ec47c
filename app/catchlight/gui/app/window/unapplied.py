"""What tabs have not applied: told before a picture is written or printed; asked about before what a hand drew would be lost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.app.window.tab_pages import TabShelf
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.wording.i18n import tr, tr_counted


class UnappliedWork:
    """Looks into the tabs of one window."""

    def __init__(self, session: Session, tabs: TabShelf, ask: SystemDialogs, window: QWidget) -> None:
        self._session, self._tabs, self._ask, self._window = session, tabs, ask, window
        session.may_close = self.may_close
        session.is_drawn_on = self._is_drawn

    def note(self, document: OpenDocument) -> str:
        """What is to be said beside a file of a picture; empty where it has everything.

        Strokes of the brush that are not applied are told whatever tab is shown; of what else is set, what the shown tab has.
        """
        tab, said = self._tabs.tab, []
        is_set = self._is_set(document)
        if is_set:
            said.append(
                tr(
                    "What is set or drawn in the tab {name}, and not applied, is not in it. Apply it first.",
                    name=tab.title(),
                )
            )
        if self._is_drawn(document) and not (is_set and tab.is_drawn_on(document)):
            said.append(
                tr(
                    "Brush strokes that are not applied are not in it. Apply them first in the tab {name}.",
                    name=EditTab.title(),
                )
            )
        return "\n".join(said)

    def note_of_all(self, documents: Sequence[OpenDocument]) -> str:
        """The same beside the files of several pictures: of how many of them."""
        count = sum(self._is_set(one) or self._is_drawn(one) for one in documents)
        if not count:
            return ""
        return tr_counted(
            "What is set or drawn on {count} picture, and not applied, is not written. Apply it first.",
            "What is set or drawn on {count} pictures, and not applied, is not written. Apply it first.",
            count,
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

    def _is_set(self, document: OpenDocument) -> bool:
        """Whether the shown tab has something for a picture that is not applied."""
        return document is self._session.current and self._tabs.tab.is_unapplied(document)

    def _is_drawn(self, document: OpenDocument) -> bool:
        return self._session.awaits_strokes(document) or any(tab.is_drawn_on(document) for tab in self._tabs.built)
