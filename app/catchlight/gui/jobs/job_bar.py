"""The bar at the bottom: what is running, how far it is, how long it will still take, and Cancel."""

from __future__ import annotations

import time

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from catchlight.core.messages import mark
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.time_left import TimeLeft, remaining_time_text

STEPS = {
    "sending": mark("Sending the picture"),
    "working": mark("The server is working"),
    "receiving": mark("Receiving the result"),
    "decoding": mark("Reading the picture"),
    "preparing": mark("Preparing the view"),
    "finding the face": mark("Looking for the face"),
    "matting": mark("Separating the background"),
    "cutting": mark("Cutting to size"),
    "cropping": mark("Cropping"),
    "adding canvas": mark("Adding canvas"),
    "super-resolution": mark("Adding detail"),
    "cleaning the edges": mark("Cleaning the edges"),
    "writing the file": mark("Writing the file"),
    "measuring the result": mark("Measuring the finished photo"),
    "recognising": mark("Recognising the photos"),
    "laying out": mark("Laying out the sheet"),
    "drawing": mark("Drawing the sheet"),
    "writing": mark("Writing the file"),
    "storing": mark("Storing"),
    "stored": mark("Storing"),
    "done": mark("Done"),
    "cutting the square": mark("Cutting the square"),
    "placing the square": mark("Placing the square"),
    "colouring": mark("Colouring the hair"),
    "finding the hair": mark("Looking for the hair"),
    "hair": mark("Drawing the hair"),
    "style": mark("Shaping the hair"),
    "fitting the person": mark("Fitting it to the head"),
    "what the hair hides": mark("Rebuilding what the hair hid"),
    "finishing": mark("Finishing"),
    "brushing": mark("Brushing"),
    "developing": mark("Developing"),
    "developing the raw file": mark("Developing the raw file"),
    "looking at the light": mark("Looking at the light"),
    "measuring the light": mark("Measuring the light"),
    "lighting": mark("Lighting"),
    "reading the wish": mark("Reading the wish"),
    "reading the face": mark("Reading the face"),
    "moving the face": mark("Moving the face"),
    "drawing mouth and eyes": mark("Drawing mouth and eyes"),
    "shading": mark("Shading"),
    "laying it into the picture": mark("Laying it into the picture"),
    "dressing": mark("Dressing"),
    "reading the reference photo": mark("Reading the reference photo"),
    "reading the hair": mark("Reading the hair of that photo"),
    "finding the clothes": mark("Looking for the clothes"),
    "cutting out the clothes": mark("Cutting out the clothes"),
    "measuring the clothes": mark("Measuring the clothes"),
    "fitting the clothes": mark("Fitting the clothes"),
    "laying the clothes": mark("Laying the clothes over the body"),
    "reading neck and shoulders": mark("Looking at neck and shoulders"),
    "framing": mark("Framing"),
    "laying the background": mark("Laying the background"),
    "tidying the skin": mark("Tidying the skin"),
    "finding the region": mark("Looking for the region"),
    "editing": mark("Editing"),
    "reshaping": mark("Reshaping"),
    "reading": mark("Reading the picture"),
    "resizing": mark("Resizing"),
    "starting": mark("Starting"),
    "asking the engine": mark("Asking the engine"),
    "waiting for the engine": mark("Waiting for the engine"),
    "the engine paints": mark("The engine paints"),
    "fitting it in": mark("Fitting it in"),
    "looking for engines": mark("Looking for engines"),
    "asking the language model": mark("Asking the language model"),
}
"""Names that operations give their steps, in the words of the window: every one that any of them reports."""


class ProgressBar(QWidget):
    """How far something is. Painted when the event loop comes to it; QProgressBar repaints the window on every value."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._fraction = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(1.5))

    def show_fraction(self, fraction: float) -> None:
        self._fraction = fraction
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        radius = self.height() / 2
        for width, token in ((self.width(), "field"), (self.width() * self._fraction, "edge")):
            painter.setBrush(self._theme.colour(token))
            left = self.width() - width if self.isRightToLeft() else 0
            painter.drawRoundedRect(QRectF(left, 0, width, self.height()), radius, radius)


class JobBar(QWidget):
    """Shows the running visible job; keeps its height, so that nothing jumps."""

    def __init__(self, jobs: JobQueue, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rendered: tuple[int, int] = (0, 0)
        self.setObjectName("jobBar")
        self._jobs: list[BackgroundJob] = [job for job in jobs.running if job.visible]
        self._left = {job: TimeLeft(time.monotonic()) for job in self._jobs}
        self._name = QLabel()
        self._step = label("", "muted")
        self._bar = ProgressBar(theme)
        self._bar.setAccessibleName(tr("Progress"))
        self._percent = label("", "muted")
        self._percent.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 % "))
        self._cancel = QPushButton(tr("Cancel"))
        self._cancel.setProperty("role", "flat")
        self._cancel.setToolTip(tr("Stop this (Esc)"))
        self._cancel.setAccessibleName(tr("Cancel the running work"))
        self._cancel.clicked.connect(self.cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(3), 0, theme.px(3), 0)
        row.setSpacing(theme.px(3))
        for widget, stretch in (
            (self._name, 0),
            (self._step, 0),
            (self._bar, 1),
            (self._percent, 0),
            (self._cancel, 0),
        ):
            row.addWidget(widget, stretch)
        self._row = row
        jobs.started.connect(self._start)
        jobs.progressed.connect(self._progress)
        jobs.finished.connect(self._end)
        jobs.failed.connect(self._end)
        jobs.cancelled.connect(self._end)
        self._show()

    @property
    def busy(self) -> bool:
        return bool(self._jobs)

    def add(self, widget: QWidget) -> None:
        """Put something at the end of the bar."""
        self._row.addWidget(widget)

    def show_rendering(self, done: int, count: int) -> None:
        """So many of the cards that are seen are there; told while no job is shown."""
        self._rendered = (done, count)
        if not self._jobs:
            self._name.setText(self._idle())

    def _idle(self) -> str:
        done, count = self._rendered
        return tr("Ready") if done >= count else tr("Rendering {number} of {count}", number=done + 1, count=count)

    def cancel(self) -> None:
        """Cancel the job that is shown."""
        if self._jobs:
            self._jobs[0].cancel()
            self._step.setText(tr("Stopping"))
            self._cancel.setEnabled(False)

    def _start(self, job: BackgroundJob) -> None:
        if job.visible:
            self._jobs.append(job)
            self._left[job] = TimeLeft(time.monotonic())
            self._show()

    def _progress(self, job: BackgroundJob, fraction: float, step: str) -> None:
        if self._jobs and job is self._jobs[0] and not job.progress.cancelled:
            self._bar.show_fraction(fraction)
            left, said = self._left[job].seconds(time.monotonic(), fraction), f"{fraction * 100:.0f} %"
            self._percent.setText(said if left is None else f"{said}  ·  {remaining_time_text(left)}")
            self._step.setText(tr(STEPS.get(step, step)))

    def _end(self, job: BackgroundJob, _result: object = None) -> None:
        if job in self._jobs:
            self._jobs.remove(job)
            self._left.pop(job, None)
            self._show()

    def _show(self) -> None:
        job = self._jobs[0] if self._jobs else None
        self._name.setText(job.title if job is not None else self._idle())
        self._step.setText("")
        self._percent.setText("")
        self._bar.show_fraction(0.0)
        for widget in (self._bar, self._cancel):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
            widget.setVisible(job is not None)
        self._cancel.setEnabled(job is not None)
