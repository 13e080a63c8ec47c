"""The staff's way to the admin page: five taps in the upper left corner, without any in between."""

from __future__ import annotations

import time

from PySide6.QtCore import QPoint

TAPS, WITHIN_S, CORNER = 5, 4.0, 96
"""How many, in which time, and the side of the corner in pixels."""


class CornerTaps:
    """Counts."""

    def __init__(self) -> None:
        self._times: list[float] = []

    def tap(self, place: QPoint) -> bool:
        """Whether this was the fifth. place: in the window, in pixels."""
        now = time.monotonic()
        if not in_corner(place):
            self._times.clear()
            return False
        self._times = [at for at in self._times if now - at < WITHIN_S] + [now]
        if len(self._times) < TAPS:
            return False
        self._times.clear()
        return True


def in_corner(place: QPoint) -> bool:
    """place: in the window, in pixels."""
    return place.x() < CORNER and place.y() < CORNER
