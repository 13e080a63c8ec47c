"""The verdict on a finished ID photo: every check with value, limit, margin, mark and source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from catchlight.gui.tabs.id_photo.check_rows import CheckRows, mark_token
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.check_words import Check, mark_of
from catchlight.gui.wording.i18n import tell_or_keep, tr

ORDER = {"fail": 0, "advice": 1, "uncertain": 2, "pass": 3, "info": 4}
AT_ONCE = 10
"""So many rows are made in one turn of the event loop."""


class VerdictList(QWidget):
    """Shows the ``verdict`` of an ID photo's details: the summary, a plain word on official use, then the checks."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(2))
        self.setAccessibleName(tr("Verdict"))
        self.judged = False
        """Whether there is a verdict to show."""
        self.rows: CheckRows | None = None
        self._made: CheckRows | None = None
        """What will be the rows."""
        self._checks: list[Check] = []
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._show_rows)
        self.hide()

    def show_verdict(self, verdict: Mapping[str, Any] | None) -> None:
        """None clears the list. The rows come some turns of the event loop later: with a finished photo there is much to show."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._soon.stop()
        if self._made is not None:
            self._made.deleteLater()
        self.rows = self._made = None
        self.judged = verdict is not None
        self.setVisible(self.judged)
        if verdict is None:
            return
        checks = sorted(verdict["checks"], key=lambda check: ORDER[mark_of(check)])
        self._column.addWidget(self._summary(verdict["overall"], checks))
        if verdict.get("unofficial"):
            self._column.addWidget(self._unofficial(verdict))
        self._checks = checks
        self._soon.start()

    def _show_rows(self) -> None:
        """Make some more of the rows; with the last of them they are seen."""
        made = self._made = self._made or CheckRows(self._theme, self)
        made.add(self._checks[made.count() : made.count() + AT_ONCE])
        if made.count() < len(self._checks):
            self._soon.start()
        else:
            self.rows, self._made = made, None
            self._column.addWidget(made)

    def _summary(self, overall: str, checks: list[Check]) -> QWidget:
        wanted = ("fail",) if overall == "fail" else ("advice", "uncertain")
        count = sum(mark_of(check) in wanted for check in checks)
        clear = tr("No cause of refusal seen; worth a look: {count}", count=count)
        words = {
            "pass": clear if count else tr("Within every limit that can be measured"),
            "fail": tr("Outside the limits: {count}", count=count),
            "uncertain": tr("Look at these yourself: {count}", count=count),
        }[overall]
        return _marked(overall, words, self._theme, "section")

    def _unofficial(self, verdict: Mapping[str, Any]) -> QFrame:
        frame = QFrame()
        frame.setProperty("role", "unofficial")
        column = QVBoxLayout(frame)
        column.setContentsMargins(*(self._theme.px(2.5),) * 4)
        column.setSpacing(self._theme.px(1))
        title = tr("Not for official documents")
        text = tr(
            "The record of this picture holds more than cropping and scaling, for example a replaced background. "
            "Many offices refuse such a photo."
        )
        column.addWidget(_marked("fail", title, self._theme, "section", icon="warning"))
        column.addWidget(label(text, wrap=True))
        frame.setToolTip("\n".join(_notes(verdict)) or text)
        frame.setAccessibleName(f"{title}. {text}")
        return frame


def _notes(verdict: Mapping[str, Any]) -> list[str]:
    notes = verdict.get("notes") or ()
    return [tell_or_keep(note) for note in ([notes] if isinstance(notes, str) else map(str, notes))]


def _marked(state: str, text: str, theme: Theme, role: str, icon: str = "") -> QWidget:
    row = QWidget()
    box = QHBoxLayout(row)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(theme.px(2))
    side = theme.px(5)
    mark = QLabel()
    mark.setPixmap(theme.icons(icon or state, theme.tokens[mark_token(state)]).pixmap(side, side))
    mark.setFixedSize(side, side)
    box.addWidget(mark)
    box.addWidget(label(text, role, wrap=True), 1)
    return row
