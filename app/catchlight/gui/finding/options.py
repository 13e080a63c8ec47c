"""Options of tabs and dialogs, found by the names that screen readers tell: sliders, choices, formats, ratios, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QScrollArea, QWidget

from catchlight.gui.cards.cards import Card
from catchlight.gui.finding.folding import bring_to_light, can_be_shown
from catchlight.gui.finding.terms import terms_of
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.swatches import Swatch

_SEGMENT, _SUGGESTION = "segment", "suggestion"
"""Roles of buttons, as in the style sheet."""


@dataclass(frozen=True)
class Option:
    """under: titles of the section and of the list that it stands in. terms: other terms for it. Two are equal that are named
    alike in the same place, in whichever dialog they were found."""

    title: str
    under: tuple[str, ...]
    help: str = field(default="", compare=False)
    terms: str = field(default="", compare=False)
    reveal: Callable[[], None] = field(default=lambda: None, compare=False)
    """Show it, give it the focus, and choose it where it is one of several."""


def find_options(root: QWidget) -> list[Option]:
    """What can be set in a tab or a dialog, in its order; not what stays hidden whatever a person does."""
    found: dict[Option, None] = {}
    section: tuple[QWidget | None, str, str] = (None, "", "")
    for widget in root.findChildren(QWidget):
        if isinstance(widget, QLabel) and widget.property("role") == "section" and widget.text():
            section = widget.parentWidget(), widget.text(), terms_of(widget)
            if can_be_shown(widget, root):
                found.setdefault(_seen(widget.text(), (), widget, root))
            continue
        heads = section[0] is not None and section[0].isAncestorOf(widget)
        under, terms = ((section[1],), section[2]) if heads else ((), "")
        for option in _options_of(widget, root, under, terms):
            found.setdefault(option)
    return list(found)


def _options_of(widget: QWidget, root: QWidget, under: tuple[str, ...], terms: str) -> Iterator[Option]:
    name = widget.accessibleName()
    fold = isinstance(widget.parentWidget(), Disclosure)
    if not name or fold or isinstance(widget, QScrollArea) or widget.property("role") == _SUGGESTION:
        return
    takes_keys = widget.focusPolicy() != Qt.FocusPolicy.NoFocus or widget.focusProxy() is not None
    if not takes_keys or not can_be_shown(widget, root):
        return
    under = tuple(one for one in under if one != name)
    yield _seen(name, under, widget, root, terms)
    if isinstance(widget, QComboBox):
        for place in range(widget.count()):
            yield _item(widget, place, (*under, name), root, terms)


def _seen(title: str, under: tuple[str, ...], widget: QWidget, root: QWidget, terms: str = "") -> Option:
    """A control, or the title of a section."""

    def reveal() -> None:
        bring_to_light(widget, root)
        if isinstance(widget, QAbstractButton) and _is_choice(widget) and not widget.isChecked():
            widget.click()

    own = terms_of(widget)
    help_text = widget.accessibleDescription() or widget.toolTip()
    return Option(title, under, help_text if help_text != title else "", f"{own} {terms}".strip(), reveal)


def _item(box: QComboBox, place: int, under: tuple[str, ...], root: QWidget, terms: str) -> Option:
    """One of the choices of a list."""
    text = box.itemText(place)

    def reveal() -> None:
        bring_to_light(box, root)
        now = box.findText(text)
        if now >= 0:
            box.setCurrentIndex(now)
            box.activated.emit(now)

    return Option(text, under, "", terms, reveal)


def _is_choice(button: QAbstractButton) -> bool:
    """Whether pressing it chooses it among others; other buttons do something, or switch something on and off."""
    if isinstance(button, Card) or button.property("role") == _SEGMENT:
        return True
    return isinstance(button, Swatch) and button.isCheckable() and button.group() is not None
