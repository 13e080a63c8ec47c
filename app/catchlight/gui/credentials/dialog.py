"""The Content Credentials of a picture as it was opened: whether they hold, who signed, and what was done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from catchlight.credentials.reading import CredentialsReport, State
from catchlight.credentials.words import STATES, action_parts, rows
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.dialogs.dialog_buttons import close_button
from catchlight.gui.widgets.labels import label, rule
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.operations.registry import STEPS

LAMPS: dict[State, str] = {"trusted": "pass", "untrusted": "uncertain", "tampered": "fail"}
"""Colours of the states, as of a verdict's."""


class CredentialsDialog(QDialog):
    """Shows one report."""

    def __init__(self, name: str, report: CredentialsReport, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Content Credentials"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.state = label(tr(STATES[report.state]), "section")
        lamp = label("●")
        lamp.setProperty("state", LAMPS.get(report.state, ""))
        self.sentence = label(tell_or_keep(report.sentence), wrap=True)
        head = QHBoxLayout()
        head.setSpacing(theme.px(2))
        head.addWidget(lamp)
        head.addWidget(self.state, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Content Credentials"), "title"))
        column.addWidget(label(name, "muted"))
        column.addLayout(head)
        column.addWidget(self.sentence)
        column.addWidget(rule())
        column.addWidget(_scrolled(_facts(report, theme), theme), 1)
        column.addWidget(close_button(self, tr("Close")))
        resize_dialog(self, theme.px(130), theme.px(120))


def _facts(report: CredentialsReport, theme: Theme) -> QWidget:
    """What is known of it, then what was done, a row each."""
    inside = QWidget()
    grid = QGridLayout()
    grid.setHorizontalSpacing(theme.px(5))
    grid.setVerticalSpacing(theme.px(2))
    grid.setColumnStretch(1, 1)
    for number, (title, text) in enumerate(rows(report)):
        grid.addWidget(label(tell_or_keep(title), "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(tell_or_keep(text), wrap=True), number, 1)
    column = QVBoxLayout(inside)
    column.setContentsMargins(0, 0, theme.px(3), 0)
    column.setSpacing(theme.px(2))
    column.addLayout(grid)
    if report.actions:
        column.addSpacing(theme.px(2))
        column.addWidget(label(tr("What was done"), "section"))
    for action in report.actions:
        said, more = action_parts(action)
        column.addWidget(label(tell_or_keep(said), wrap=True))
        if more:
            column.addWidget(label("  ·  ".join(map(_named, more)), "small", wrap=True))
    column.addStretch(1)
    return inside


def _named(part: str) -> str:
    """A part of what is said of an action; an operation of this program by its title."""
    row = STEPS.get(part.replace(" ", "_"))
    return tr(row.title) if row is not None else tell_or_keep(part)


def _scrolled(inside: QWidget, theme: Theme) -> QScrollArea:
    scroll = QScrollArea()
    scroll.setWidget(inside)
    scroll.setWidgetResizable(True)
    scroll.setMinimumHeight(theme.px(30))
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return scroll
