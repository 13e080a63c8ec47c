"""The printer: its state, the ruler page that tests it, and calibrating by what was read from that page."""

from __future__ import annotations

import secrets
import time

from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.core.messages import mark
from catchlight.gui.kiosk.admin.parts import AdminPrinting
from catchlight.gui.kiosk.admin.work import AdminWork
from catchlight.gui.widgets.labels import label
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.kiosk.printing.port import JobStatus, PrinterState, PrinterStatus, PrintJob
from catchlight.kiosk.supervision.checks import REASONS

STATUS: dict[PrinterStatus, str] = {
    "ready": mark("Ready"),
    "printing": mark("Printing"),
    "stopped": mark("Stopped"),
    "offline": mark("Does not answer"),
}
JOBS: dict[JobStatus, str] = {
    "waiting": mark("The page waits in the queue."),
    "printing": mark("The page is being printed."),
    "held": mark("The page is held. Mend the printer; it is printed then."),
    "done": mark("The page was printed."),
    "failed": mark("The page was not printed."),
    "cancelled": mark("The page was cancelled."),
}
MARKS: dict[str, str] = {
    "left": mark("First mark at the left"),
    "right": mark("First mark at the right"),
    "top": mark("First mark at the top"),
    "bottom": mark("First mark at the bottom"),
}
_HANDED_OVER = mark("The driver took the page. What became of it is not known here: look at the printer.")
_FOLLOWED_S = 120.0


class PrinterPage(QWidget):
    """What blocks runs beside the window; one thing at a time."""

    def __init__(self, printing: AdminPrinting, work: AdminWork) -> None:
        super().__init__()
        self._printing, self._work = printing, work
        self.state, self.said = label("", wrap=True), label("", wrap=True)
        self.test_button = QPushButton(tr("Print the ruler page"))
        self.look_button = QPushButton(tr("Ask the printer"))
        self.resume_button = QPushButton(tr("Resume the queue"))
        self.keep_button = QPushButton(tr("Keep the calibration"))
        self.keep_button.setProperty("role", "primary")
        self.fields: dict[str, QDoubleSpinBox] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 16, 0)
        column.setSpacing(16)
        column.addWidget(self._status_card())
        column.addWidget(self._calibration_card())
        column.addWidget(self.said)
        column.addStretch()
        self.look_button.clicked.connect(self.look)
        self.test_button.clicked.connect(self.print_ruler)
        self.resume_button.clicked.connect(self.resume)
        self.keep_button.clicked.connect(self.calibrate)
        work.busy_changed.connect(self._enable)

    def look(self) -> None:
        """Ask the printer how it is."""
        self._work.run(self._printing.printer.state, self._show_state, self._say)

    def print_ruler(self) -> None:
        """Print the ruler page once, and follow it to its end."""
        self._say(tr("The page is sent."))
        self._work.run(
            self._print, lambda job: self._say(tr(JOBS[job.status] if job.followed else _HANDED_OVER)), self._say
        )

    def resume(self) -> None:
        """Let the queue go on that was stopped, and ask how it is."""

        def work() -> PrinterState:
            self._printing.printer.resume()
            return self._printing.printer.state()

        self._work.run(work, self._show_state, self._say)

    def calibrate(self) -> None:
        """Keep what was read."""
        readings = {name: field.value() for name, field in self.fields.items()}
        self._work.run(
            lambda: self._printing.calibrate(readings),
            lambda _nothing: self._say(tr("Kept. Print the ruler page once more: its first marks are now at 0.")),
            self._say,
        )

    def _print(self) -> PrintJob:
        printer = self._printing.printer
        job = printer.submit(self._printing.ruler(), 1, f"test-{secrets.token_hex(8)}")
        until = time.monotonic() + _FOLLOWED_S
        while (state := printer.job(job)).status in ("waiting", "printing") and time.monotonic() < until:
            time.sleep(0.5)
        return state

    def _status_card(self) -> QFrame:
        card, column = _card(tr("Printer"))
        column.addWidget(self.state)
        row = QHBoxLayout()
        row.addWidget(self.look_button)
        row.addWidget(self.test_button)
        row.addWidget(self.resume_button)
        row.addStretch()
        column.addLayout(row)
        self._show_state(None)
        return card

    def _calibration_card(self) -> QFrame:
        card, column = _card(tr("Calibration"))
        told = tr(
            "Print the ruler page and read on each side the first mark that is seen, in millimetres. Measure both lines."
        )
        column.addWidget(label(told, "muted", wrap=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(12)
        across, down = self._printing.lines
        rows = [(name, tr(title), -10.0, 30.0, 0.0) for name, title in MARKS.items()]
        rows.append(("across_mm", tr("Line across, meant to be {length:g} mm", length=across), 1.0, 1000.0, across))
        rows.append(("down_mm", tr("Line down, meant to be {length:g} mm", length=down), 1.0, 1000.0, down))
        for row, (name, title, low, high, value) in enumerate(rows):
            field = QDoubleSpinBox(decimals=1, singleStep=0.1, minimum=low, maximum=high, value=value)
            field.setSuffix(f" {tr('mm')}")
            field.setAccessibleName(title)
            field.lineEdit().setTextMargins(12, 0, 0, 0)
            grid.addWidget(label(title, wrap=True), row, 0)
            grid.addWidget(field, row, 1)
            self.fields[name] = field
        grid.setColumnStretch(0, 1)
        column.addLayout(grid)
        row_of_button = QHBoxLayout()
        row_of_button.addStretch()
        row_of_button.addWidget(self.keep_button)
        column.addLayout(row_of_button)
        return card

    def _show_state(self, state: PrinterState | None) -> None:
        if state is None:
            self.state.setText(self._printing.printer.name)
            return
        lines = [f"{self._printing.printer.name}: {tr(STATUS[state.status])}"]
        lines += [tr(REASONS[reason]) for reason in state.reasons]
        if state.prints_left is not None:
            lines.append(tr("Sheets left: {count}", count=state.prints_left))
        if state.detail:
            lines.append(state.detail)
        self.state.setText("\n".join(lines))

    def _say(self, text: str) -> None:
        self.said.setText(tell_or_keep(text))

    def _enable(self, busy: bool) -> None:
        for button in (self.test_button, self.look_button, self.resume_button, self.keep_button):
            button.setEnabled(not busy)


def _card(title: str) -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setProperty("role", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(24, 20, 24, 20)
    column.setSpacing(12)
    column.addWidget(label(title, "strong"))
    return card, column
