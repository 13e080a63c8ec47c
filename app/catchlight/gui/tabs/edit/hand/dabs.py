"""The stroke under way, seen as it is drawn: what the brush has just passed over is made small, at once, off the GUI thread."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QImage

from catchlight.brushes.edits import BrushEdit
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import eight_bit, to_screen_format
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue, Work
from catchlight.imaging.picture import Picture
from catchlight.matting.modnet import Window
from catchlight.portrait.portrait import Portraits


@dataclass(frozen=True, eq=False)
class Dab:
    """What a moving brush did to a box. stroke: its number. below: what was done before, as ``strikes`` gives it; edit: what is
    done with this stroke. scale: pixels of the screen for one of the picture."""

    picture: Picture
    stroke: int
    below: tuple[BrushEdit, ...]
    edit: BrushEdit
    box: Window
    scale: float


class DabPainter(QObject):
    """Renders one box at a time on a lane of its own; boxes that come meanwhile are one when their turn comes."""

    painted = Signal(int, object, object)
    """Number of the stroke, QRectF in picture pixels, QImage."""

    def __init__(self, jobs: JobQueue, portraits: Portraits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._portraits = jobs, portraits
        self._waiting: Dab | None = None
        self._job: BackgroundJob | None = None

    @property
    def busy(self) -> bool:
        return self._job is not None

    def ask(self, dab: Dab) -> None:
        """Render a box as soon as possible; of the same stroke those that wait are joined to it."""
        waiting = self._waiting
        if waiting is not None and waiting.stroke == dab.stroke:
            dab = Dab(dab.picture, dab.stroke, dab.below, dab.edit, join(waiting.box, dab.box), dab.scale)
        self._waiting = dab
        if self._job is None:
            self._begin()

    def stop(self) -> None:
        """Render nothing more; what is under way is not delivered."""
        self._waiting = None
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _begin(self) -> None:
        dab, self._waiting = self._waiting, None
        if dab is None:
            return
        job = self._jobs.submit("", _work(self._portraits, dab), lane="brush", visible=False)
        self._job = job
        job.finished.connect(lambda made: self._end(job, dab, made))
        job.failed.connect(lambda _error: self._end(job, dab, None))  # the whole picture tells why
        job.cancelled.connect(lambda: self._end(job, dab, None))

    def _end(self, job: BackgroundJob, dab: Dab, made: tuple[Window, QImage] | None) -> None:
        if job is not self._job:
            return
        self._job = None
        if made is not None:
            box, image = made
            self.painted.emit(dab.stroke, QRectF(box[0], box[1], box[2] - box[0], box[3] - box[1]), image)
        self._begin()


def box_around(points: list[tuple[float, float]], radius: float) -> Window:
    """The pixels that a brush touches on its way through points."""
    across, down = zip(*points, strict=True)
    return (
        math.floor(min(across) - radius) - 1,
        math.floor(min(down) - radius) - 1,
        math.ceil(max(across) + radius) + 1,
        math.ceil(max(down) + radius) + 1,
    )


def join(one: Window, other: Window) -> Window:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _work(portraits: Portraits, dab: Dab) -> Work:
    def work(_progress: Progress) -> tuple[Window, QImage] | None:
        from catchlight.operations.brush.window import render_window

        step = max(1, int(1 / max(dab.scale, 1e-3)))
        box, pixels = render_window(portraits.of(dab.picture), dab.below, dab.edit, dab.box, step)
        if not pixels.size:
            return None
        whole: Any = np.ascontiguousarray(pixels)
        return box, to_screen_format(eight_bit(whole))

    return work
