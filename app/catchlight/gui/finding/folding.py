"""Widgets that show and hide parts of themselves, and how one of those parts is brought to light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget


@runtime_checkable
class Folding(Protocol):
    """Has parts that a person shows and hides."""

    def folded_parts(self) -> Sequence[QWidget]:
        """The parts, whether they are shown now or not."""
        ...

    def unfold(self, part: QWidget) -> None:
        """Show one of them."""
        ...


def can_be_shown(widget: QWidget, root: QWidget) -> bool:
    """Whether nothing between a widget and ``root`` hides it but what a person can unfold."""
    at: QWidget | None = widget
    while at is not None and at is not root:
        if _is_put_away(at) and _folding_of(at, root) is None:
            return False
        at = at.parentWidget()
    return at is root


def bring_to_light(widget: QWidget, root: QWidget) -> None:
    """Unfold and scroll until a widget is seen, and give it the focus where it takes one."""
    chain: list[QWidget] = []
    at: QWidget | None = widget
    while at is not None and at is not root:
        chain.append(at)
        at = at.parentWidget()
    for part in reversed(chain):
        folding = _folding_of(part, root)
        if folding is not None:
            folding.unfold(part)
    for area in (*[one for one in chain if isinstance(one, QScrollArea)], *root.findChildren(QScrollArea)):
        if area.isAncestorOf(widget):
            inside = area.widget()
            layout = inside.layout() if inside is not None else None
            if layout is not None:
                layout.activate()  # what was unfolded has its place only now
            area.ensureWidgetVisible(widget)
    if widget.focusPolicy() != Qt.FocusPolicy.NoFocus or widget.focusProxy() is not None:
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _is_put_away(widget: QWidget) -> bool:
    """Whether it was hidden itself, other than by a parent that is not seen."""
    put = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
    return widget.testAttribute(Qt.WidgetAttribute.WA_WState_Hidden) and widget.testAttribute(put)


def _folding_of(part: QWidget, root: QWidget) -> Folding | None:
    """What shows and hides a part, itself or further up to ``root``."""
    at = part.parentWidget()
    while at is not None:
        if isinstance(at, Folding) and any(one is part for one in at.folded_parts()):
            return at
        if at is root:
            return None
        at = at.parentWidget()
    return None
