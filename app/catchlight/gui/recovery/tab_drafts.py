"""What the window that is shown is set to, for the list of what is open: the chosen tab, and what it has not applied."""

from __future__ import annotations

import json
from typing import Protocol

from pydantic import ValidationError

from catchlight.gui.app.main_window import MainWindow
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.recovery.open_list import TabDraft
from catchlight.gui.recovery.stroke_drafts import StrokeDraft
from catchlight.gui.tabs.edit.hand.draft import DraftState
from catchlight.gui.tabs.edit.tab import EditTab
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

    def strokes(self, document: OpenDocument) -> tuple[StrokeDraft, ...]:
        """What was drawn by hand on a picture's steps and not applied. A step that no store knows cannot be found again."""
        drawn = self._edit_tab.hand.unapplied(document)
        steps = document.steps
        return tuple(
            StrokeDraft(generation=steps[index].generation, edits=state.edits, follows_face=state.follows_face)
            for index, state in drawn.items()
            if index == 0 or steps[index].generation is not None
        )

    def drawn_steps(self, document: OpenDocument) -> int:
        """On how many steps of a picture something was drawn by hand and not applied."""
        return len(self._edit_tab.hand.unapplied(document))

    def take_strokes(self, document: OpenDocument, drafts: tuple[StrokeDraft, ...]) -> None:
        """Those of steps that the store does not have any more are left."""
        places = {step.generation: index for index, step in enumerate(document.steps) if index > 0}
        places[None] = 0
        drawn = {
            places[draft.generation]: DraftState(draft.edits, None, draft.follows_face)
            for draft in drafts
            if draft.generation in places
        }
        if drawn:
            self._edit_tab.take_strokes(document, drawn)

    @property
    def _edit_tab(self) -> EditTab:
        tab = self._desk.window.tab_called(EditTab.key)
        assert isinstance(tab, EditTab)
        return tab

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
