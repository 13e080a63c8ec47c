"""The end: thank you, and that nothing is left."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, foot_of
from catchlight.gui.kiosk.widgets.buttons import text_label
from catchlight.gui.kiosk.widgets.emblem import Emblem
from catchlight.gui.kiosk.widgets.spinner import Spinner
from catchlight.gui.kiosk.words.farewell_words import farewell_words
from catchlight.gui.kiosk.words.payment_words import amount_text
from catchlight.gui.wording.i18n import isolate, tr
from catchlight.kiosk.flow import events as on

STANDS_MS = 8000
"""How long it stands by itself once all is wiped."""


class FarewellScreen(KioskScreen):
    """Left by touch or by itself, but not before the wipe is done."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self._crowded = looks.crowded
        self.title, self.text = text_label("", "title" if self._crowded else "headline"), text_label("")
        self.head.addWidget(self.title)
        self.head.addWidget(self.text)
        self.wiped = text_label("", "title", centred=True)
        self.wiped.setProperty("state", "pass")
        self._spinner = Spinner(looks)
        self.receipt = text_label("", "muted")
        self.controls.addWidget(self.wiped)
        self.push_down()
        self.done = self.button(tr("Done"), "primary", on.FarewellLeft)
        self.controls.addLayout(foot_of(looks, None, self.done))
        self.emblem = Emblem(looks, "remove")
        picture = QWidget()
        column = QVBoxLayout(picture)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(looks.gap)
        column.addWidget(self.emblem, 1)
        column.addWidget(self._spinner, 0, Qt.AlignmentFlag.AlignHCenter)
        # On a screen that lies on its side the words would reach below its edge.
        (self.head if looks.upright else column).addWidget(self.receipt)
        self.lay_out(picture)
        self._timer = QTimer(self, singleShot=True, interval=STANDS_MS)
        self._timer.timeout.connect(lambda: desk.send(on.FarewellLeft()))
        desk.updated.connect(self.refresh)
        self.refresh()

    @property
    def help(self) -> str:
        return f"{self.prompt.strip()} {self.wiped.text()}"

    def refresh(self) -> None:
        desk = self.desk
        owed = amount_text(desk.owed, desk.rules.shop.currency) if desk.owed else ""
        title, text = farewell_words(desk.state, owed)
        self.title.setText(title)
        self.text.setText(text)
        self.prompt = f"{title} {text}"
        wiped = desk.state.wiped
        self._spinner.setVisible(not wiped)
        self.emblem.setVisible(wiped or not self._crowded)
        self.done.setEnabled(wiped)
        self.emblem.show_icon("pass" if wiped else "remove", "pass" if wiped else "edge")
        self.wiped.setText(
            tr("All your pictures have been deleted.") if wiped else tr("Your pictures are being deleted.")
        )
        bill = desk.receipts.bill
        rows = () if bill is None else bill.rows(desk.state.language)
        self.receipt.setText("\n".join(f"{name}: {isolate(value)}" for name, value in rows))
        if wiped and not self._timer.isActive():
            self._timer.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.send(on.FarewellLeft())
