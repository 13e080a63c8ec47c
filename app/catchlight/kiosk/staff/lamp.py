"""Calling staff by a line of a GPIO chip (Linux): a lamp or a bell that is on for a while, or until the call is acknowledged.

Needs the extra ``gpio`` (libgpiod's own Python package).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from catchlight.core.messages import Message
from catchlight.kiosk.gpio_line import request_line
from catchlight.kiosk.staff.port import CallNotice, StaffCall, StaffUnreached

if TYPE_CHECKING:
    from gpiod import LineSettings

_LOG = logging.getLogger(__name__)


class OutputLine(Protocol):
    """A line that is driven."""

    def set_active(self, active: bool) -> None:
        """Raises OSError."""

    def release(self) -> None: ...


class GpioOutput:
    """A line of a chip as an output. It is inactive until it is set."""

    def __init__(self, chip: str, line: int) -> None:
        """chip: for example /dev/gpiochip0. Raises InvalidRequest where the line cannot be had."""
        self._line = line
        self._request = request_line("[staff] gpio", chip, line, _output_settings)

    def set_active(self, active: bool) -> None:
        from gpiod.line import Value

        self._request.set_value(self._line, Value.ACTIVE if active else Value.INACTIVE)

    def release(self) -> None:
        self._request.release()


class LampWay:
    """On for ``seconds`` from the last call; off at once when no call is open any more."""

    name = "lamp"

    def __init__(self, line: OutputLine, seconds: float) -> None:
        self._line = line
        self._seconds = seconds
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def deliver(self, notice: CallNotice, still_open: Callable[[], Sequence[StaffCall]]) -> None:
        if notice.state == "open":
            self._switch(True)
        elif not still_open():
            self._switch(False)

    def close(self) -> None:
        try:
            self._switch(False)
        except StaffUnreached:  # the chip has gone: the lamp with it
            self._stop_timer()
        self._line.release()

    def _switch(self, active: bool) -> None:
        with self._lock:
            self._stop_timer()
            try:
                self._line.set_active(active)
            except OSError as fault:
                raise StaffUnreached(
                    Message("The line of the lamp cannot be set: {why}.", why=fault.strerror or str(fault))
                ) from fault
            if active:
                self._timer = threading.Timer(self._seconds, self._go_out)
                self._timer.name, self._timer.daemon = "staff lamp off", True
                self._timer.start()

    def _go_out(self) -> None:
        with self._lock:
            try:
                self._line.set_active(False)
            except OSError as fault:
                _LOG.warning("The lamp that calls staff could not be switched off: %s", fault)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _output_settings() -> LineSettings:
    from gpiod import LineSettings
    from gpiod.line import Direction, Value

    return LineSettings(direction=Direction.OUTPUT, output_value=Value.INACTIVE)
