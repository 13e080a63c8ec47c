"""Reading pictures: the work that makes a first step of a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from catchlight.core.files.naming import display_name
from catchlight.core.progress import Progress
from catchlight.gui.canvas import qt_images
from catchlight.gui.document.step import EditStep, LazyPixels, StepMemory
from catchlight.imaging.io import codec
from catchlight.imaging.source_file import read_from
from catchlight.operations.operation import File
from catchlight.service.files.reading import read_file
from catchlight.store.settings import PictureLimits


def read_task(path: Path, limits: PictureLimits) -> Callable[[Progress], EditStep]:
    """Work that reads a file; it raises what ``read_file`` and ``codec.decode`` raise."""

    def work(progress: Progress) -> EditStep:
        allowed = codec.DecodeLimits(limits.max_bytes, limits.max_pixels, limits.min_side)
        data = read_file(path, allowed)
        progress.report(0.2, "decoding")
        picture = read_from(codec.decode(data, allowed, display_name(path.name), progress=progress), path)
        progress.report(0.8, "preparing")
        picture.digest  # noqa: B018  asked for in the GUI thread, where there is no time to compute it
        pixels = StepMemory(picture, qt_images.build_pyramid(picture), read=File(data, picture.metadata.media_type))
        return EditStep(LazyPixels.of(pixels, lambda: work(Progress()).held.now()))

    return work


class Files(Protocol):
    """A store that gives the files of generations."""

    def data(self, entry: str) -> bytes: ...


def reload_task(store: Files, generation: str, name: str, media_type: str) -> Callable[[], StepMemory]:
    """Gives the pixels of a stored generation. Raises what the store and ``codec.decode`` raise."""

    def pixels() -> StepMemory:
        data = store.data(generation)
        picture = codec.decode(data, codec.STORE_LIMITS, name)
        picture.digest  # noqa: B018  asked for in the GUI thread
        file = File(data, media_type)
        return StepMemory(picture, qt_images.build_pyramid(picture), file, read=file)

    return pixels
