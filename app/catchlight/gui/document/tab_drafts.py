"""What the window that is shown is set to, for the list of what is open: the chosen tab, and what it has not applied."""

from __future__ import annotations

import json
from typing import Protocol

from pydantic import ValidationError

from catchlight.gui.app.main_window import MainWindow
from catchlight.gui.opening.open_list import TabDraft
from catchlight.operations.registry import STEPS


class WindowHolder(Protocol):
    """What shows a window, another one after each change of theme or language."""

    @property
    def window(self) -> MainWindow: ...


class Drafts:
    """Asks, and sets, the window of the moment."""

    def __init__(self, desk: WindowHolder) -> None:
        self._desk = desk

    def tab_key(self) -> str:
        return self._desk.window.tab.key

    def draft(self) -> TabDraft | None:
        tab = self._desk.window.tab
        params = tab.draft()
        if params is None:
            return None
        given = params.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return TabDraft(tab=tab.key, parameters=given, pictures=tab.draft_pictures())

    def choose_tab(self, key: str) -> None:
        action = self._desk.window.actions_by_key.get(self._desk.window.tab_called(key).key)
        if action is not None:
            action.trigger()

    def take_draft(self, draft: TabDraft) -> None:
        """One that this version of the program does not understand any more is left."""
        row, tab = STEPS.get(draft.tab), self._desk.window.tab_called(draft.tab)
        if row is None or tab.key != draft.tab:
            return
        try:
            params = row.params.model_validate_json(json.dumps(draft.parameters))
        except ValidationError:
            return
        tab.take_draft(params)
        if draft.pictures:
            tab.take_draft_pictures(draft.pictures)
