"""The kiosk in its process: what goes with a session, and the PIN before the first one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.gui.kiosk import call_sign
from catchlight.gui.kiosk.application import KioskApplication
from catchlight.gui.kiosk.voice import Silence
from catchlight.kiosk.config.model import Staff
from catchlight.kiosk.flow.state import SessionState
from catchlight.kiosk.staff.calls import StaffCalls
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.conftest import delete_what_is_due
from tests.gui.kiosk.admin_parts import PIN, desk
from tests.gui.kiosk.doubles import Machine


@pytest.fixture
def calls() -> StaffCalls:
    return StaffCalls()


@pytest.fixture
def run(
    qapp: QApplication, machine: Machine, tmp_path: Path, calls: StaffCalls
) -> Iterator[Callable[..., KioskApplication]]:
    """Starts a kiosk with an admin page whose PIN is given; it ends after the test."""
    running: list[KioskApplication] = []
    style, switch = qapp.style().objectName(), sys.getswitchinterval()

    def start(pin: str, *, windowed: bool) -> KioskApplication:
        admin = replace(desk(tmp_path, pin).parts(), calls=calls)
        running.append(KioskApplication(qapp, machine.parts, admin, Silence(), windowed=windowed))
        return running[-1]

    yield start
    for kiosk in running:
        QTimer.singleShot(0, kiosk, lambda ending=kiosk: ending.end(0))
        qapp.exec()  # ended inside its loop: from outside all later loops of Qt would end at once
        kiosk.window.deleteLater()
    delete_what_is_due()
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


def test_a_call_can_be_seen_from_afar_until_somebody_has_seen_to_it(
    run: Callable[..., KioskApplication], calls: StaffCalls, qtbot: QtBot
) -> None:
    kiosk = run(PIN, windowed=True)
    sign, seen = kiosk.sign, set[bool]()
    assert not sign.flashing
    call = calls.raise_call("person")
    qtbot.waitUntil(lambda: seen.add(sign.isVisible()) or seen == {True, False})
    assert sign.flashing
    assert sign.geometry() == kiosk.window.rect()
    assert sign.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    calls.acknowledge(call.id)
    qtbot.waitUntil(lambda: not sign.flashing and not sign.isVisible())


def test_a_frame_ends_by_itself_and_beeps_where_it_is_configured(
    qtbot: QtBot, calls: StaffCalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    beeps: list[bool] = []
    monkeypatch.setattr(call_sign, "FLASH_MS", 20)
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(True))
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    sign = call_sign.CallSign(calls, Staff(flash_s=1, beep=True), QColor("orange"), window)
    calls.raise_call("printer")
    qtbot.waitUntil(lambda: sign.flashing)
    qtbot.waitUntil(lambda: not sign.flashing)
    assert len(beeps) > 1
    none = call_sign.CallSign(calls, Staff(flash_s=0), QColor("orange"), window)
    assert not none.flashing
