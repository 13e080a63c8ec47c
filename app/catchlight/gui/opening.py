"""Reading pictures: which files are taken, and the work that makes a first step of one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage

from catchlight.engine import codec
from catchlight.engine.errors import CatchlightError
from catchlight.engine.picture import Metadata, Picture
from catchlight.engine.progress import Progress
from catchlight.gui import imaging
from catchlight.gui.document import Step
from catchlight.operations.base import File
from catchlight.service.settings import PictureLimits

FOLDER_LIMIT = 500
SUFFIXES = frozenset({".jpg", ".jpeg", ".jpe", ".png", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif", ".avif"})


def pictures_in(folder: Path) -> list[Path]:
    """The first pictures of a folder by name."""
    return sorted(entry for entry in folder.iterdir() if entry.suffix.lower() in SUFFIXES)[:FOLDER_LIMIT]


def reading(path: Path, limits: PictureLimits) -> Callable[[Progress], Step]:
    """Work that reads a file; it raises what ``codec.decode`` raises, and the disk's refusal as UnsupportedImage."""

    def work(progress: Progress) -> Step:
        try:
            size = path.stat().st_size
            data = path.read_bytes() if size <= limits.max_bytes else path.open("rb").read(limits.max_bytes + 1)
        except OSError as fault:
            raise CatchlightError(f"{path.name}: {fault.strerror}.", code="unsupported_image") from fault
        progress.report(0.2, "decoding")
        allowed = codec.Limits(limits.max_bytes, limits.max_pixels, limits.min_side)
        picture = codec.decode(data, allowed, path.name)
        progress.report(0.8, "preparing")
        picture.digest  # noqa: B018  asked for in the GUI thread, where there is no time to compute it
        return Step(picture, imaging.shown(picture), read=File(data, picture.metadata.media_type))

    return work


def pasting(image: QImage) -> Callable[[Progress], Step]:
    """Work that takes a picture from the clipboard."""

    def work(progress: Progress) -> Step:
        picture = Picture(imaging.pixels_of(image), metadata=Metadata(name=""))
        picture.digest  # noqa: B018  asked for in the GUI thread
        return Step(picture, imaging.shown(picture))

    return work
