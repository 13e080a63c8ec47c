"""How the kiosk is and what it has done: health since when, and counts."""

from __future__ import annotations

from datetime import UTC, date, datetime

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimer
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from catchlight.core.messages import mark
from catchlight.gui.kiosk.admin.calls_card import CallsCard
from catchlight.gui.kiosk.admin.parts import AdminParts
from catchlight.gui.widgets.labels import label
from catchlight.gui.wording.i18n import tell_or_keep, tr, tr_counted
from catchlight.kiosk.supervision.counters import TITLES as COUNTERS
from catchlight.kiosk.supervision.health import TITLES as PARTS
from catchlight.kiosk.supervision.health import PartHealth, PartStatus

STATES: dict[PartStatus, str] = {"ok": mark("Well"), "warning": mark("Look after it"), "fault": mark("Out of order")}
_EVERY_MS = 2000


class StatePage(QWidget):
    """Both tables, brought up to date every other second while they are seen."""

    def __init__(self, parts: AdminParts) -> None:
        super().__init__()
        self._parts = parts
        self._health, self._counts = QGridLayout(), QGridLayout()
        self._shown: tuple[object, ...] = ()
        self._ages: list[tuple[QLabel, PartHealth]] = []
        self.calls = CallsCard(parts.calls)
        self.look_button = QPushButton(tr("Check all parts now"))
        self.look_button.clicked.connect(lambda _checked=False: parts.health.look_soon())
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 16, 0)
        column.setSpacing(16)
        column.addWidget(self.calls)
        for title, grid in ((tr("State"), self._health), (tr("Counts"), self._counts)):
            card = QFrame()
            card.setProperty("role", "card")
            rows = QVBoxLayout(card)
            rows.setContentsMargins(24, 20, 24, 20)
            rows.setSpacing(12)
            rows.addWidget(label(title, "strong"))
            grid.setHorizontalSpacing(24)
            grid.setVerticalSpacing(12)
            rows.addLayout(grid)
            if grid is self._health:
                rows.addWidget(self.look_button, 0, Qt.AlignmentFlag.AlignLeft)
            column.addWidget(card)
        column.addStretch()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.refresh)
        self.refresh()
        self._timer.start()

    def refresh(self) -> None:
        """Show what has changed."""
        self.calls.refresh()
        health, total = self._parts.health.parts(), self._parts.counters.total()
        today = self._parts.counters.day(date.today())
        now = (tuple(health), tuple(sorted(total.items())), tuple(sorted(today.items())))
        if now == self._shown:
            self._tell_ages()
            return
        self._shown = now
        self._ages.clear()
        _clear(self._health)
        for row, part in enumerate(health):
            self._add_health(row, part)
        self._tell_ages()
        if not health:
            self._health.addWidget(label(tr("Nothing was looked at yet."), "muted"), 0, 0)
        _clear(self._counts)
        self._counts.setColumnStretch(0, 1)
        for column, title in ((1, tr("Today")), (2, tr("In all"))):
            self._counts.addWidget(_right(label(title, "muted")), 0, column)
        known = [name for name in COUNTERS if name in total]
        names = [*known, *sorted(set(total) - set(known))]
        for row, name in enumerate(names, 1):
            self._counts.addWidget(label(tr(COUNTERS[name]) if name in COUNTERS else name), row, 0)
            self._counts.addWidget(_right(label(QLocale().toString(today.get(name, 0)))), row, 1)
            self._counts.addWidget(_right(label(QLocale().toString(total[name]))), row, 2)
        if not names:
            self._counts.addWidget(label(tr("Nothing was counted yet."), "muted"), 1, 0)

    def _add_health(self, row: int, part: PartHealth) -> None:
        state = label(tr(STATES[part.status]))
        state.setProperty("state", part.status)
        self._health.addWidget(label(tr(PARTS[part.part]), "strong"), row, 0, Qt.AlignmentFlag.AlignTop)
        self._health.addWidget(state, row, 1, Qt.AlignmentFlag.AlignTop)
        told = QWidget()
        lines = QVBoxLayout(told)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(label(tell_or_keep(part.message), wrap=True))
        age = label("", "muted")
        self._ages.append((age, part))
        lines.addWidget(age)
        self._health.addWidget(told, row, 2)
        self._health.setColumnStretch(2, 1)

    def _tell_ages(self) -> None:
        """Since when each part is as it is, and how long ago it was looked at."""
        now = datetime.now(UTC)
        for shown, part in self._ages:
            since = QLocale().toString(
                QDateTime.fromSecsSinceEpoch(int(part.since.timestamp())), QLocale.FormatType.ShortFormat
            )
            seconds = max(0, round((now - part.looked).total_seconds()))
            shown.setText(
                tr_counted(
                    "Since {time}, checked {count} second ago",
                    "Since {time}, checked {count} seconds ago",
                    seconds,
                    time=since,
                )
            )


def _right(one: QLabel) -> QLabel:
    one.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return one


def _clear(grid: QGridLayout) -> None:
    while (item := grid.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
