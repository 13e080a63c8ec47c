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
from catchlight.gui.wording.i18n import isolate, tr
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.state import SessionState

STANDS_MS = 8000
"""How long it stands by itself once all is wiped."""


class FarewellScreen(KioskScreen):
    """Left by touch or by itself, but not before the wipe is done."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        title, text = _farewell_words(desk.state)
        self._crowded = looks.comfort.large_text and not looks.upright
        self.head.addWidget(text_label(title, "title" if self._crowded else "headline"))
        self.head.addWidget(text_label(text))
        self.prompt = f"{title} {text}"
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

    def refresh(self) -> None:
        wiped = self.desk.state.wiped
        self._spinner.setVisible(not wiped)
        self.emblem.setVisible(wiped or not self._crowded)
        self.done.setEnabled(wiped)
        self.emblem.show_icon("pass" if wiped else "remove", "pass" if wiped else "edge")
        self.wiped.setText(
            tr("All your pictures have been deleted.") if wiped else tr("Your pictures are being deleted.")
        )
        bill = self.desk.bill
        rows = () if bill is None else bill.rows(self.desk.state.language)
        self.receipt.setText("\n".join(f"{name}: {isolate(value)}" for name, value in rows))
        if wiped and not self._timer.isActive():
            self._timer.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.send(on.FarewellLeft())


def _farewell_words(state: SessionState) -> tuple[str, str]:
    if state.ending == "done":
        sheet = tr("Please take your sheet with you.") if state.print == "done" else ""
        return tr("Thank you, and goodbye."), sheet
    if state.ending == "disk_full":
        return tr("This kiosk has to stop."), tr(
            "Something is wrong with it. Nothing was charged. Staff have been called."
        )
    return tr("The session has ended."), tr("Nothing was charged.")
