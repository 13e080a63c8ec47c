"""Reading pictures: the work that makes a first step of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.canvas import qt_images
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.document.step import RAW_FACTS, EditStep, LazyPixels, StepMemory
from catchlight.imaging.io import codec
from catchlight.imaging.source_file import read_from
from catchlight.operations.operation import File
from catchlight.service.files.discovery import RAW_SUFFIXES
from catchlight.service.files.reading import read_file
from catchlight.store.settings.resource_limits import PictureLimits

LARGE = 2_000_000
"""Bytes from which a file takes long enough to be opened that it is worth being shown before."""


def read_task(path: Path, limits: PictureLimits, *, draft: bool = False) -> Callable[[Progress], EditStep]:
    """Work that reads a file; it raises what ``read_file`` and ``codec.decode`` raise.

    draft: of a raw file it gives a draft, developed at half the size, which is finished by ``LazyPixels.finished``.
    """
    allowed = codec.DecodeLimits(limits.max_bytes, limits.max_pixels, limits.min_side)
    known: dict[bool, str] = {}
    """Digest of the pixels as they were read first; those of a draft are others."""

    def read(data: bytes, progress: Progress, *, draft: bool) -> StepMemory:
        progress.report(0.2, "decoding")
        name = display_name(path.name)
        picture = read_from(codec.decode(data, allowed, name, progress=progress, draft=draft), path)
        progress.report(0.8, "preparing")
        digest = picture.digest  # also asked for in the GUI thread, where there is no time to compute it
        known.setdefault(draft, digest)
        if digest != known[draft]:
            said = Message("{name} has changed on disk since it was opened. Open it anew.", name=name)
            raise StorageFault(said)
        return StepMemory(picture, qt_images.build_pyramid(picture), read=File(data, picture.metadata.media_type))

    def work(progress: Progress) -> EditStep:
        data = read_file(path, allowed)
        facts = codec.raw_facts(data)
        pixels = read(data, progress, draft=draft and facts is not None)
        held = LazyPixels.of(
            pixels,
            lambda: read(read_file(path, allowed), Progress(), draft=False),
            draft=draft and facts is not None,
        )
        return EditStep(held, details={} if facts is None else {RAW_FACTS: asdict(facts)})

    return work


def preview_task(path: Path, limits: PictureLimits) -> Callable[[Progress], ImagePyramid | None]:
    """Work that gives what a large file can show before it is read: a raw file's embedded preview, a JPEG at an eighth of its
    size. None where there is none, or where the file is small; what is wrong with a file is said when it is read.
    """

    def work(progress: Progress) -> ImagePyramid | None:
        allowed = codec.DecodeLimits(limits.max_bytes, limits.max_pixels, limits.min_side)
        try:
            if path.suffix.lower() not in RAW_SUFFIXES and path.stat().st_size < LARGE:
                return None
            seen = codec.embedded_preview(read_file(path, allowed), allowed, progress=progress)
        except (CatchlightError, OSError):
            return None
        return None if seen is None else qt_images.preview(qt_images.eight_bit(seen.pixels), *seen.whole)

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
