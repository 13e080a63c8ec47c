"""The edit tab: a part of the picture changed by words, or by hand with brushes and gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.edit.hand.commands import hand_commands
from catchlight.gui.tabs.edit.hand.draft import DraftState, Shape
from catchlight.gui.tabs.edit.hand.page import HandPage
from catchlight.gui.tabs.edit.words_page import OPERATION, WordsPage
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class EditTab(Tab):
    key = OPERATION
    icon = "picker"

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.words = WordsPage(session, theme, ask)
        self.prompt, self.marks, self.pane = self.words.prompt, self.words.marks, self.words.pane
        self.prompt.tab_wanted.connect(self.tab_wanted)
        self.words.submitted.connect(self.apply)
        self.words.changed.connect(lambda: self._refresh() if not self.is_by_hand else None)
        self.hand = HandPage(session, theme)
        self.hand.view_changed.connect(lambda: self._refresh() if self.is_by_hand else None)
        self._build()

    @classmethod
    def title(cls) -> str:
        return tr("Edit")

    @classmethod
    def help(cls) -> str:
        return tr("Change a part of the picture by a sentence")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "next_region": self.marks.next_region,
            "clear_marks": self.marks.clear,
            "brush_add": lambda: self._paint("brush"),
            "brush_erase": lambda: self._paint("erase"),
            "hotspot_tool": lambda: self._mark("point"),
            **hand_commands(self.hand, lambda: self.choose_way("hand")),
        }

    # Building

    def _build(self) -> None:
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        self.ways = Segments(
            [
                ("words", tr("By words"), None, tr("Click the picture and say what is to be done")),
                ("hand", tr("By hand"), None, tr("Heal, clone, dodge, burn and more with a brush or a gradient")),
            ]
        )
        self.ways.chosen.connect(self.choose_way)
        for part in (self.ways, self.words, self.hand):
            self.column.addWidget(part)
        self.column.addStretch(1)
        self.footer.addWidget(self.words.strength)
        self.footer.addWidget(self.apply_button)
        self.choose_way("words")

    # By words or by hand

    @property
    def is_by_hand(self) -> bool:
        return self.ways.key == "hand"

    def choose_way(self, way: str) -> None:
        """words or hand."""
        self.ways.choose(way)
        by_hand = way == "hand"
        self.words.chosen = not by_hand
        self.words.setVisible(not by_hand)
        self.words.strength.setVisible(not by_hand)
        self.hand.setVisible(by_hand)
        if not by_hand:
            self.hand.leave()
        self.enter()
        self._refresh() if by_hand else self.words.refresh()

    def folded_parts(self) -> tuple[QWidget, ...]:
        return (self.words, self.words.strength, self.hand)

    def unfold(self, part: QWidget) -> None:
        self.choose_way("hand" if part is self.hand else "words")

    def _paint(self, shape: Shape) -> None:
        """B and E: the brush of the way that is chosen."""
        if self.is_by_hand:
            self.hand.draft.take_shape(shape)
        else:
            self._mark("add" if shape == "brush" else "erase")

    def _mark(self, tool: str) -> None:
        self.choose_way("words")
        self.words.controls.use_tool(tool)

    @property
    def can_undo(self) -> bool:
        return self.is_by_hand and self.hand.draft.can_undo

    @property
    def can_redo(self) -> bool:
        return self.is_by_hand and self.hand.draft.can_redo

    def undo(self) -> bool:
        return self.is_by_hand and self.hand.draft.undo()

    def redo(self) -> bool:
        return self.is_by_hand and self.hand.draft.redo()

    # What the window asks

    def show_document(self, document: OpenDocument | None) -> None:
        self.words.turn_to(document)
        super().show_document(document)
        if self.hand.show_document(document):
            self.choose_way("hand")
        self.words.show_step()
        self.enter()

    def enter(self) -> None:
        if not self.isVisibleTo(self.window()) or not self._loaded:
            self.words.leave()
            self.hand.leave()
        elif self.is_by_hand:
            self.words.leave()
            self.hand.enter()
        else:
            self.words.enter()

    @property
    def _loaded(self) -> bool:
        return self.document is not None and self.document.loaded

    def scene(self) -> CanvasScene | None:
        if not self._loaded or not self.isVisibleTo(self.window()):
            return None
        return self.hand.scene() if self.is_by_hand else self.words.scene()

    def overlay(self) -> Overlay | None:
        if not self._loaded:
            return None
        return self.hand.brush if self.is_by_hand else self.marks.spot

    def retire(self) -> None:
        self.words.retire()
        self.hand.leave()

    def keep(self) -> dict[str, Any]:
        return {**self.words.keep(), "hand": self.hand.keep(), "way": self.ways.key}

    def take_over(self, kept: dict[str, Any]) -> None:
        self.words.take_over(kept)
        self.hand.take_over(kept["hand"])
        self.choose_way(str(kept["way"]))

    def is_unapplied(self, document: OpenDocument) -> bool:
        return self.hand.ready if self.is_by_hand else self.words.ready

    def is_drawn_on(self, document: OpenDocument) -> bool:
        return self.hand.is_unapplied(document)

    def take_strokes(self, document: OpenDocument, drawn: Mapping[int, DraftState]) -> None:
        """Edits by hand of an earlier session that were not applied, by the index of the step that they were drawn on."""
        self.hand.restore(document, drawn)
        if document is self.document:
            self.choose_way("hand")

    def apply(self) -> None:
        if self.is_by_hand:
            self.hand.apply()
        else:
            self.words.apply()

    def make(self, document: OpenDocument) -> None:
        """Do to a picture what is said and marked."""
        self.words.make(document)

    def _refresh(self) -> None:
        self.apply_button.setEnabled(self.hand.ready if self.is_by_hand else self.words.ready)
        self.view_changed.emit()
