"""Ten digits to type a PIN with; what was typed is shown as dots."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.widgets.buttons import text_label
from catchlight.gui.wording.i18n import tr

_MOST = 12


class PinPad(QWidget):
    """Emits a PIN when it is confirmed, and forgets it."""

    entered = Signal(str)

    def __init__(self, looks: KioskLooks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pin = ""
        self._dots: QLabel = text_label("", "title", centred=True)
        self._dots.setMinimumHeight(looks.title + 16)
        self._dots.setAccessibleName(tr("Digits typed so far"))
        self.said = text_label("", centred=True)
        self.said.setProperty("state", "fail")
        self.said.setMinimumHeight(self._dots.minimumHeight())
        self.said.hide()
        grid = QGridLayout()
        grid.setSpacing(12)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.keys: dict[str, QPushButton] = {}
        for place, key in enumerate(("1", "2", "3", "4", "5", "6", "7", "8", "9", "erase", "0", "ok")):
            words = {"erase": tr("Delete"), "ok": tr("OK")}.get(key, key)
            button = QPushButton(words)
            button.setProperty("role", "primary" if key == "ok" else "key")
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            button.setMinimumWidth(120)
            button.clicked.connect(lambda _checked=False, pressed=key: self._press(pressed))
            grid.addWidget(button, place // 3, place % 3)
            self.keys[key] = button
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._dots)
        column.addWidget(self.said)
        column.addLayout(grid)

    def refuse(self) -> None:
        """Say that the PIN is wrong, in the place of its dots."""
        self.said.setText(tr("This PIN is wrong. Please try again."))
        self._show_refusal(True)

    def _press(self, key: str) -> None:
        if key == "ok":
            pin, self._pin = self._pin, ""
            self._dots.clear()
            if pin:
                self.entered.emit(pin)
            return
        self._pin = self._pin[:-1] if key == "erase" else (self._pin + key)[:_MOST]
        self._dots.setText("●" * len(self._pin))
        self.said.clear()
        self._show_refusal(False)

    def _show_refusal(self, shown: bool) -> None:
        self.said.setVisible(shown)
        self._dots.setVisible(not shown)
