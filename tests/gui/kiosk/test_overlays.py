"""What lies over a screen is gone when it is closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from catchlight.gui.kiosk.window import KioskWindow
from catchlight.kiosk.flow.state import SessionState
from PySide6.QtCore import QCoreApplication, QEvent

from tests.gui.kiosk.doubles import Machine


def test_the_countdown_hears_the_clock_as_long_as_it_is_there(
    machine: Machine, open_kiosk: Callable[..., KioskWindow]
) -> None:
    window = open_kiosk(machine.parts)
    desk = window.desk
    desk.state = replace(SessionState(), screen="document", language="en", overlay="idle")
    window.dress()
    assert window.overlay is not None
    desk.clock.ticked.emit(7)
    assert "7 seconds" in window.overlay.text.text()
    desk.state = replace(desk.state, overlay="")
    window.dress()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # type: ignore[arg-type]  # None is for all, as Qt has it
    desk.clock.ticked.emit(6)  # an error in a slot fails the test
    assert window.overlay is None
