"""Full screen, and back to what a window was before: maximised, or a size of its own."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def switch_full_screen(window: QWidget) -> None:
    """Make a window take the whole screen, or give it back the state that it had before.

    ``showFullScreen`` and ``showNormal`` both forget that a window was maximised.
    """
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def leave_full_screen(window: QWidget) -> bool:
    """Give a window back the state that it had before; says whether it was full screen."""
    if not window.isFullScreen():
        return False
    switch_full_screen(window)
    return True
