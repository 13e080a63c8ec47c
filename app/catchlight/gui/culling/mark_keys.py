"""Keys that mark pictures: they hold in the strip and in the culling view alone, where they go before every other key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QWidget

from catchlight.gui.commands.command import Command

PASSED = frozenset({Qt.Key.Key_L, Qt.Key.Key_F})
"""Letters that mean the same in the culling view as everywhere; all others would lead to a tab by mistake."""


class MarkKeys(QObject):
    """Watches widgets, and triggers the commands whose ``local_keys`` are pressed there."""

    def __init__(self, table: Sequence[Command], actions: Mapping[str, QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._alone: set[QObject] = set()
        self._actions = {_key(keys): actions[row.key] for row in table for keys in row.local_keys}

    def serve(self, *widgets: QWidget, alone: bool = False) -> None:
        """alone: no other letter is a command there."""
        for widget in widgets:
            widget.installEventFilter(self)
            if alone:
                self._alone.add(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() not in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            return False
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        key = Qt.Key(event.key())
        action = self._actions.get(key) if plain else None
        letter = Qt.Key.Key_A <= key <= Qt.Key.Key_Z and key not in PASSED
        if action is None and not (plain and letter and watched in self._alone):
            return False
        event.accept()
        if action is not None and event.type() == QEvent.Type.KeyPress:
            action.trigger()
        return True


def _key(keys: str) -> Qt.Key:
    """The key that a row of the table names by its sign."""
    return next(key for key in Qt.Key if key.name == f"Key_{keys}")
