"""Keys that mark pictures: they hold in the strip and in the culling view alone, where they go before every other key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QWidget

from catchlight.gui.commands.command import Command


class MarkKeys(QObject):
    """Watches widgets, and triggers the commands whose ``local_keys`` are pressed there."""

    def __init__(self, table: Sequence[Command], actions: Mapping[str, QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._actions = {_key(keys): actions[row.key] for row in table for keys in row.local_keys}

    def serve(self, *widgets: QWidget) -> None:
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() not in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            return False
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        action = self._actions.get(Qt.Key(event.key())) if plain else None
        if action is None:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            action.trigger()
        return True


def _key(keys: str) -> Qt.Key:
    """The key that a row of the table names by its sign."""
    return next(key for key in Qt.Key if key.name == f"Key_{keys}")
