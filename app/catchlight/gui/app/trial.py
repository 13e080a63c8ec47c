"""A window that is walked through and closed again: whether all that it is drawn with is installed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from catchlight.gui.app.application import DesktopApplication
from catchlight.gui.tabs.registry import TABS

_PAUSE_MS = 150
"""Between two looks: the tab's cards begin, and the picture is drawn."""
_PATIENCE = 400
"""Looks until the sample must be open: a minute."""


class WindowTrial(QObject):
    """Waits for the first picture, shows every tab, and closes the window."""

    def __init__(self, desk: DesktopApplication, drawn: Callable[[str], None]) -> None:
        """drawn: hears the key of each tab that something was drawn of."""
        super().__init__(desk)
        self._desk = desk
        self._drawn = drawn
        self._left = [kind.key for kind in TABS]
        self._patience = _PATIENCE
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._step)

    def begin(self) -> None:
        self._timer.start()

    def _step(self) -> None:
        window, self._patience = self._desk.window, self._patience - 1
        if self._desk.session.current is None and self._patience > 0:
            return
        if self._desk.session.current is None or not self._left:
            self._timer.stop()
            window.close()
            return
        key = self._left.pop(0)
        window.actions_by_key[key].trigger()
        shown = window.grab().toImage()
        if window.tab.key == key and _colours(shown) > 1:
            self._drawn(key)


def _colours(image: QImage) -> int:
    """How many colours a coarse grid of the picture has; one where nothing was drawn."""
    width, height = image.width(), image.height()
    return len({image.pixel(x, y) for x in range(0, width, 37) for y in range(0, height, 37)})
