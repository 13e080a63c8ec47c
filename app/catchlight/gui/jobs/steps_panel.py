"""The steps of a job one under the other: state, time, how far, and a small picture of what each has made."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from catchlight.gui.document.film_strip import frame_thumbnail
from catchlight.gui.jobs.job_bar import ProgressBar
from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.avatar_words import step_helps, step_names, step_status_text
from catchlight.gui.wording.i18n import tr
from catchlight.operations.profile_picture.params import DELIVERED, FETCHED, FETCHING, NAMES, UPLOADING, WORKING
from catchlight.store.jobs.job import StepView

_ICONS = {
    "waiting": ("dot", "disabled"),
    "running": ("dot", "text"),
    "done": ("pass", "pass"),
    "failed": ("fail", "fail"),
}


def share_of(step: str, fraction: float) -> float:
    """How far a step is (0..1) when the whole job is at ``fraction``."""
    shares = {FETCHING: FETCHED, **WORKING, UPLOADING: DELIVERED}
    total, before = sum(shares.values()), 0.0
    for name in NAMES:
        if name == step:
            return min(1.0, max(0.0, (fraction * total - before) / shares[name]))
        before += shares[name]
    raise KeyError(step)


class StepPicture(QAbstractButton):
    """What a step has made, small; pressed it is seen large."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.image: QImage | None = None
        self.setCheckable(True)
        self.setFixedSize(theme.px(12), theme.px(11))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        side = theme.px(10)
        area = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        if self.image is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("field"))
            painter.drawRoundedRect(area, theme.px(1), theme.px(1))
        else:
            painter.drawPixmap(
                area.topLeft(), frame_thumbnail(self.image, side, theme, False, self.devicePixelRatioF())
            )
        if self.isChecked() or self.hasFocus() or (self.isEnabled() and self.underMouse()):
            strong = self.isChecked() or self.hasFocus()
            style = Qt.PenStyle.DotLine if self.hasFocus() and not self.isChecked() else Qt.PenStyle.SolidLine
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("focus" if strong else "edge"), 2, style))
            painter.drawRoundedRect(area.adjusted(-1, -1, 1, 1), theme.px(1), theme.px(1))


class StepRow(QWidget):
    """One step."""

    pressed = Signal(str)

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._key = name
        self._title = step_names()[name]
        self.button = StepPicture(theme)
        self.button.clicked.connect(lambda: self.pressed.emit(name))
        self.said = label("", "small")
        self.said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = ProgressBar(theme)
        self.bar.setAccessibleName(tr("Progress"))
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self._mark = QLabel()
        title = label(self._title)
        self.setToolTip(step_helps()[name])
        line = QHBoxLayout()
        line.addWidget(title)
        line.addStretch(1)
        line.addWidget(self.said)
        words = QVBoxLayout()
        words.setSpacing(theme.px(0.5))
        words.addStretch(1)
        words.addSpacing(self.bar.height() + words.spacing())
        words.addLayout(line)
        words.addWidget(self.bar)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(2))
        row.addWidget(self.button)
        row.addLayout(words, 1)
        row.addWidget(self._mark)
        self.show_picture(None)

    @property
    def image(self) -> QImage | None:
        return self.button.image

    def show_step(self, step: StepView, fraction: float) -> None:
        self.state = step.state
        self.said.setText(step_status_text(step))
        icon, token = _ICONS[step.state]
        side = self._theme.px(4)
        self._mark.setPixmap(self._theme.icons(icon, self._theme.tokens[token]).pixmap(QSize(side, side)))
        self._mark.setAccessibleName(self.said.text())
        self.bar.setVisible(step.state == "running")
        self.bar.show_fraction(share_of(self._key, fraction))
        self.setAccessibleName(f"{self._title}: {self.said.text()}")

    def show_picture(self, image: QImage | None) -> None:
        """What the step has made; None while there is nothing to see."""
        self.button.image = image
        self.button.setEnabled(image is not None)
        if image is None:
            self.button.setChecked(False)
        self.button.update()
        said = tr("Show what this step made on the canvas; press again for the preview")
        self.button.setToolTip(said if image is not None else step_helps()[self._key])
        self.button.setAccessibleName(tr("Picture of {step}", step=self._title))


class StepsPanel(QWidget):
    """All seven of a job."""

    chosen = Signal(str)
    """Name of the step whose picture is to be seen; empty for none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.rows = {name: StepRow(name, theme) for name in NAMES}
        for row in self.rows.values():
            row.pressed.connect(self._press)
            column.addWidget(row)

    @property
    def current(self) -> str:
        """The step whose picture is seen, empty for none."""
        return next((name for name, row in self.rows.items() if row.button.isChecked()), "")

    def show_job(self, entry: ProfileJob) -> None:
        for step in entry.steps:
            self.rows[step.name].show_step(step, entry.fraction)
            self.rows[step.name].show_picture(entry.pictures.get(step.name))

    def choose(self, name: str) -> None:
        """Mark a step without saying so."""
        for key, row in self.rows.items():
            row.button.setChecked(key == name and row.image is not None)

    def _press(self, name: str) -> None:
        self.choose(name if self.rows[name].button.isChecked() else "")
        self.chosen.emit(self.current)
