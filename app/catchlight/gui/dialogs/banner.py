"""The banner on the canvas: what happened, what to do, one button. Never a modal box.

A message that another one covers before there was time to read it comes back when that one is closed.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.labels import label, restyle
from catchlight.gui.widgets.theme import LARGE, Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem, action_label

GOOD_NEWS_MS = 8000
"""So long good news stay, and so long any message needs to be read."""


NARROW = 120
"""Steps of the grid, at usual text, that a banner needs to have its button beside its words."""
_LONG_WORD = re.compile(r"\S{20,}")
_JOINT = re.compile(r"(?<=[/\\_.\-])")


def breakable(text: str) -> str:
    """The text with places to break lines in paths and long names, which would be cut off at the edge."""
    return _LONG_WORD.sub(lambda word: _JOINT.sub("\u200b", word[0]), text)


class Banner(QFrame):
    """Lies over the top of the canvas while there is something to say."""

    acted = Signal(object)
    """The Problem whose button was pressed."""
    troubled = Signal(bool)
    """Whether there is to be read now what went wrong."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("banner")
        self._theme = theme
        self._problem: Problem | None = None
        self._covered: list[Problem] = []
        self._shown = QElapsedTimer()
        self._mark = QLabel()
        self._title = label("", "section", wrap=True)
        self._text = label("", wrap=True)
        self._button = QPushButton()
        self._button.clicked.connect(self._act)
        self._button.hide()
        close = QToolButton()
        close.setProperty("role", "flat")
        close.setIcon(theme.icons("close"))
        close.setToolTip(tr("Dismiss"))
        close.setAccessibleName(tr("Dismiss the message"))
        close.clicked.connect(self.close_one)
        self._words = words = QVBoxLayout()
        words.setSpacing(theme.px(0.5))
        words.addWidget(self._title)
        words.addWidget(self._text)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(4), theme.px(2), theme.px(2), theme.px(2))
        row.setSpacing(theme.px(3))
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self._button)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.close_one)
        self.hide()

    @property
    def problem(self) -> Problem | None:
        """What it says now."""
        return self._problem

    @property
    def troubles(self) -> bool:
        """Whether it says now what went wrong."""
        return self._problem is not None and not self._problem.good

    def say(self, problem: Problem) -> None:
        """Show a message above what is shown now."""
        before = self._problem
        self._covered = [covered for covered in self._covered if covered != problem]
        if before is not None and before != problem and self._shown.elapsed() < GOOD_NEWS_MS:
            self._covered.append(before)
        self._show(problem)

    def close_one(self) -> bool:
        """Take the message away; one that it covered unread comes back. Says whether there was one."""
        shown = self._problem is not None
        if self._covered:
            self._show(self._covered.pop())
        else:
            self.dismiss()
        return shown

    def dismiss(self) -> None:
        """Take every message away."""
        self._problem = None
        self._covered.clear()
        self._timer.stop()
        self.hide()
        self.troubled.emit(False)

    def leave(self) -> None:
        """A picture is left: what went wrong with it is not said of the next one."""
        self._covered = [problem for problem in self._covered if problem.good]
        if self.troubles:
            self.close_one()

    def _show(self, problem: Problem) -> None:
        self._problem = problem
        self._shown.start()
        tint = self._theme.tokens["uncertain" if problem.good else "fail"]
        size = self._theme.px(6)
        self._mark.setPixmap(self._theme.icons("info" if problem.good else "warning", tint).pixmap(size, size))
        self._title.setText(breakable(problem.title))
        self._text.setText(breakable(problem.text))
        self.setToolTip("\n".join(part for part in (problem.title, problem.text) if part))
        self._text.setVisible(bool(problem.text))
        self._button.setText(action_label(problem.action))
        self._button.setToolTip(self._button.text())
        self._button.setAccessibleName(self._button.text())
        self._button.setVisible(bool(problem.action))
        self.setProperty("good", "true" if problem.good else "false")
        self.setAccessibleName(f"{problem.title} {problem.text}")
        restyle(self)
        self.show()
        self.place()
        self.raise_()
        if problem.good:
            self._timer.start(GOOD_NEWS_MS)
        else:
            self._timer.stop()
        self.troubled.emit(self.troubles)

    def place(self) -> None:
        """Centre at the top of the parent. Where it is narrow for its text, the button stands below the words."""
        room, edge = self._over.width(), self._theme.px(4)
        narrow = room < self._theme.px(NARROW) * self._theme.text_scale
        self._row.removeWidget(self._button)
        self._words.removeWidget(self._button)
        if narrow:
            self._words.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._row.insertWidget(2, self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._mark.setVisible(not narrow or self._theme.text_scale < LARGE)
        self.setFixedWidth(max(min(room - (edge if narrow else 2 * edge), self._theme.px(160)), self._theme.px(40)))
        self._row.activate()
        most = max(self._over.height() - 2 * edge, self._theme.px(12))
        self.setFixedHeight(min(max(self._row.heightForWidth(self.width()), self._theme.px(12)), most))
        self.move((room - self.width()) // 2, edge)

    def _act(self) -> None:
        problem = self._problem
        self.close_one()
        if problem is not None:
            self.acted.emit(problem)
