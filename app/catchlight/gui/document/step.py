"""A step of a picture's history, and the heavy part of it, which may sleep on disk until it is looked at."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtGui import QImage, QTransform

from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Params

RAW_FACTS = "raw"
"""Of the details of a raw file's first step: what it is called, and the light that the camera balanced it for."""


@dataclass(frozen=True, eq=False)
class StepMemory:
    """What a step takes memory for. file: as it is delivered; read: as it was read, where it was."""

    picture: Picture
    shown: ImagePyramid
    file: File | None = None
    read: File | None = None

    @property
    def bytes(self) -> int:
        """Memory that it takes."""
        seen: dict[int, int] = {id(self.picture.pixels): self.picture.pixels.nbytes}
        seen[id(self.shown.pixels)] = self.shown.pixels.nbytes
        if self.picture.source_colours is not None:
            own = self.picture.source_colours.pixels
            seen[id(own)] = own.nbytes
        for file in (self.file, self.read):
            if file is not None:
                seen[id(file.data)] = len(file.data)
        seen[-1] = self.shown.display.bytes
        return sum(seen.values()) + sum(level.sizeInBytes() for level in self.shown.levels[1:])


class LazyPixels:
    """The pixels of a step: there, or asleep and read again when they are asked for. Safe for several threads.

    They may be a draft, of a raw file at half its size: what is looked at is soon there, and what is made of it waits for the
    whole.
    """

    def __init__(
        self,
        thumbnail: QImage,
        width: int,
        height: int,
        pixels: StepMemory | None = None,
        read: Callable[[], StepMemory] | None = None,
        draft: bool = False,
    ) -> None:
        """pixels: while awake. read: gives them again; without it they never sleep. One of the two there must be. draft: pixels
        stand for those that ``read`` gives.
        """
        self.thumbnail = thumbnail
        self.width = width
        self.height = height
        self._pixels = pixels
        self._read = read
        self._lock = threading.Lock()
        self._draft = draft
        self._finishing = threading.Lock()

    @classmethod
    def of(cls, pixels: StepMemory, read: Callable[[], StepMemory] | None = None, *, draft: bool = False) -> LazyPixels:
        shown = pixels.shown
        return cls(shown.thumbnail, shown.width, shown.height, pixels, read, draft)

    @property
    def is_draft(self) -> bool:
        """Whether the pixels only stand for those that will be."""
        return self._draft

    def finished(self) -> StepMemory:
        """The pixels that are no draft: takes seconds where they were one, and longer where they sleep. For workers; raises what
        reading raises. Meanwhile the draft is there for everybody else.
        """
        with self._finishing:
            if self._draft:
                assert self._read is not None
                made = self._read()
                with self._lock:
                    self._pixels, self._draft = made, False
                    self.thumbnail = made.shown.thumbnail
                return made
        return self.borrowed()

    @property
    def awake(self) -> bool:
        return self._pixels is not None

    @property
    def bytes(self) -> int:
        """Memory that it could give back."""
        pixels = self._pixels
        return pixels.bytes if pixels is not None and self._read is not None else 0

    def now(self) -> StepMemory:
        """The pixels, read again where they sleep: takes time then. Raises what reading raises."""
        with self._lock:
            if self._pixels is None:
                assert self._read is not None
                self._pixels, self._draft = self._read(), False
            return self._pixels

    def can_be_read(self, read: Callable[[], StepMemory]) -> None:
        """The pixels lie in a file now: ``read`` gives them again, and they may sleep."""
        with self._lock:
            self._read = read

    def hold(self) -> None:
        """What they were read from is not what it was: pixels that are there stay in memory. A draft is still finished."""
        with self._lock:
            if self._pixels is not None and not self._draft:
                self._read = None

    def borrowed(self) -> StepMemory:
        """The pixels; those that sleep are read, and sleep on."""
        with self._lock:
            if self._pixels is not None:
                return self._pixels
            assert self._read is not None
            return self._read()

    def sleep(self) -> None:
        """Give the memory back where the pixels can be read again."""
        with self._lock:
            if self._read is not None:
                self._pixels = None


@dataclass(frozen=True, eq=False)
class EditStep:
    """A state of the picture. The first is the picture as opened; base: index of the step that it was made from."""

    held: LazyPixels
    operation: str | None = None
    params: Params | None = None
    details: dict[str, Any] = field(default_factory=dict)
    generation: str | None = None
    base: int | None = None
    base_to_this: QTransform | None = None
    """Pixels of the base to pixels of this step, where the edit moved them."""
    more: tuple[Picture, ...] = ()
    """Pictures that joined the base; those of earlier sessions are not known any more."""

    @property
    def picture(self) -> Picture:
        return self.held.now().picture

    @property
    def shown(self) -> ImagePyramid:
        return self.held.now().shown

    @property
    def file(self) -> File | None:
        """As it is delivered."""
        return self.held.now().file

    @property
    def read(self) -> File | None:
        """The file that the picture was read from just as it is."""
        return self.held.now().read

    @property
    def wears_photo(self) -> bool:
        """Whether it is the hair of a photo that joined the base."""
        return self.operation == "hair" and (
            bool(self.more) or self.details.get("metadata", {}).get("appliedStyles") == ["reference"]
        )

    @property
    def lacks_pictures(self) -> bool:
        """Whether a photo whose hair is worn is not at hand any more: the edit cannot be done again."""
        return self.wears_photo and not self.more

    @property
    def thumbnail(self) -> QImage:
        """There at once, also while the pixels sleep; so are width and height."""
        return self.held.thumbnail

    @property
    def width(self) -> int:
        return self.held.width

    @property
    def height(self) -> int:
        return self.held.height


def portable(params: Params) -> Params:
    """Parameters for another picture: without those that are places in pixels of this one."""
    placed = {
        name
        for name, field in type(params).model_fields.items()
        if isinstance(field.json_schema_extra, dict) and field.json_schema_extra.get("unit") == "px"
    }
    return params.model_copy(update={name: type(params).model_fields[name].default for name in placed})
