"""Whether the clipping warning is shown, and from which levels on: what the canvas, the histogram and the dialog share."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from catchlight.develop.clipping import ClippingLimits
from catchlight.gui.app.window_memory import Memory


class ClippingState(QObject):
    """One for a session: another theme or language keeps it. The levels outlive the session, what is shown does not."""

    changed = Signal()

    def __init__(self, memory: Memory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self.highlights = False
        self.shadows = False

    @property
    def shown(self) -> bool:
        """Whether either is."""
        return self.highlights or self.shadows

    @property
    def limits(self) -> ClippingLimits:
        return self._memory.state.clipping

    def show(self, *, highlights: bool, shadows: bool) -> None:
        if (highlights, shadows) != (self.highlights, self.shadows):
            self.highlights, self.shadows = highlights, shadows
            self.changed.emit()

    def toggle(self) -> None:
        """Both, or none where one is shown."""
        on = not self.shown
        self.show(highlights=on, shadows=on)

    def toggle_end(self, end: str) -> None:
        """``highlights`` or ``shadows`` alone."""
        wanted = {"highlights": self.highlights, "shadows": self.shadows}
        wanted[end] = not wanted[end]
        self.show(**wanted)

    def use(self, limits: ClippingLimits) -> None:
        """Count from other levels on."""
        if limits != self.limits:
            self._memory.keep(clipping=limits)
            self.changed.emit()
