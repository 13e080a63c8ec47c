"""The kiosk in its process: what goes with a session, and the PIN before the first one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from catchlight.gui.kiosk.application import KioskApplication
from catchlight.gui.kiosk.voice import Silence
from catchlight.kiosk.flow.state import SessionState
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.gui.kiosk.admin_parts import PIN, desk
from tests.gui.kiosk.doubles import Machine


@pytest.fixture
def run(qapp: QApplication, machine: Machine, tmp_path: Path) -> Iterator[Callable[..., KioskApplication]]:
    """Starts a kiosk with an admin page whose PIN is given; it ends after the test."""
    running: list[KioskApplication] = []
    style, switch = qapp.style().objectName(), sys.getswitchinterval()

    def start(pin: str, *, windowed: bool) -> KioskApplication:
        running.append(KioskApplication(qapp, machine.parts, desk(tmp_path, pin).parts(), Silence(), windowed=windowed))
        return running[-1]

    yield start
    for kiosk in running:
        QTimer.singleShot(0, kiosk, lambda ending=kiosk: ending.end(0))
        qapp.exec()  # ended inside its loop: from outside all later loops of Qt would end at once
        kiosk.window.deleteLater()
    qapp.setStyle(style)
    qapp.setQuitOnLastWindowClosed(True)
    sys.setswitchinterval(switch)


def test_an_address_that_was_selected_goes_with_its_session(
    run: Callable[..., KioskApplication], qapp: QApplication
) -> None:
    kiosk = run(PIN, windowed=True)
    qapp.clipboard().setText("anna@example.org")
    kiosk.desk.changed.emit(SessionState(session=1), SessionState())
    assert qapp.clipboard().text() == "anna@example.org"
    kiosk.desk.changed.emit(SessionState(session=1, wiped=True), SessionState(session=1))
    assert qapp.clipboard().text() == ""


def test_before_a_pin_was_chosen_nobody_is_served(run: Callable[..., KioskApplication]) -> None:
    kiosk = run("", windowed=False)
    assert kiosk.page is not None
    assert not kiosk.page.close_button.isVisible()


def test_with_a_pin_the_first_screen_is_that_of_the_public(run: Callable[..., KioskApplication]) -> None:
    assert run(PIN, windowed=False).page is None
