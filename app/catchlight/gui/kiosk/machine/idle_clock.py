"""Whether anybody is there: after some time without a touch a countdown runs, and then the session ends."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal


class IdleClock(QObject):
    """Emits ``idle`` after the idle time, ``ticked`` every second of the countdown, ``expired`` at its end."""

    idle = Signal()
    ticked = Signal(int)
    expired = Signal()

    def __init__(self, idle_s: float, countdown_s: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._countdown_s = countdown_s
        self.left = 0
        """Seconds of the countdown, 0 while none runs."""
        self._idle = QTimer(self, interval=round(idle_s * 1000))
        self._idle.timeout.connect(self.idle)
        self._second = QTimer(self, interval=1000)
        self._second.timeout.connect(self._tick)
        self._idle.start()

    def touch(self) -> None:
        """Somebody is there: the idle time begins anew. A countdown runs on until it is stopped."""
        self._idle.start()

    def count_down(self) -> None:
        """Begin the countdown."""
        self._idle.stop()
        self.left = self._countdown_s
        self._second.start()
        self.ticked.emit(self.left)

    def stop_countdown(self) -> None:
        """The person is there, or the session has ended."""
        self._second.stop()
        self.left = 0
        self._idle.start()

    def stop(self) -> None:
        """For good: nobody is waited for any more."""
        self._idle.stop()
        self._second.stop()

    def _tick(self) -> None:
        self.left -= 1
        self.ticked.emit(self.left)
        if self.left <= 0:
            self.stop_countdown()
            self.expired.emit()
