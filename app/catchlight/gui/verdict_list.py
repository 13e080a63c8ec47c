"""The verdict on a finished ID photo: every check with value, limit, margin, mark and source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from catchlight.gui.i18n import is_chinese, tr
from catchlight.gui.text import label
from catchlight.gui.theme import Theme

ORDER = {"fail": 0, "advice": 1, "uncertain": 2, "pass": 3, "info": 4}
UNITS = {"degrees": "°", "ratio": "", "0-100": "", "times enlarged": "×"}
"""Units as they are read by people; others stand as they are."""
LONG = 14
"""Words longer than this go below the title."""

Check = Mapping[str, Any]


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
        self.hide()

    def show_verdict(self, verdict: Mapping[str, Any] | None) -> None:
        """None clears the list."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.judged = verdict is not None
        self.setVisible(self.judged)
        if verdict is None:
            return
        checks = sorted(verdict["checks"], key=lambda check: ORDER[mark_of(check)])
        self._column.addWidget(self._summary(verdict["overall"], checks))
        if verdict.get("unofficial"):
            self._column.addWidget(self._unofficial(verdict))
        for check in checks:
            self._column.addWidget(CheckRow(check, self._theme))

    def _summary(self, overall: str, checks: list[Check]) -> QWidget:
        wanted = ("fail",) if overall == "fail" else ("advice", "uncertain")
        count = sum(mark_of(check) in wanted for check in checks)
        words = {
            "pass": tr("Within every limit that can be measured"),
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


class CheckRow(QFrame):
    """One check; it can take the focus, so that its source can be heard without a mouse."""

    def __init__(self, check: Check, theme: Theme) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        state = mark_of(check)
        title = str((check.get("titleZh") if is_chinese() else "") or tr(str(check["title"])))
        value, limit = value_text(check), limit_text(check)
        grid = QVBoxLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(theme.px(2))
        head.addWidget(_mark(state, theme))
        head.addWidget(label(title, wrap=True), 1)
        long = len(value) > LONG and check.get("value") is None
        if not long:
            number = label(value)
            number.setProperty("state", state if state == "fail" else "")
            number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            head.addWidget(number)
        grid.addLayout(head)
        advice = tr(str(check.get("advice", ""))) if check.get("advice") else ""
        below = "  ·  ".join(part for part in (value if long else "", limit, advice) if part)
        if below:
            small = label(below, "small", wrap=True)
            small.setContentsMargins(theme.px(7), 0, 0, 0)
            grid.addWidget(small)
        spoken = {
            "pass": tr("passed"),
            "fail": tr("failed"),
            "advice": tr("not ideal"),
            "uncertain": tr("uncertain"),
            "info": tr("for information"),
        }
        self.setAccessibleName(f"{title}: {spoken[state]}, {value} {limit}")
        source = str(check.get("source", ""))
        parts = [
            f"{title}: {value}",
            limit,
            margin_text(check),
            tr("Source: {source}", source=source) if source else "",
            advice,
        ]
        self.setToolTip("\n".join(part for part in parts if part))
        self.setAccessibleDescription(self.toolTip())


def mark_of(check: Check) -> str:
    """State of a check; ``advice`` where it fails but no office refuses the photo for it alone."""
    state = str(check["state"])
    return "advice" if state == "fail" and not check.get("hard") else state


def unit_text(check: Check) -> str:
    unit = str(check.get("unit", ""))
    return UNITS.get(unit) or tr(unit) if unit and UNITS.get(unit, unit) else ""


def value_text(check: Check) -> str:
    """The measured value with its unit and uncertainty, or the words that stand for it."""
    value = check.get("value")
    if value is None:
        return tr(str(check.get("text", "")))
    sigma = check.get("sigma")
    plus = f" ± {_number(sigma)}" if sigma else ""
    return f"{_number(value)}{plus} {unit_text(check)}".strip()


def limit_text(check: Check) -> str:
    low, high = check.get("low"), check.get("high")
    if low is None and high is None:
        return ""
    if low is not None and high is not None:
        span = _number(low) if low == high else f"{_number(low)}–{_number(high)}"
    else:
        span = f"≤ {_number(high)}" if low is None else f"≥ {_number(low)}"
    return tr("allowed {span}", span=f"{span} {unit_text(check)}".strip())


def margin_text(check: Check) -> str:
    margin = check.get("margin")
    if margin is None:
        return ""
    unit = unit_text(check)
    if margin < 0:
        return tr("{number} outside the limit", number=f"{_number(-margin)} {unit}".strip())
    return tr("{number} of room to the nearest limit", number=f"{_number(margin)} {unit}".strip())


def _number(value: Any) -> str:
    size = abs(float(value))
    return (
        f"{value:.0f}" if size >= 100 or float(value).is_integer() else f"{value:.1f}" if size >= 1 else f"{value:.2g}"
    )


def _notes(verdict: Mapping[str, Any]) -> list[str]:
    notes = verdict.get("notes") or ()
    return [notes] if isinstance(notes, str) else [str(note) for note in notes]


def _mark(state: str, theme: Theme, icon: str = "") -> QLabel:
    side = theme.px(5)
    token = {"pass": "pass", "fail": "fail", "advice": "uncertain", "uncertain": "uncertain"}.get(state, "muted")
    drawn = icon or ("warning" if state == "advice" else state)
    mark = QLabel()
    mark.setPixmap(theme.icons(drawn, theme.tokens[token]).pixmap(side, side))
    mark.setFixedSize(side, side)
    return mark


def _marked(state: str, text: str, theme: Theme, role: str, icon: str = "") -> QWidget:
    row = QWidget()
    box = QHBoxLayout(row)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(theme.px(2))
    box.addWidget(_mark(state, theme, icon))
    box.addWidget(label(text, role, wrap=True), 1)
    return row
