"""What a tab may draw over the picture, and how the pointer reaches it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPainter

from catchlight.gui.canvas.viewport import Viewport


class Overlay(Protocol):
    """Something a tab draws over the picture; positions are in picture pixels where not said otherwise."""

    def paint(self, painter: QPainter, view: Viewport) -> None: ...

    def cursor_at(self, x: float, y: float, view: Viewport) -> Qt.CursorShape | None:
        """The cursor over view position (x, y); None where the overlay has nothing to grab."""

    def press(self, x: float, y: float, view: Viewport) -> bool: ...

    def drag(self, x: float, y: float, view: Viewport) -> None: ...

    def release(self) -> None: ...


@runtime_checkable
class Scrollable(Protocol):
    """An overlay that takes the wheel while Alt is held."""

    def scroll(self, notches: float) -> None: ...


@runtime_checkable
class Keyed(Protocol):
    """An overlay that takes keys while the canvas has the focus."""

    def takes(self, event: QKeyEvent) -> bool:
        """Whether the key is one of its own, whatever the window has it for."""

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was one of its own, and has been acted on."""


@runtime_checkable
class PartialOverlay(Protocol):
    """An overlay that takes clicks, and leaves some drags to the view."""

    def yields(self) -> bool:
        """Whether the drag under way is none of its own; it then forgets it."""


@runtime_checkable
class HoverOverlay(Protocol):
    """An overlay that follows the pointer, also while no button is held."""

    def hover(self, x: float, y: float, view: Viewport) -> None: ...


@runtime_checkable
class PressureOverlay(Protocol):
    """An overlay to which it matters how hard the pen of a tablet is pressed."""

    def press_with(self, pressure: float) -> None:
        """0..1, told before the press or drag that it belongs to; 1 when the pen is lifted."""


class Veil(Protocol):
    """What lies on the picture, and takes no pointer."""

    def paint(self, painter: QPainter, view: Viewport) -> None: ...


class PointerMarks(Protocol):
    """What lies over every overlay and follows the pointer without taking it."""

    def paint(self, painter: QPainter, view: Viewport) -> None: ...

    def hover(self, x: float, y: float, view: Viewport) -> None: ...

    def leave(self) -> None: ...
