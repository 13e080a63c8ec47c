"""Pictures that were made ready for other colours than a canvas shows now, or for none: made ready for them on a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject

from catchlight.core.progress import Progress
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.qt_images import ImagePyramid, make_ready
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.imaging.colour.output_transform import ScreenColours, ScreenTransform


class PyramidConverter(QObject):
    """Serves canvases that are shown through the same colours."""

    def __init__(self, jobs: JobQueue, colours: Callable[[], ScreenColours | None], parent: QObject) -> None:
        """colours: what the canvases are to be shown through now."""
        super().__init__(parent)
        self._jobs, self._colours = jobs, colours
        self._canvases: list[Canvas] = []
        self._wanted: dict[ImagePyramid, None] = {}
        self._busy = False
        self._tables: list[BackgroundJob] = []
        """Tables that are being written, of the colours that are used now."""

    def serve(self, canvas: Canvas) -> None:
        self._canvases.append(canvas)
        canvas.unready.connect(self._want)
        canvas.show_through(self._colours())

    def show(self, *others: ScreenColours | None) -> None:
        """The colours are others: show them, and write their table. others: more of which a table is wanted."""
        colours = self._colours()
        for canvas in self._canvases:
            canvas.show_through(colours)
        self.stop()
        wanted = [one.transform() for one in dict.fromkeys((colours, *others)) if one is not None]
        self._tables = [self._jobs.follow("", partial(_tabulate, transform)) for transform in wanted]

    def stop(self) -> None:
        """Write no more tables."""
        for job in self._tables:
            job.cancel()
        self._tables = []

    def _want(self, pyramids: Sequence[ImagePyramid]) -> None:
        self._wanted |= dict.fromkeys(pyramids)
        self._next()

    def _next(self) -> None:
        colours = self._colours()
        if self._busy or colours is None:
            return
        pyramids = [one for one in self._wanted if not one.display.is_ready_for(colours)]
        self._wanted.clear()
        if not pyramids:
            return

        def work(progress: Progress) -> None:
            for pyramid in pyramids:
                progress.check()
                make_ready(pyramid, colours)

        self._busy = True
        job = self._jobs.submit("", work, lane="files", visible=False)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(self._made)

    def _made(self, _result: object = None) -> None:
        self._busy = False
        for canvas in self._canvases:
            canvas.update()
        self._next()


def _tabulate(transform: ScreenTransform, progress: Progress) -> Iterator[object]:
    """In a thread of its own: it takes seconds, and nobody waits for it."""
    transform.tabulate(progress.check)
    yield transform
