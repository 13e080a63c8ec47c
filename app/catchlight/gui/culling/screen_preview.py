"""A picture of the screen's size to choose by, in the colours of the screen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from catchlight.core.files.naming import display_name
from catchlight.gui.canvas.qt_images import ImagePyramid, to_bgra, wrap
from catchlight.gui.colour.current import CURRENT, transformed_image
from catchlight.imaging.colour.output_transform import ScreenColours
from catchlight.imaging.io.formats.jpeg.draft import decode_draft
from catchlight.imaging.io.formats.jpeg.preview import reduce_to
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.picture import ByteImage
from catchlight.service.files.reading import read_file


class ManagedImage:
    """An image in the colours of the screen; filled by a worker. The last one stands until the next is there."""

    def __init__(self) -> None:
        self._made: tuple[ScreenColours, QImage, ByteImage | None] | None = None

    @property
    def bytes(self) -> int:
        return self._made[1].sizeInBytes() if self._made is not None else 0

    @property
    def image(self) -> QImage | None:
        return self._made[1] if self._made is not None else None

    def is_of(self, colours: ScreenColours) -> bool:
        return self._made is not None and self._made[0] is colours

    def put(self, colours: ScreenColours, image: QImage, pixels: ByteImage | None = None) -> None:
        """pixels: owner of the image's memory, where that is not its own."""
        self._made = colours, image, pixels


@dataclass(frozen=True, eq=False)
class ScreenPreview:
    """image: sRGB, upright, of at most the asked size. width, height: of the whole picture. pixels: owner of the image's memory,
    where that is not its own. profile: ICC profile of the file's RGB space, empty for sRGB. own: the same pixels in that space,
    HxWx3, until they are in the colours of the screen. managed: the same in the colours of the screen."""

    image: QImage
    width: int
    height: int
    pixels: ByteImage | None = None
    own: ByteImage | None = None
    profile: bytes = b""
    managed: ManagedImage = field(default_factory=ManagedImage)

    @property
    def whole(self) -> bool:
        """Whether it has all the pixels that there are."""
        return self.image.width() >= self.width

    @property
    def bytes(self) -> int:
        return self.image.sizeInBytes() + self.managed.bytes + (0 if self.own is None else self.own.nbytes)

    @property
    def shown(self) -> QImage:
        """What is painted: in the colours of the screen, once a worker has brought it there."""
        managed = self.managed.image if CURRENT.small is not None else None
        return self.image if managed is None else managed

    @property
    def is_ready(self) -> bool:
        """Whether ``shown`` is in the colours that the window is shown through now."""
        return CURRENT.small is None or self.managed.is_of(CURRENT.small)

    @property
    def lacks_colours(self) -> bool:
        """Whether the file's own colours are wanted now, and it was made for others."""
        return bool(self.profile) and self.own is None and not self.is_ready

    def make_ready(self) -> None:
        """Bring it into the colours of the screen. Takes time: for workers."""
        colours = CURRENT.small
        if colours is None or self.managed.is_of(colours):
            return
        if self.own is not None:
            made = colours.transform(self.profile).rgb(self.own)
            self.managed.put(colours, *((wrap(made), made) if self.pixels is not None else (to_bgra(made), None)))
        elif self.pixels is None:
            self.managed.put(colours, transformed_image(self.image, colours.transform()))
        else:
            made = colours.transform().rgb(self.pixels)
            self.managed.put(colours, wrap(made), made)

    def pyramid(self) -> ImagePyramid:
        """For a canvas."""
        kept = self.pixels if self.pixels is not None else np.zeros((1, 1, 3), np.uint8)
        factor = self.width / self.image.width()
        return ImagePyramid((self.image,), self.image, self.width, self.height, False, kept, factor)


def make_preview(file: Path, side: int, limits: DecodeLimits) -> ScreenPreview:
    """Runs on a worker. side: the longer one at most, in pixels. Raises what reading and decoding raise."""
    draft = decode_draft(read_file(file, limits), side, limits, display_name(file.name))
    own = None if draft.own is None or CURRENT.small is None else reduce_to(draft.own, side)
    pixels = reduce_to(draft.pixels, side)
    return _ready(ScreenPreview(to_bgra(pixels), draft.width, draft.height, own=own, profile=draft.profile))


def make_whole(file: Path, limits: DecodeLimits) -> ScreenPreview:
    """All pixels, in a third less memory than the screen's own format takes. Raises what reading and decoding raise."""
    draft = decode_draft(read_file(file, limits), limits.max_pixels, limits, display_name(file.name))
    own = None if CURRENT.small is None else draft.own
    return _ready(ScreenPreview(wrap(draft.pixels), draft.width, draft.height, draft.pixels, own, draft.profile))


def _ready(made: ScreenPreview) -> ScreenPreview:
    """In the colours of the screen. The file's own are not kept, which leaves room for another preview in three: for another
    screen it is made again."""
    made.make_ready()
    return replace(made, own=None)
