"""A person in front of the kiosk: looks for a button by its words and touches it; and the patience to wait."""

from __future__ import annotations

import time
from collections.abc import Callable

from catchlight.gui.kiosk.window import KioskWindow
from catchlight.kiosk.flow.state import ScreenId
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

PUMPED: list[Callable[[float], None]] = []
"""Who hears how long the window's thread was busy with what waited for it, in seconds of its processor."""


def pump(work: Callable[[], None] = QApplication.processEvents) -> None:
    """Let the window's thread do what waits for it, or ``work``."""
    began = time.thread_time()
    work()
    for hear in PUMPED:
        hear(time.thread_time() - began)


def wait(condition: Callable[[], object], seconds: float = 120.0) -> None:
    """Run the event loop until ``condition`` holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        pump()
        time.sleep(0.002)
    pump()


class Person:
    """Counts their touches."""

    def __init__(self, window: KioskWindow) -> None:
        self.window = window
        self.touches = 0

    @property
    def screen(self) -> ScreenId:
        return self.window.desk.state.screen

    def buttons(self) -> dict[str, QAbstractButton]:
        """What can be touched now, by its name; with an overlay nothing below it."""
        within: QWidget = self.window.overlay or self.window
        found = within.findChildren(QAbstractButton)
        return {button.accessibleName() or button.text(): button for button in found if button.isVisible()}

    def button(self, name: str) -> QAbstractButton:
        """The one whose name begins so."""
        named = self.buttons()
        found = next((button for words, button in named.items() if words.startswith(name)), None)
        assert found is not None, f"{name} is not among {sorted(named)}"
        return found

    def touch(self, name: str) -> None:
        """The button whose name begins so."""
        self.press(self.button(name))

    def press(self, button: QWidget) -> None:
        self.touches += 1
        parent = button.parentWidget()
        while parent is not None:
            if isinstance(parent, QScrollArea):
                _bring_into_view(parent, button)  # nobody touches what is not to be seen
            parent = parent.parentWidget()
        pump()
        middle = QPoint(button.width() // 2, button.height() // 2)
        pump(lambda: QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=middle))
        pump()

    def wait_for(self, screen: ScreenId) -> None:
        wait(lambda: self.screen == screen and not self.window.desk.state.judging)

    def walk_to_camera(self) -> None:
        """The shortest way, in English, for the first document."""
        self.touch("Start")
        self.touch("English")
        self.touch("ICAO")
        self.touch("I agree")
        self.wait_for("camera")


def _bring_into_view(area: QScrollArea, button: QWidget) -> None:
    """As by a finger on the screen."""
    bar, top = area.verticalScrollBar(), button.mapTo(area.viewport(), QPoint()).y()
    beyond = top + button.height() - area.viewport().height()
    bar.setValue(bar.value() + (top if top < 0 else max(0, beyond)))
