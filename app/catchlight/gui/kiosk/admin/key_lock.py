"""Nothing leads out of the kiosk but the staff's way: shortcuts, menus and closing are taken away from the whole application."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

_EATEN = frozenset(
    {QEvent.Type.ContextMenu, QEvent.Type.ToolTip, QEvent.Type.WhatsThis, QEvent.Type.DragEnter, QEvent.Type.Drop}
)
_KEY_EVENTS = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride, QEvent.Type.Shortcut}
)
_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_SYSTEM = frozenset(
    {
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_Meta,
        Qt.Key.Key_Super_L,
        Qt.Key.Key_Super_R,
        Qt.Key.Key_Menu,
        Qt.Key.Key_Print,
        Qt.Key.Key_SysReq,
        Qt.Key.Key_Help,
        Qt.Key.Key_Escape,
    }
)


class KeyLock(QObject):
    """An event filter of the application. What the compositor or the system takes first (Super, Ctrl+Alt+Delete) never comes
    here: see docs/kiosk.md."""

    def __init__(self, application: QApplication, window: QWidget, allowed: Collection[str] = ()) -> None:
        """allowed: keys that are let through although they are function keys, by Qt's names, as that of a coin acceptor."""
        super().__init__(application)
        self._application, self._window = application, window
        self._allowed = {QKeySequence(name).toString() for name in allowed}
        self.locked = True
        """Off for as long as the window is to be closed from inside."""
        application.installEventFilter(self)

    def release(self) -> None:
        """Let everything through again, for good."""
        self.locked = False
        self._application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.locked:
            return False
        kind = event.type()
        if kind in _EATEN:
            return True
        if kind in _KEY_EVENTS:
            return not isinstance(event, QKeyEvent) or self._is_taken(event)
        if (
            kind == QEvent.Type.Close
            and isinstance(watched, QWidget)
            and watched.isWindow()
            and isinstance(event, QCloseEvent)
        ):
            if event.spontaneous():
                event.ignore()
                return True
        elif kind == QEvent.Type.WindowStateChange and watched is self._window and self._window.isMinimized():
            self._window.showFullScreen()
        return False

    def _is_taken(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if QKeySequence(key).toString() in self._allowed and not event.modifiers() & _MODIFIERS:
            return False
        if key in _SYSTEM or Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
            return True
        held = event.modifiers() & _MODIFIERS
        altgr = (
            held == Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier and event.text().isprintable()
        )
        return bool(held) and not (altgr and event.text())
