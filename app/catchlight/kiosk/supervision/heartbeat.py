"""What the kiosk's process says to its watchdog, and how it ends."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from multiprocessing.connection import Connection

from catchlight.core.keep_alive import stop_with_supervisor

STARTED, BEAT = "started", "beat"
LEAVE, RESTART = 0, 75
"""Exit codes of the process: staff leave for the desktop; it wants a new start, as for new settings. Any other: a crash."""
BEAT_SECONDS = 1.0
"""How often the window's own thread beats."""


class Heartbeat:
    """The kiosk's end of the connection. Called from the thread whose hanging is to be noticed: the window's."""

    def __init__(self, channel: Connection, stop: Callable[[], None]) -> None:
        """stop: called, from another thread, when the watchdog is no more or wants the process to end."""
        self._channel = channel
        stop_with_supervisor(channel, stop)

    def started(self) -> None:
        """The attract screen is shown."""
        self._say(STARTED)

    def beat(self) -> None:
        """The window's thread is at work. To be called every ``BEAT_SECONDS``."""
        self._say(BEAT)

    def _say(self, word: str) -> None:
        with contextlib.suppress(OSError):  # the watchdog has gone, and ``stop`` is on its way
            self._channel.send(word)
