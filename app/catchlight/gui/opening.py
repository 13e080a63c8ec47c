"""Reading pictures: which files are taken, and the work that makes a first step of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from catchlight.engine import codec
from catchlight.engine.errors import CatchlightError
from catchlight.engine.progress import Progress
from catchlight.gui import imaging
from catchlight.gui.step import Held, Pixels, Step
from catchlight.operations.base import File
from catchlight.service.settings import PictureLimits

FOLDER_LIMIT = 500
SUFFIXES = frozenset({".jpg", ".jpeg", ".jpe", ".png", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif", ".avif"})


def pictures_in(folder: Path) -> list[Path]:
    """The first pictures of a folder by name."""
    return sorted(entry for entry in folder.iterdir() if entry.suffix.lower() in SUFFIXES)[:FOLDER_LIMIT]


def files_of(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """The files among ``paths`` with the pictures of folders, each once, and the folders without one."""
    files: dict[Path, None] = {}
    empty = []
    for path in paths:
        inside = pictures_in(path) if path.is_dir() else [path]
        files.update(dict.fromkeys(inside))
        if not inside:
            empty.append(path)
    return list(files), empty


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
        picture = codec.decode(data, allowed, path.name, progress=progress)
        progress.report(0.8, "preparing")
        picture.digest  # noqa: B018  asked for in the GUI thread, where there is no time to compute it
        pixels = Pixels(picture, imaging.shown(picture), read=File(data, picture.metadata.media_type))
        return Step(Held.of(pixels, lambda: work(Progress()).held.now()))

    return work


class Files(Protocol):
    """A store that gives the files of generations."""

    def data(self, entry: str) -> bytes: ...


def rereading(store: Files, generation: str, name: str, media_type: str) -> Callable[[], Pixels]:
    """Gives the pixels of a stored generation. Raises what the store and ``codec.decode`` raise."""

    def pixels() -> Pixels:
        data = store.data(generation)
        picture = codec.decode(data, codec.Limits(1_000_000_000, 1_000_000_000, 1), name, media_type)
        picture.digest  # noqa: B018  asked for in the GUI thread
        file = File(data, media_type)
        return Pixels(picture, imaging.shown(picture), file, read=file)

    return pixels
