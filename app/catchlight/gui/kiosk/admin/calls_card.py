"""The calls for staff that are open: why, since when, how often, and a button that says that somebody has seen to it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.labels import label
from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.staff.port import REASONS, StaffCall


class CallsCard(QFrame):
    """Brought up to date by ``refresh``."""

    def __init__(self, calls: StaffCalls) -> None:
        super().__init__()
        self._calls = calls
        self._shown: Sequence[StaffCall] | None = None
        self.buttons: dict[int, QPushButton] = {}
        """By the number of each call."""
        self.setProperty("role", "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(label(tr("Calls for staff"), "strong"))
        self._rows = QVBoxLayout()
        self._rows.setSpacing(12)
        column.addLayout(self._rows)
        self.refresh()

    def refresh(self) -> None:
        """Show what is open now."""
        found = self._calls.open_calls()
        if found == self._shown:
            return
        self._shown = found
        self.buttons.clear()
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for call in found:
            self._rows.addWidget(self._row(call))
        if not found:
            self._rows.addWidget(label(tr("Nobody calls."), "muted"))

    def _row(self, call: StaffCall) -> QWidget:
        row, words = QWidget(), QVBoxLayout()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(24)
        words.setSpacing(0)
        since = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(int(call.since.timestamp())), QLocale.FormatType.ShortFormat
        )
        words.addWidget(label(tr(REASONS[call.reason]), wrap=True))
        times = tr_counted(
            "Called {count} time since {time}", "Called {count} times since {time}", call.times, time=since
        )
        words.addWidget(label(times, "muted"))
        line.addLayout(words, 1)
        button = QPushButton(tr("I have seen to it"))
        button.setAccessibleDescription(tr(REASONS[call.reason]))
        button.clicked.connect(lambda _checked=False, number=call.id: self._acknowledge(number))
        line.addWidget(button)
        self.buttons[call.id] = button
        return row

    def _acknowledge(self, call: int) -> None:
        self._calls.acknowledge(call)
        self.refresh()
