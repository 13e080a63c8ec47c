"""The steps of the job under way in the bottom bar: all of them where there is room, else the one at work."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.jobs.profile_jobs import ProfileJobs
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.avatar_words import MARKS, job_status_text, step_names
from catchlight.gui.wording.i18n import tr


class StepsLine(QAbstractButton):
    """Hidden while nothing is under way. Pressed, it leads to the job."""

    def __init__(self, jobs: ProfileJobs, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._theme = theme
        self._whole = self._short = ""
        self.setToolTip(tr("The profile picture job under way; press to see it"))
        self.setAccessibleName(tr("Profile picture"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        jobs.added.connect(self._show)
        jobs.changed.connect(self._show)
        self._show()

    @property
    def shown(self) -> str:
        """What is to be read at this width."""
        return self._whole if self._width(self._whole) <= self.width() else self._short

    def sizeHint(self) -> QSize:
        return QSize(self._width(self._whole), self.fontMetrics().height() + self._theme.px(3))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(30), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("focus"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("hover"))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), self._theme.px(1.5), self._theme.px(1.5))
        room = QRect(self.rect()).adjusted(self._theme.px(1), 0, -self._theme.px(1), 0)
        painter.setPen(self._theme.colour("text"))
        text = painter.fontMetrics().elidedText(self.shown, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)

    def _width(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text) + self._theme.px(2) + 4

    def _show(self, _entry: ProfileJob | None = None) -> None:
        active = self._jobs.active
        self.setVisible(bool(active))
        if not active:
            return
        entry = next((one for one in active if one.stage == "running"), active[0])
        if entry.lost or entry.stage != "running":
            self._whole = self._short = f"{tr('Profile picture')}: {job_status_text(entry)}"
        else:
            names = step_names()
            steps = "  ".join(f"{names[step.name]} {MARKS[step.state]}" for step in entry.steps)
            self._whole, self._short = f"{steps}   {entry.fraction * 100:.0f} %", job_status_text(entry)
        self.setAccessibleName(f"{tr('Profile picture')}: {job_status_text(entry)}")
        self.updateGeometry()
        self.update()
