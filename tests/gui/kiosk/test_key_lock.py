"""No key, menu or closing leads out; what a person types still arrives. And the cover, which hides the desktop."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import pytest
from catchlight.gui.kiosk.admin.key_lock import KeyLock
from catchlight.gui.kiosk.cover_window import CoverWindow
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCloseEvent, QContextMenuEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

KEY = Qt.Key
NONE, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


class Locked(QWidget):
    """A window with a field, a shortcut, and a note of what reached it."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[int] = []
        self.menus = self.closes = self.shortcuts = 0
        self.field = QLineEdit()
        QVBoxLayout(self).addWidget(self.field)
        QShortcut(QKeySequence("Ctrl+Q"), self).activated.connect(self._quit)

    def _quit(self) -> None:
        self.shortcuts += 1

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self.keys.append(event.key())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        self.menus += 1

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self.closes += 1


@pytest.fixture
def window(qtbot: QtBot) -> Locked:
    made = Locked()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def lock(window: Locked, qapp: QApplication) -> Iterator[KeyLock]:
    made = KeyLock(qapp, window, allowed=("F12",))
    yield made
    made.release()


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (KEY.Key_F4, ALT),
        (KEY.Key_Q, CONTROL),
        (KEY.Key_Escape, NONE),
        (KEY.Key_F1, NONE),
        (KEY.Key_F11, NONE),
        (KEY.Key_Menu, NONE),
        (KEY.Key_Super_L, NONE),
        (KEY.Key_Print, NONE),
        (KEY.Key_Tab, ALT),
    ],
)
def test_keys_that_could_lead_out_are_eaten(
    window: Locked, lock: KeyLock, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    qtbot.keyClick(window, key, modifiers)
    assert window.keys == []
    assert window.shortcuts == 0


def test_a_shortcut_works_again_after_the_lock(window: Locked, lock: KeyLock, qtbot: QtBot) -> None:
    lock.release()
    qtbot.keyClick(window, KEY.Key_Q, CONTROL)
    assert window.shortcuts == 1


def test_typing_and_the_coin_key_arrive(window: Locked, lock: KeyLock, qtbot: QtBot) -> None:
    qtbot.keyClicks(window.field, "Ann@example")
    qtbot.keyClick(window.field, KEY.Key_Backspace)
    assert window.field.text() == "Ann@exampl"
    qtbot.keyClick(window, KEY.Key_F12)
    qtbot.keyClick(window, KEY.Key_F12, ALT)
    assert window.keys == [KEY.Key_F12]


def test_menus_do_not_open_and_only_the_program_closes_the_window(
    window: Locked, lock: KeyLock, qapp: QApplication
) -> None:
    at = QPoint(5, 5)
    qapp.sendEvent(window, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, window.mapToGlobal(at)))
    assert window.menus == 0
    from_outside = QCloseEvent()
    from_outside.spontaneous = lambda: True  # type: ignore[method-assign]  # only the system makes such an event
    assert lock.eventFilter(window, from_outside)
    assert not from_outside.isAccepted()
    window.close()
    assert window.closes == 1
    assert not lock.eventFilter(window, QEvent(QEvent.Type.Paint))


def test_the_cover_says_what_it_is_told_in_the_languages_of_the_kiosk(qtbot: QtBot) -> None:
    ours, theirs = multiprocessing.Pipe()
    ended: list[bool] = []
    cover = CoverWindow(["en", "zh"], theirs, lambda: ended.append(True))
    qtbot.addWidget(cover)
    cover.show()
    assert cover.sentences()[0] == "One moment, please."
    before = cover.grab().toImage()
    ours.send("out_of_order")
    qtbot.waitUntil(lambda: cover.word == "out_of_order")
    assert len(cover.sentences()) == 2
    assert cover.grab().toImage() != before
    assert not cover.close()
    ours.close()
    qtbot.waitUntil(lambda: ended == [True])
    theirs.close()
