"""Pictures from the clipboard: taken in, and copied to disk while they are open, so that no crash loses them."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from PySide6.QtGui import QImage

from catchlight.core.files.writing import disk, make_private_folder, write_atomic
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.canvas import qt_images
from catchlight.gui.document.step import EditStep, LazyPixels, StepMemory
from catchlight.gui.opening.read_file import read_task
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Metadata, Picture
from catchlight.store.settings.resource_limits import PictureLimits

KEPT_SECONDS = 30 * 86_400
"""So long a copy is kept that no list of open pictures names any more."""
log = logging.getLogger(__name__)
_ANY = PictureLimits(max_bytes=1_000_000_000, max_pixels=1_000_000_000, min_side=16)


def paste_task(image: QImage) -> Callable[[Progress], EditStep]:
    """Work that takes a picture from the clipboard."""

    def work(progress: Progress) -> EditStep:
        picture = Picture(qt_images.pixels_of(image), metadata=Metadata(name=""))
        picture.digest  # noqa: B018  asked for in the GUI thread
        return EditStep(LazyPixels.of(StepMemory(picture, qt_images.build_pyramid(picture))))

    return work


def save_copy_task(held: LazyPixels, folder: Path) -> Callable[[Progress], Path]:
    """Work that writes a pasted picture into ``folder``, from where it can be read again. Raises StorageFault."""

    def work(progress: Progress) -> Path:
        picture = held.now().picture
        file = folder / f"{secrets.token_hex(8)}.png"
        with disk(Message("create {path}", path=str(folder))):
            make_private_folder(folder)
        write_atomic(file, codec.encode(picture, "image/png"))
        held.can_be_read(lambda: read_task(file, _ANY)(Progress()).held.now())
        return file

    return work


def delete_stale_copies(folder: Path, spare: Collection[Path]) -> None:
    """Delete copies that were left behind long ago. spare: those that are open."""
    before = time.time() - KEPT_SECONDS
    delete_copies(file for file in folder.glob("*.png") if file not in spare and file.stat().st_mtime < before)


def delete_copies(files: Iterable[Path]) -> None:
    """Delete copies; one that cannot be is only logged."""
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("%s cannot be deleted: %s", file, fault)


def delete_copy_task(file: Path) -> Callable[[Progress], None]:
    """Work that deletes the copy of a pasted picture that was closed. Raises StorageFault."""

    def work(progress: Progress) -> None:
        with disk(Message("delete {path}", path=str(file))):
            file.unlink(missing_ok=True)

    return work
