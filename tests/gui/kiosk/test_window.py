"""The window of a kiosk: large enough for fingers and eyes on every screen, and no way out but the staff's."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from catchlight.core.messages import Message
from catchlight.gui.kiosk.looks import Comfort
from catchlight.gui.kiosk.screens.review import ReviewScreen
from catchlight.gui.kiosk.window import SCREENS, KioskWindow
from catchlight.imaging.picture import Picture
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.state import SessionState, TakeState
from catchlight.kiosk.session.take import refused
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton

from tests.gui.kiosk import shown_screens
from tests.gui.kiosk.doubles import Machine
from tests.gui.kiosk.person import Person
from tests.gui.kiosk.shown_screens import checks, show, take_of

OpenKiosk = Callable[..., KioskWindow]
SIZES = ((1080, 1920), (1280, 800))
FINGER, READABLE = 64, 24
STATE = SessionState(
    session=1,
    language="en",
    document="icao_35x45",
    takes=(TakeState(1, "fail"),),
    chosen=1,
    copies=1,
    ways=("email",),
    handing="address",
    payment="asked",
    print="sent",
    ending="done",
)


class EventCounter(QObject):
    """How many events of a kind reach what it is installed on."""

    def __init__(self, kind: QEvent.Type) -> None:
        super().__init__()
        self._kind = kind
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        self.count += event.type() == self._kind
        return False


def settle(window: KioskWindow) -> None:
    for _ in range(4):
        QApplication.processEvents()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [False, True])
def test_every_screen_has_room_for_fingers_and_eyes(
    machine: Machine, open_kiosk: OpenKiosk, size: tuple[int, int], large: bool
) -> None:
    window = open_kiosk(machine.parts, size)
    window.comfort = Comfort(large_text=large, low=large)
    window.desk.contents.takes[1] = refused(1, None, Message("There is no face."))
    for screen in SCREENS:
        window.desk.state = replace(STATE, screen=screen)
        window.dress()
        settle(window)
        assert window.size().toTuple() == size, screen
        buttons = [button for button in window.findChildren(QAbstractButton) if button.isVisible()]
        assert buttons
        low = {button.accessibleName(): button.height() for button in buttons if button.height() < FINGER}
        assert low == {}, screen
        labels = [label for label in window.findChildren(QLabel) if label.isVisible() and label.text()]
        assert [label.text() for label in labels if label.fontInfo().pixelSize() < READABLE] == [], screen
        assert all(button.accessibleName() for button in buttons), screen


def test_what_leads_on_is_on_the_screen_in_every_comfort(machine: Machine, open_kiosk: OpenKiosk) -> None:
    """Nobody has to find out that a screen can be moved before they can go on or back."""
    window = open_kiosk(machine.parts, (1280, 800))
    window.comfort = Comfort(high_contrast=True, large_text=True, low=True)
    grey = Picture(np.full((90, 70, 3), 128, np.uint8))
    uncertain = replace(take_of(grey, checks()), overall="uncertain")
    hidden = []
    for language in ("en", "ar"):
        for state in (
            replace(STATE, screen="document"),
            replace(STATE, screen="review", takes=(TakeState(1, "uncertain"),)),
            replace(STATE, screen="farewell", wiped=True),
            replace(STATE, screen="farewell", ending="disk_full"),
        ):
            show(window, state, language, uncertain)
            settle(window)
            for button in window.screen_shown.findChildren(QPushButton):
                place = QRect(button.mapTo(window, QPoint()), button.size())
                if button.isVisible() and not QRect(0, 0, 1280, window.bar.y()).contains(place):
                    hidden.append((state.screen, state.ending, language, button.text()))
    assert hidden == []


def test_a_photo_has_half_of_an_upright_screen_beside_all_checks(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.parts, (1080, 1920))
    for state in shown_screens.SCREENS:
        if state.screen == "review" and state.chosen == 1:
            show(window, state, "en")
            settle(window)
            assert isinstance(window.screen_shown, ReviewScreen)
            assert window.screen_shown.photo.height() > 0.3 * window.height()
            assert len(window.screen_shown.checks) > 30


def test_the_style_sheet_is_read_anew_only_where_it_changes(machine: Machine, open_kiosk: OpenKiosk) -> None:
    """With it Qt dresses everything that is shown, which takes longer than to build a screen."""
    window = open_kiosk(machine.parts)
    changes = EventCounter(QEvent.Type.StyleChange)
    window.installEventFilter(changes)
    for screen in ("consent", "document"):
        window.desk.state = replace(STATE, screen=screen)
        window.dress()
    settle(window)
    assert changes.count == 0
    window.comfort = Comfort(large_text=True)
    window.dress()
    assert changes.count == 1


def test_a_latin_name_stands_where_arabic_begins(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.parts)
    for language, side in (("en", Qt.AlignmentFlag.AlignLeft), ("ar", Qt.AlignmentFlag.AlignRight)):
        show(window, SessionState(screen="attract"), language)
        (name,) = (label for label in window.findChildren(QLabel) if label.text() == "Catchlight")
        assert name.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask == side | Qt.AlignmentFlag.AlignAbsolute


def test_comfort_goes_with_the_person(machine: Machine, open_kiosk: OpenKiosk) -> None:
    person = Person(open_kiosk(machine.parts))
    for name in ("High contrast", "Larger text", "Controls lower down"):
        person.touch(name)
        settle(person.window)
    assert person.window.comfort == Comfort(high_contrast=True, large_text=True, low=True)
    assert person.window.looks.colour("window").name() == "#000000"
    person.touch("Start")
    person.touch("Stop")
    person.touch("Yes, stop")
    person.wait_for("farewell")
    person.window.desk.send(on.FarewellLeft())
    while person.screen != "attract":
        settle(person.window)
        person.window.desk.send(on.FarewellLeft())
    assert person.window.comfort == Comfort()


def test_the_language_is_changed_in_the_midst_of_a_session(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(replace(machine.parts, languages=("en", "zh", "ar")))
    person = Person(window)
    person.touch("Start")
    person.touch("English")
    person.touch("Change the language")
    person.touch("العربية")
    assert person.screen == "document"
    assert window.layoutDirection() == Qt.LayoutDirection.RightToLeft
    assert "العربية" not in person.buttons()  # the choice is gone


def test_the_second_half_of_a_double_touch_hits_nothing(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.parts, settle_ms=60_000)
    person = Person(window)
    person.touch("Start")
    assert person.screen == "attract"  # the screen has only just come


def test_five_taps_in_the_corner_call_the_admin_page(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.parts)
    asked: list[bool] = []
    window.admin_asked.connect(lambda: asked.append(True))
    for _ in range(4):
        QTest.mouseClick(window.screen_shown, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert window.desk.state.screen == "attract"  # they begin no session
    QTest.mouseClick(
        window.screen_shown, Qt.MouseButton.LeftButton, pos=QPoint(400, 600)
    )  # elsewhere: from the beginning
    assert window.desk.state.screen == "language"
    for _ in range(5):
        assert not asked
        QTest.mouseClick(window.screen_shown, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert asked == [True]


def test_it_closes_for_staff_alone(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.parts)
    assert not window.close()
    assert window.isVisible()
    QApplication.sendEvent(window, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(5, 5)))
    assert QApplication.activePopupWidget() is None
    window.leave()
    assert not window.isVisible()


def test_a_coin_is_a_key_press(machine: Machine, open_kiosk: OpenKiosk) -> None:
    coins: list[bool] = []
    config = machine.parts.config
    paying = config.model_copy(update={"payment": config.payment.model_copy(update={"method": "coin"})})
    window = open_kiosk(replace(machine.parts, config=paying, insert_coin=lambda: coins.append(True)))
    QTest.keyClick(window, Qt.Key.Key_F12)
    QTest.keyClick(window, Qt.Key.Key_F11)
    assert coins == [True]


def test_nothing_of_a_session_outlives_its_screens(machine: Machine, open_kiosk: OpenKiosk) -> None:
    """Of the screens and what lay over them, the machine's signals keep none."""
    window = open_kiosk(machine.parts)
    window.desk.contents.takes[1] = refused(1, None, Message("There is no face."))
    gone: list[weakref.ref[QObject]] = []
    plain = [replace(STATE, screen=screen) for screen in SCREENS]
    for state in (*plain, *(replace(STATE, screen="review", overlay=overlay) for overlay in ("idle", "pin", "help"))):
        window.desk.state = state
        window.dress()
        settle(window)
        gone.append(weakref.ref(window.screen_shown))
        if window.overlay is not None:
            gone.append(weakref.ref(window.overlay))
    window.desk.state = SessionState()
    window.dress()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    settle(window)
    gc.collect()
    kept = [type(one).__name__ for ref in gone if (one := ref()) is not None]
    assert kept == []
    window.desk.clock.ticked.emit(3)
    window.desk.staff.pin_refused.emit()
    window.desk.staff.payment_pin_refused.emit()
