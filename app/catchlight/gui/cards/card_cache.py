"""Rendered cards: those of this session in memory, those of earlier ones on disk, and the jobs that make more."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass

from pydantic import BaseModel
from PySide6.QtCore import QBuffer, QIODevice, QObject, Signal
from PySide6.QtGui import QImage

from catchlight.core.progress import Progress
from catchlight.gui.canvas import qt_images
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue, Work
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.imaging.picture import Picture
from catchlight.store.previews import Previews

MOST_BYTES = 64_000_000
"""So much memory cards take at most, of all tabs and pictures together: about 600 of them."""


class CardCache(QObject):
    """Gives and takes cards by name. For the GUI thread; what reads, renders and writes are jobs."""

    rendering = Signal(int, int)
    """So many cards of a row are there, and so many it has; equal where nothing is left to do."""

    def __init__(
        self,
        jobs: JobQueue,
        previews: Previews | None = None,
        edition: Callable[[], str] = str,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """previews: where cards outlive the session. edition: what they hang on besides their names; asked on a worker."""
        super().__init__()
        self._jobs = jobs
        self.previews = previews
        self._edition = edition
        self._known_edition: str | None = None
        self._most = most_bytes
        self._kept: OrderedDict[str, QImage] = OrderedDict()
        self._bytes = 0

    @property
    def pressing(self) -> bool:
        """Whether cards should wait: a preview is being rendered."""
        return self._jobs.pressing

    def when_calm(self, slot: Callable[[], object]) -> None:
        """Call ``slot`` whenever they need wait no more."""
        self._jobs.calmed.connect(slot)

    @property
    def size(self) -> int:
        """Memory that the kept cards take."""
        return self._bytes

    def name(self, kind: str, key: object, card: str) -> str:
        """Name of a card. kind: of the row that it is in; key: what the rendering hangs on besides the card's id.

        Words on a card are in the language of the window. Raises TypeError for a key that says nothing outside this
        session.
        """
        said = "\n".join((kind, canonical_text(key), card, "zh" if is_chinese() else "en"))
        return hashlib.sha256(said.encode()).hexdigest()

    def seen(self, name: str) -> QImage | None:
        """A card that is in memory."""
        image = self._kept.get(name)
        if image is not None:
            self._kept.move_to_end(name)
        return image

    def keep(self, name: str, image: QImage) -> None:
        """Keep a card in memory, and the longest unused ones no longer."""
        old = self._kept.pop(name, None)
        self._kept[name] = image
        self._bytes += image.sizeInBytes() - (old.sizeInBytes() if old is not None else 0)
        while self._bytes > self._most and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= gone.sizeInBytes()

    def fetch(self, names: Sequence[str]) -> BackgroundJob | None:
        """Read those that lie on disk, a dict by name; None where there is no disk to look on."""
        previews = self.previews
        if previews is None:
            return None

        def work(progress: Progress) -> dict[str, QImage]:
            found: dict[str, QImage] = {}
            for name in names:
                progress.check()
                image = self._read(previews, name)
                if image is not None:
                    found[name] = image
            return found

        return self._jobs.submit(tr("Cards"), work, lane="files", visible=False)

    def render(self, name: str, work: Work) -> BackgroundJob:
        """Render a card, a QImage, and keep it on disk."""

        def kept(progress: Progress) -> QImage:
            image: QImage = work(progress)
            if self.previews is not None:
                self.previews.keep(self._on_disk(name), _packed(image))
            return image

        return self._jobs.submit(tr("Cards"), kept, lane="cards", visible=False)

    def recall(self, name: str) -> bytes | None:
        """What ``store`` has put on disk. To be asked on a worker."""
        return self.previews.find(self._on_disk(name)) if self.previews is not None else None

    def store(self, name: str, data: bytes) -> None:
        """Keep something else than a card on disk, as long as there is room. To be done on a worker."""
        if self.previews is not None:
            self.previews.keep(self._on_disk(name), data)

    def measure(self) -> BackgroundJob:
        """How many bytes lie on disk."""
        return self._on_previews(lambda previews: previews.bytes)

    def clear(self) -> BackgroundJob:
        """Forget all, on disk too; finishes with the bytes that are left there."""
        self._kept.clear()
        self._bytes = 0

        def emptied(previews: Previews) -> int:
            previews.clear()
            return previews.bytes

        return self._on_previews(emptied)

    def _on_previews(self, ask: Callable[[Previews], int]) -> BackgroundJob:
        previews = self.previews

        def work(_progress: Progress) -> int:
            return ask(previews) if previews is not None else 0

        return self._jobs.submit("", work, lane="files", visible=False)

    def _read(self, previews: Previews, name: str) -> QImage | None:
        data = previews.find(self._on_disk(name))
        if data is None:
            return None
        image = qt_images.decode_image(data)
        if image.isNull():
            previews.discard(self._on_disk(name))
            return None
        return image

    def _on_disk(self, name: str) -> str:
        if self._known_edition is None:
            self._known_edition = self._edition()
        return hashlib.sha256(f"{self._known_edition}{name}".encode()).hexdigest()


def canonical_text(value: object) -> str:
    """A value in words that are the same in every session. Raises TypeError for what has none."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, Picture):
        return value.digest
    if isinstance(value, BaseModel):
        return type(value).__name__ + value.model_dump_json()
    if is_dataclass(value) and not isinstance(value, type):
        parts = (f"{field.name}={canonical_text(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({','.join(parts)})"
    if isinstance(value, (tuple, list)):
        return f"[{','.join(map(canonical_text, value))}]"
    if isinstance(value, dict):
        return (
            f"{{{','.join(sorted(f'{canonical_text(key)}:{canonical_text(entry)}' for key, entry in value.items()))}}}"
        )
    raise TypeError(f"{type(value).__name__} cannot name a card")


def _packed(image: QImage) -> bytes:
    """As PNG, with the words that it carries."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
