"""The PIN before the admin page: asked for, or set at the first start and when it is changed."""

from __future__ import annotations

import math
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from catchlight.gui.kiosk.admin.work import AdminWork
from catchlight.gui.widgets.labels import label
from catchlight.gui.wording.i18n import tell_or_keep, tr, tr_counted
from catchlight.kiosk.supervision.pin import MOST, PinGuard, hash_pin

GateMode = Literal["ask", "set"]
_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "erase", "0", "ok")


class PinGate(QWidget):
    """Ten digits. ``opened`` when the PIN was right, ``chosen`` with the hash of a new one, typed twice."""

    opened = Signal()
    chosen = Signal(str)

    def __init__(self, mode: GateMode, guard: PinGuard, hashed: str, title: str) -> None:
        """hashed: the PIN that opens it; "" where one is to be set. title: what it is asked for."""
        super().__init__()
        self._mode, self._guard, self._hashed = mode, guard, hashed
        self._typed = self._first = ""
        self._work = AdminWork(self)
        self.title = label(title, "title", wrap=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.digits: QLabel = label("", "digits")
        self.digits.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.digits.setMinimumHeight(64)
        self.digits.setAccessibleName(tr("Digits typed so far"))
        self.said = label("", wrap=True)
        self.said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.said.setMinimumHeight(72)
        self.keys: dict[str, QPushButton] = {}
        self._build()
        self._tick = QTimer(self, interval=500)
        self._tick.timeout.connect(self._show_wait)
        if mode == "ask":
            self._tick.start()
            self._show_wait()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A keyboard that staff have connected types digits too."""
        key = {
            Qt.Key.Key_Backspace: "erase",
            Qt.Key.Key_Return: "ok",
            Qt.Key.Key_Enter: "ok",
        }.get(Qt.Key(event.key()), event.text())
        if key in self.keys and self.keys[key].isEnabled():
            self._press(key)
        else:
            super().keyPressEvent(event)

    def stop(self) -> None:
        """Wait for a check that is under way."""
        self._tick.stop()
        self._work.wait()

    def _build(self) -> None:
        pad = QWidget()
        pad.setFixedWidth(420)
        pad.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # digits stand so in every language
        grid = QGridLayout(pad)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(12)
        for place, key in enumerate(_KEYS):
            button = QPushButton({"erase": tr("Delete"), "ok": tr("OK")}.get(key, key))
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if key == "ok":
                button.setProperty("role", "primary")
            button.clicked.connect(lambda _checked=False, pressed=key: self._press(pressed))
            grid.addWidget(button, place // 3, place % 3)
            self.keys[key] = button
        for column in range(3):
            grid.setColumnStretch(column, 1)
        rows = QVBoxLayout(self)
        rows.setSpacing(12)
        rows.addStretch()
        rows.addWidget(self.title)
        rows.addWidget(self.digits)
        rows.addWidget(pad, alignment=Qt.AlignmentFlag.AlignHCenter)
        rows.addWidget(self.said)
        rows.addStretch()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _press(self, key: str) -> None:
        if key == "ok":
            typed, self._typed = self._typed, ""
            if typed:
                self._confirm(typed)
        else:
            self._typed = self._typed[:-1] if key == "erase" else (self._typed + key)[:MOST]
            self._say("")
        self.digits.setText("●" * len(self._typed))

    def _confirm(self, typed: str) -> None:
        if self._mode == "ask":
            self._enable(False)
            self._work.run(lambda: self._guard.check(typed, self._hashed), self._checked, self._failed)
        elif not self._first:
            self._work.run(lambda: hash_pin(typed), lambda _hashed: self._repeat(typed), self._failed)
        elif typed != self._first:
            self._first = ""
            self._say(tr("These were not the same. Type the new PIN again."))
        else:
            self._work.run(lambda: hash_pin(typed), self.chosen.emit, self._failed)

    def _repeat(self, typed: str) -> None:
        self._first = typed
        self._say(tr("Type it once more."))

    def _checked(self, right: bool) -> None:
        self._enable(True)
        if right:
            self._tick.stop()
            self.opened.emit()
        else:
            self._say(tr("This PIN is wrong."))
            self._show_wait()

    def _failed(self, message: str) -> None:
        self._enable(True)
        self._say(tell_or_keep(message))

    def _show_wait(self) -> None:
        if self._work.busy:
            return
        left = math.ceil(self._guard.wait_seconds())
        waited = not self.keys["ok"].isEnabled()
        self._enable(left == 0)
        if left:
            self._say(tr_counted("Wrong. Wait for {count} second.", "Wrong. Wait for {count} seconds.", left))
        elif waited:
            self._say("")

    def _enable(self, on: bool) -> None:
        for button in self.keys.values():
            button.setEnabled(on)

    def _say(self, text: str) -> None:
        self.said.setText(text)
