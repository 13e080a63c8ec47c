"""Small pictures of files, made in the background for the rows that are seen, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader

from catchlight.core.files.naming import display_name
from catchlight.gui.canvas import qt_images
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.imaging.io import codec
from catchlight.service.files.discovery import RAW_SUFFIXES
from catchlight.service.files.reading import check_file, read_file, read_picture

KEPT = 600
WAITING = 24
"""So many rows wait at most; those asked for last are seen now."""


class ThumbnailLoader(QObject):
    """Gives what it has at once, and says when it has more."""

    made = Signal(object)
    """Path of the file."""

    def __init__(self, jobs: JobQueue, side: int, parent: QObject) -> None:
        """side: of the small pictures, in pixels of the screen."""
        super().__init__(parent)
        self._jobs = jobs
        self._side = side
        self._kept: OrderedDict[Path, QImage | None] = OrderedDict()
        self._asked: OrderedDict[Path, BackgroundJob] = OrderedDict()

    def of(self, file: Path) -> QImage | None:
        """The small picture; None while there is none, also for a file that cannot be read."""
        if file in self._kept:
            self._kept.move_to_end(file)
            return self._kept[file]
        if file not in self._asked:
            self._ask(file)
        return None

    def is_broken(self, file: Path) -> bool:
        """Whether the file was tried and could not be read."""
        return file in self._kept and self._kept[file] is None

    def forget(self, file: Path) -> None:
        """Look at the file anew when it is asked for next."""
        self._kept.pop(file, None)

    def stop(self) -> None:
        """Call off what is under way: nobody looks any more."""
        for job in self._asked.values():
            job.cancel()
        self._asked.clear()

    def _ask(self, file: Path) -> None:
        while len(self._asked) >= WAITING:
            _, oldest = self._asked.popitem(last=False)
            oldest.cancel()
        side = self._side
        job = self._jobs.submit("", lambda _progress: thumbnail(file, side), lane="cards", visible=False)
        self._asked[file] = job
        job.finished.connect(lambda image: self._have(file, job, image))
        job.failed.connect(lambda _error: self._have(file, job, None))

    def _have(self, file: Path, job: BackgroundJob, image: QImage | None) -> None:
        if self._asked.get(file) is job:
            del self._asked[file]
        self._kept[file] = image
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self.made.emit(file)


def thumbnail(file: Path, side: int) -> QImage:
    """A file's picture with its longer side at most ``side`` pixels, upright. Raises a CatchlightError.

    Qt reads most types small, which is quick; the engine reads the others, of raw files the preview that they hold.
    """
    limits = codec.STORE_LIMITS
    check_file(file, limits)
    if file.suffix.lower() in RAW_SUFFIXES:
        return _raw_thumbnail(file, side, limits)
    reader = QImageReader(str(file))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid():
        reader.setScaledSize(size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio))
        image = reader.read()
        if not image.isNull():
            return image
    return qt_images.build_pyramid(read_picture(file, limits)).thumbnail.scaled(
        QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _raw_thumbnail(file: Path, side: int, limits: codec.DecodeLimits) -> QImage:
    """Of the embedded preview; where there is none, of the file developed at half its size."""
    data = read_file(file, limits)
    seen = codec.embedded_preview(data, limits, longest=2 * side)
    if seen is not None:
        image = qt_images.to_screen_format(qt_images.eight_bit(seen.pixels))
    else:
        image = qt_images.build_pyramid(codec.decode(data, limits, display_name(file.name), draft=True)).thumbnail
    return image.scaled(
        QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
