"""The admin page: nothing without the PIN; settings that are valid or not kept; test prints, calibration, logs, the way out."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from catchlight.gui.kiosk.admin.money_page import MoneyPage
from catchlight.gui.kiosk.admin.page import AdminPage
from catchlight.gui.kiosk.admin.printer_page import PrinterPage
from catchlight.gui.kiosk.admin.service_page import ServicePage
from catchlight.gui.kiosk.admin.settings_page import SettingsPage
from catchlight.gui.kiosk.admin.state_page import StatePage
from catchlight.gui.widgets import theme
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.port import Quote
from catchlight.kiosk.printing.port import PrinterState
from catchlight.kiosk.supervision.pin import verify_pin
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.kiosk.admin_parts import PIN, Desk, desk


class Opened:
    """A page on a desk, shown, and what became of its signals."""

    def __init__(self, behind: Desk, qtbot: QtBot) -> None:
        self.desk, self.qtbot = behind, qtbot
        self.page = AdminPage(behind.parts(), theme.build("dark"))
        self.told: list[str] = []
        for name in ("closed", "restart_asked", "left"):
            getattr(self.page, name).connect(lambda name=name: self.told.append(name))
        qtbot.addWidget(self.page, before_close_func=AdminPage.stop)
        self.page.resize(1280, 800)
        self.page.show()

    def type(self, pin: str) -> None:
        gate = self.page.gate
        assert gate is not None
        for digit in pin:
            self.qtbot.mouseClick(gate.keys[digit], Qt.MouseButton.LeftButton)
        self.qtbot.mouseClick(gate.keys["ok"], Qt.MouseButton.LeftButton)

    def enter(self) -> None:
        self.type(PIN)
        self.qtbot.waitUntil(lambda: self.page.gate is None)

    def settings(self) -> SettingsPage:
        page = self.page.pages["settings"]
        assert isinstance(page, SettingsPage)
        return page

    def service(self) -> ServicePage:
        found = self.page.findChild(ServicePage)
        assert isinstance(found, ServicePage)
        return found

    def printer(self) -> PrinterPage:
        found = self.page.findChild(PrinterPage)
        assert isinstance(found, PrinterPage)
        return found


@pytest.fixture
def opened(tmp_path: Path, qtbot: QtBot) -> Opened:
    return Opened(desk(tmp_path), qtbot)


def test_nothing_is_built_before_the_pin_is_right(opened: Opened, qtbot: QtBot) -> None:
    assert not opened.page.pages
    opened.type("0815")
    gate = opened.page.gate
    assert gate is not None
    qtbot.waitUntil(lambda: "wrong" in gate.said.text())
    assert not opened.page.pages
    opened.enter()
    assert list(opened.page.pages) == ["state", "settings", "printer", "service"]


def test_the_first_start_asks_for_a_pin_twice_and_keeps_its_hash(tmp_path: Path, qtbot: QtBot) -> None:
    opened = Opened(desk(tmp_path, pin=""), qtbot)
    gate = opened.page.gate
    assert gate is not None
    for pin, said in (("1234", "guessed"), ("5082", "once more"), ("5083", "not the same"), ("5082", "once more")):
        opened.type(pin)
        qtbot.waitUntil(lambda said=said: said in gate.said.text())
    opened.type("5082")
    qtbot.waitUntil(lambda: bool(opened.page.pages))
    assert verify_pin("5082", opened.desk.config.admin.pin_hash)


def test_wrong_pins_lock_the_keys_for_a_while(opened: Opened, qtbot: QtBot) -> None:
    gate = opened.page.gate
    assert gate is not None
    for _ in range(3):
        opened.type("0815")
        qtbot.waitUntil(lambda: not gate._work.busy)
    qtbot.waitUntil(lambda: not gate.keys["ok"].isEnabled())
    assert "Wait" in gate.said.text()


def test_what_is_pressed_is_large_enough_for_a_finger(opened: Opened) -> None:
    opened.enter()
    for name in opened.page.pages:
        opened.page.show_page(name)
        opened.qtbot.wait(10)
        small = {
            f"{type(one).__name__} {one.accessibleName() or getattr(one, 'text', str)()}": (one.width(), one.height())
            for kind in (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit)
            for one in opened.page.findChildren(kind)
            if isinstance(one, QWidget)
            and one.isVisible()
            and not isinstance(one.parent(), QAbstractSpinBox | QComboBox)
            if min(one.width(), one.height()) < 64
        }
        assert small == {}


def test_every_setting_has_a_control_and_is_kept_as_it_was(opened: Opened) -> None:
    opened.enter()
    before = opened.desk.config
    settings = opened.settings()
    assert set(settings.forms) == set(KioskConfig.model_fields) - {"admin"}
    settings.save()
    assert opened.desk.config == before  # nothing is lost or changed on the way through the forms


def test_a_changed_setting_is_kept_and_told(opened: Opened) -> None:
    opened.enter()
    settings, saved = opened.settings(), []
    opened.page.saved.connect(saved.append)
    assert not settings.save_button.isEnabled()
    settings.forms["screens"].set_values({"languages": ["en", "ar"], "idle_s": 90})
    settings.forms["handover"].set_values({"upload_command": ["send it", "--to", "office"]})
    settings.forms["screens"].changed.emit()
    settings.save_button.click()
    assert opened.desk.config.screens.languages == ("en", "ar")
    assert opened.desk.config.screens.idle_s == 90
    assert opened.desk.config.handover.upload_command == ("send it", "--to", "office")
    assert saved == [opened.desk.config]


def test_settings_that_do_not_hold_together_are_not_kept(opened: Opened) -> None:
    opened.enter()
    settings, before = opened.settings(), opened.desk.config
    settings.forms["screens"].set_values({"languages": []})
    settings.save()
    assert "Languages" in settings.said.text()
    settings.refresh()
    settings.forms["shop"].set_values({"price": 800})
    settings.save()
    assert "means of payment" in settings.said.text()
    assert opened.desk.config == before


def test_the_ruler_page_is_printed_once_and_what_is_read_calibrates(opened: Opened, qtbot: QtBot) -> None:
    opened.enter()
    printer = opened.printer()
    opened.page.show_page("printer")
    printer.test_button.click()
    assert not printer.test_button.isEnabled()
    qtbot.waitUntil(lambda: "printed" in printer.said.text())
    assert opened.desk.printer.printed == [b"%PDF ruler"]
    printer.fields["left"].setValue(-1.5)
    printer.fields["across_mm"].setValue(99.2)
    printer.keep_button.click()
    qtbot.waitUntil(lambda: bool(opened.desk.readings))
    expected = {"left": -1.5, "right": 0, "top": 0, "bottom": 0, "across_mm": 99.2, "down_mm": 80.0}
    assert opened.desk.readings == [expected]
    qtbot.waitUntil(lambda: "Kept" in printer.said.text())


def test_a_test_picture_is_shown_and_gone_with_the_page(opened: Opened, qtbot: QtBot) -> None:
    opened.enter()
    opened.page.show_page("service")
    service = opened.service()
    service.picture_button.click()
    qtbot.waitUntil(lambda: not service.picture.pixmap().isNull())
    opened.page.show_page("state")
    assert service.picture.pixmap().isNull()


def test_what_is_owed_is_shown_until_it_was_given_back(tmp_path: Path, qtbot: QtBot) -> None:
    ledger = Ledger(tmp_path / "ledger")
    entry = ledger.begin(Quote(450, "EUR", "hall-1"), "coin")
    ledger.take_cash(200, "EUR", entry)
    ledger.move(entry, "voided", ("quoted",))
    ledger.take_cash(100, "EUR", None)
    behind = desk(tmp_path)
    behind.ledger = ledger
    opened = Opened(behind, qtbot)
    opened.enter()
    opened.page.show_page("money")
    page = opened.page.findChild(MoneyPage)
    assert isinstance(page, MoneyPage)
    assert list(page.rows) == ["hall-1", ""]
    assert page.totals["owed"].text() == "3.00 EUR"
    page.rows["hall-1"].click()
    assert list(page.rows) == [""]
    assert "2.00 EUR" in page.said.text()
    assert (page.totals["owed"].text(), page.totals["returned"].text()) == ("1.00 EUR", "2.00 EUR")
    assert [one.reference for one in ledger.owed()] == [""]
    opened.page.stop()
    opened.page.close()
    ledger.close()


def test_open_calls_are_shown_until_somebody_has_seen_to_them(opened: Opened, qtbot: QtBot) -> None:
    opened.enter()
    page = opened.page.pages["state"]
    assert isinstance(page, StatePage)
    assert page.calls.buttons == {}
    printer, refund = opened.desk.calls.raise_call("printer"), opened.desk.calls.raise_call("refund")
    page.refresh()
    shown = " ".join(one.text() for one in page.calls.findChildren(QLabel) if not one.isHidden())
    assert all(
        words in shown for words in ("The printer needs somebody.", "Money is to be given back.", "Called 1 time")
    )
    qtbot.mouseClick(page.calls.buttons[printer.id], Qt.MouseButton.LeftButton)
    assert list(opened.desk.calls.open_calls()) == [refund]
    assert list(page.calls.buttons) == [refund.id]


def test_staff_see_how_long_ago_each_part_was_checked_and_have_it_checked_now(opened: Opened, qtbot: QtBot) -> None:
    opened.enter()
    page = opened.page.pages["state"]
    assert isinstance(page, StatePage)
    assert sum("checked" in one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page)) == 3
    looks: list[str] = []
    opened.desk.looked = looks.append
    qtbot.mouseClick(page.look_button, Qt.MouseButton.LeftButton)
    assert looks == ["refresh"]


def test_a_queue_that_was_stopped_goes_on(opened: Opened, qtbot: QtBot) -> None:
    opened.enter()
    opened.page.show_page("printer")
    opened.desk.printer.said = PrinterState("stopped", ("paused",))
    page = opened.printer()
    page.look()
    qtbot.waitUntil(lambda: "paused" in page.state.text())
    qtbot.mouseClick(page.resume_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Ready" in page.state.text())


def test_languages_are_called_by_their_own_names(opened: Opened) -> None:
    opened.enter()
    form = opened.settings().forms["screens"]
    shown = {button.text() for button in form.findChildren(QAbstractButton)}
    assert {"Español", "Deutsch", "العربية", "हिन्दी"} <= shown
    assert "Es" not in shown


def test_at_a_first_start_nobody_gets_past_the_choice_of_a_pin(tmp_path: Path, qtbot: QtBot) -> None:
    behind = desk(tmp_path, pin="")
    page = AdminPage(behind.parts(), theme.build("dark"), first=True)
    qtbot.addWidget(page)
    page.show()
    assert not page.close_button.isVisible()
    for _ in range(2):
        gate = page.gate
        assert gate is not None
        for digit in PIN:
            gate.keys[digit].click()
        gate.keys["ok"].click()
        qtbot.waitUntil(lambda gate=gate: page.gate is not gate or "once more" in gate.said.text())
    qtbot.waitUntil(lambda: bool(page.pages))
    assert verify_pin(PIN, behind.config.admin.pin_hash)
    assert page.close_button.isVisible()
    page.stop()


def test_logs_go_to_the_stick_that_is_in(opened: Opened, qtbot: QtBot, tmp_path: Path) -> None:
    opened.enter()
    service = opened.service()
    opened.page.show_page("service")
    service.logs_button.click()
    qtbot.waitUntil(lambda: "No stick" in service.said.text())
    opened.desk.stick = tmp_path / "stick"
    service.logs_button.click()
    qtbot.waitUntil(lambda: "Written" in service.said.text())
    (file,) = opened.desk.stick.iterdir()
    assert zipfile.is_zipfile(file)


def test_leaving_asks_for_the_pin_once_more(opened: Opened, qtbot: QtBot) -> None:
    opened.enter()
    service = opened.service()
    service.leave_button.click()
    assert opened.told == []
    opened.page.close_button.click()  # only out of the question
    assert opened.page.gate is None
    assert opened.told == []
    service.leave_button.click()
    opened.type(PIN)
    qtbot.waitUntil(lambda: opened.told == ["left"])
    service.restart_button.click()
    opened.page.close_button.click()
    assert opened.told == ["left", "restart_asked", "closed"]
