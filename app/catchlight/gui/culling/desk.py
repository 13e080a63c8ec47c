"""Culling in the window: its commands, and the view in the place of canvas and panels while it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.zoom_view import ZoomView
from catchlight.gui.commands.command import Need
from catchlight.gui.culling.arrangement import FlagChoice, LabelChoice, Order
from catchlight.gui.culling.mark_keys import MarkKeys
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.film_strip import FilmStrip
from catchlight.gui.widgets.theme import Theme
from catchlight.imaging.sidecar.mark import LABELS, MOST_STARS, Flag, Label, PictureMark

if TYPE_CHECKING:
    from catchlight.gui.culling.view import CullingView

_KEPT_NEEDS: frozenset[Need] = frozenset({"", "documents"})
"""What commands may need that are there while one culls; all others work on the picture of the tabs, which is not seen."""
_PICTURE_NEEDS: frozenset[Need] = frozenset({"document"})
"""What they may need besides, where there is an active picture."""


class CullingDesk(QObject):
    """Marks what is seen: in the culling view its active picture, else the current one."""

    looked_at = Signal(object)
    """The ScreenPreview of the active picture, None while there is none."""
    active_changed = Signal()
    """Keys mark another picture now, or none."""
    toggled = Signal(bool)
    """Whether the culling view is shown."""

    def __init__(self, session: Session, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self.view: CullingView | None = None
        self._pages: QStackedWidget | None = None
        self._strip: FilmStrip | None = None
        self._keys: MarkKeys | None = None
        self._actions: Mapping[str, QAction] = {}

    def join(self, pages: QStackedWidget, strip: FilmStrip, keys: MarkKeys, actions: Mapping[str, QAction]) -> None:
        """pages: the tabs' page is its first; the culling view becomes another when it is first asked for."""
        self._pages, self._strip, self._keys, self._actions = pages, strip, keys, actions
        keys.serve(strip.rows)
        choices = self._session.memory.state.culling
        actions["auto_advance"].setChecked(choices.auto_advance)
        self._session.marks.choose(replace(self._session.marks.arrangement, order=choices.order))
        self._session.marks.arranged.connect(self._show_choices)
        self._session.marks.changed.connect(lambda _document: self._show_choices())
        self._show_choices()

    @property
    def shown(self) -> bool:
        return self._pages is not None and self.view is not None and self._pages.currentWidget() is self.view

    @property
    def document(self) -> OpenDocument | None:
        """The picture that is marked."""
        return self.view.active if self.shown and self.view is not None else self._session.current

    @property
    def active_view(self) -> ZoomView | None:
        """The view of the active picture while pictures are chosen."""
        return self.view.active_view if self.shown and self.view is not None else None

    def slots(self) -> dict[str, Callable[[], object]]:
        """What its commands do, by key."""
        found: dict[str, Callable[[], object]] = {
            "cull": self.toggle,
            "cull_panes": self._more_panes,
            "cull_part": self._next_part,
            "auto_advance": self._keep_advance,
            "undo_mark": self._undo_mark,
            "clear_filter": partial(self._arrange, least=0, flag="any", label="any"),
            "sort_descending": self._turn_order,
            "pick": partial(self._flag, "pick"),
            "reject": partial(self._flag, "reject"),
            "unflag": partial(self._flag, ""),
        }
        for stars in range(MOST_STARS + 1):
            found[f"rate_{stars}"] = partial(self._rate, stars)
            found[f"least_{stars}"] = partial(self._arrange, least=stars)
        for label in LABELS:
            found[f"label_{label}"] = partial(self._label, label)
        for flag in get_args(FlagChoice):
            found[f"show_{flag}"] = partial(self._arrange, flag=flag)
        for shown in get_args(LabelChoice):
            found[f"show_label_{shown}"] = partial(self._arrange, label=shown)
        for order in get_args(Order):
            found[f"sort_{order}"] = partial(self._sort, order)
        return found

    def instead(self, slots: Mapping[str, Callable[[], object]]) -> dict[str, Callable[[], object]]:
        """Commands that mean something else while pictures are chosen. slots: what they mean otherwise."""
        return {
            "undo": lambda: self.undo() or slots["undo"](),
            "redo": lambda: self.redo() or slots["redo"](),
            "close": lambda: self.close_active() or slots["close"](),
            "next": lambda: self.step(1),
            "previous": lambda: self.step(-1),
        }

    def allowed(self, met: frozenset[Need]) -> frozenset[Need]:
        """What commands may count on now."""
        if not self.shown:
            return met
        marks = self._session.marks
        undo: set[Need] = {"undo"} if marks.can_undo else set()
        redo: set[Need] = {"redo"} if marks.can_redo else set()
        active: frozenset[Need] = frozenset() if self.document is None else met & _PICTURE_NEEDS
        return (met & _KEPT_NEEDS) | active | undo | redo

    # The view

    def toggle(self) -> None:
        if self.shown:
            self.leave()
        else:
            self.show()

    def show(self) -> None:
        if self._pages is None or self._strip is None or self._keys is None or not self._session.documents:
            return
        if self.view is None:
            from catchlight.gui.culling.view import (
                CullingView,
            )  # not before it is asked for: a window must be there soon

            self.view = CullingView(self._session, self._actions, self._theme)
            self._keys.serve(self.view, *(pane.view for pane in self.view.panes), alone=True)
            self.view.left.connect(self.leave)
            self.view.looked_at.connect(self.looked_at)
            self.view.active_changed.connect(self._strip.mark)
            self.view.active_changed.connect(lambda _document: self.active_changed.emit())
            self._pages.addWidget(self.view)
        self._pages.setCurrentWidget(self.view)
        self._strip.leaf_with(self.view.show_document)
        self.view.begin(self._session.current)
        self.toggled.emit(True)

    def leave(self) -> bool:
        """Back to the tabs, with the active picture; says whether pictures were chosen."""
        if not self.shown or self.view is None or self._pages is None or self._strip is None:
            return False
        active = self.view.active
        self._strip.leaf_with(None)
        self._pages.setCurrentIndex(0)
        self.view.end()
        self.toggled.emit(False)
        if active is not None and active in self._session.documents and active is not self._session.current:
            self._session.show(active)
        else:
            self._strip.mark(self._session.current)
        return True

    def step(self, by: int) -> None:
        """The next of the pictures that are shown, or one before; from the last on to the first in the tabs."""
        if self.shown and self.view is not None:
            self.view.step(by)
            return
        visible, current = self._session.marks.visible, self._session.current
        if current in visible:
            self._session.show(visible[(visible.index(current) + by) % len(visible)])
        elif visible:
            self._session.show(visible[0])

    def undo(self) -> bool:
        """Take the last mark back where pictures are chosen; says whether that is so."""
        return self._back_or_forth(self._session.marks.undo)

    def redo(self) -> bool:
        return self._back_or_forth(self._session.marks.redo)

    def close_active(self) -> bool:
        """Close the picture that is looked at; says whether that is another than the tabs'."""
        if not self.shown or self.document is None:
            return False
        self._session.close(self.document)
        if not self._session.documents:
            self.leave()
        return True

    # Marks

    def _mark(self, change: Callable[[PictureMark], PictureMark]) -> None:
        document, marks = self.document, self._session.marks
        if document is None:
            return
        beside = marks.neighbour(document, 1) if self._session.memory.state.culling.auto_advance else None
        marks.set(document, change(marks.of(document)))
        if beside is None:
            return
        if self.shown and self.view is not None:
            self.view.show_document(beside)
        else:
            self._session.show(beside)

    def _rate(self, stars: int) -> None:
        self._mark(lambda mark: replace(mark, rating=stars))

    def _flag(self, flag: Flag) -> None:
        self._mark(lambda mark: replace(mark, flag=flag))

    def _label(self, label: Label) -> None:
        """The same label again takes it away."""
        self._mark(lambda mark: replace(mark, label="" if mark.label == label else label))

    def _back_or_forth(self, step: Callable[[], OpenDocument | None]) -> bool:
        if not self.shown or self.view is None:
            return False
        document = step()
        if document is not None:
            self.view.show_document(document)
        return True

    def _undo_mark(self) -> None:
        """Take the last mark back, also where Ctrl+Z takes a step back."""
        if not self.undo():
            self._session.marks.undo()

    # Choices

    def _more_panes(self) -> None:
        self.show()
        if self.view is not None:
            self.view.next_panes()

    def _next_part(self) -> None:
        self.show()
        if self.view is not None:
            self.view.linked.next_part()

    def _keep_advance(self) -> None:
        self._keep(auto_advance=self._actions["auto_advance"].isChecked())

    def _sort(self, order: Order) -> None:
        self._arrange(order=order)
        self._keep(order=order)

    def _turn_order(self) -> None:
        self._arrange(descending=self._actions["sort_descending"].isChecked())

    def _arrange(self, **changes: object) -> None:
        marks = self._session.marks
        marks.choose(replace(marks.arrangement, **changes))  # type: ignore[arg-type]
        self._show_choices()

    def _keep(self, **changes: object) -> None:
        memory = self._session.memory
        memory.keep(culling=memory.state.culling.model_dump() | changes)
        self._session.save_memory()

    def _show_choices(self) -> None:
        """Check what is chosen."""
        now = self._session.marks.arrangement
        chosen = {f"least_{now.least}", f"show_{now.flag}", f"show_label_{now.label}", f"sort_{now.order}"}
        self._actions["undo_mark"].setEnabled(self._session.marks.can_undo)
        self._actions["clear_filter"].setEnabled(now.filters)
        for key, action in self._actions.items():
            if key.startswith(("least_", "show_", "sort_")):
                action.setChecked(key in chosen or (key == "sort_descending" and now.descending))
        if self._strip is not None:
            self._strip.show_filter(now, len(self._session.marks.visible), len(self._session.documents))
