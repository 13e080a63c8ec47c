"""A button with words, an explanation and what it does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton

from catchlight.gui.widgets.theme import Theme


def push_button(text: str, help_text: str, does: Callable[[], object], theme: Theme, icon: str = "") -> QPushButton:
    """A button that Return in another control does not press."""
    button = QPushButton(text)
    if icon:
        button.setIcon(theme.icons(icon))
    button.setToolTip(help_text)
    button.setAccessibleName(text.rstrip("…"))
    button.setAutoDefault(False)
    button.clicked.connect(lambda _checked=False: does())
    return button
