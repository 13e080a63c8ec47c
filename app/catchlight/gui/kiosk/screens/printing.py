"""While the sheet is printed, and when the printer needs somebody."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, foot_of
from catchlight.gui.kiosk.widgets.buttons import text_label
from catchlight.gui.kiosk.widgets.emblem import Emblem
from catchlight.gui.kiosk.widgets.spinner import Spinner
from catchlight.gui.kiosk.words.printer_words import reason_text
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.transitions import MOST_PRINTS


class PrintScreen(KioskScreen):
    """Follows the job."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self.title = text_label("", "title" if looks.crowded else "headline")
        self.text = text_label("")
        self.head.addWidget(self.title)
        self.head.addWidget(self.text)
        self._spinner = Spinner(looks)
        self.push_down()
        self.retry = self.button(tr("Try again"), "primary", on.PrintRetried)
        self.staff = self.button(tr("Call a member of staff"), "", on.StaffCalled)
        self.controls.addLayout(foot_of(looks, self.staff, self.retry))
        picture = QWidget()
        column = QVBoxLayout(picture)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(looks.gap)
        column.addWidget(Emblem(looks, "print"), 1)
        column.addWidget(self._spinner, 0, Qt.AlignmentFlag.AlignHCenter)
        self.lay_out(picture)
        desk.updated.connect(self.refresh)
        self.refresh()

    @property
    def help(self) -> str:
        if self.desk.state.print == "failed":
            again = tr("Touch “{button}” to print it once more.", button=self.retry.text())
            return f"{self.prompt} {again}" if not self.retry.isHidden() else self.prompt
        if self.desk.state.print == "held":
            return self.prompt
        return tr(
            "Your sheet is being printed. If the printer needs paper, staff are called, and the sheet comes by itself afterwards."
        )

    def refresh(self) -> None:
        state = self.desk.state
        failed = state.print == "failed"
        self._spinner.setVisible(not failed)
        self.retry.setVisible(failed and state.attempt < MOST_PRINTS)
        self.staff.setVisible(failed or state.print == "held")
        if failed:
            self._say(tr("Your sheet could not be printed."), tr("Nothing is charged for it. Staff have been called."))
        elif state.print == "held":
            wait = tr("Staff have been called. Your sheet is kept and comes by itself as soon as the printer is ready.")
            self._say(tr("Please wait a moment."), f"{reason_text(self.desk.contents.reasons)} {wait}")
        else:
            self._say(tr("Your photos are being printed."), tr("Please take them out when they are ready."))

    def _say(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.prompt = f"{title} {text}"
