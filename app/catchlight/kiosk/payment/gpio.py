"""A coin acceptor on a line of a GPIO chip (Linux): each falling edge is one pulse.

Needs the extra ``gpio`` (libgpiod's own Python package). The line is pulled up; acceptors pull it down for 20 to 100 ms.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from catchlight.kiosk.gpio_line import request_line

if TYPE_CHECKING:
    from gpiod import LineSettings

DEBOUNCE = timedelta(milliseconds=10)
"""Shorter than the shortest pulse that acceptors make (20 ms), longer than their contacts bounce."""
_LOOK_SECONDS = 0.2


class GpioPulses:
    """Calls ``pulse`` with the number of pulses, from a thread of its own, until ``close``."""

    def __init__(self, chip: str, line: int, pulse: Callable[[int], None]) -> None:
        """chip: for example /dev/gpiochip0. Raises InvalidRequest where the line cannot be had."""
        self._request = request_line("[payment] coin_gpio", chip, line, _input_settings)
        self._pulse = pulse
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="gpio", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self._request.release()

    def _watch(self) -> None:
        while not self._closing.is_set():
            if self._request.wait_edge_events(_LOOK_SECONDS):
                self._pulse(len(self._request.read_edge_events()))


def _input_settings() -> LineSettings:
    from gpiod import LineSettings
    from gpiod.line import Bias, Direction, Edge

    return LineSettings(
        direction=Direction.INPUT, edge_detection=Edge.FALLING, bias=Bias.PULL_UP, debounce_period=DEBOUNCE
    )
