"""From the engine's arrays to what Qt paints: a pyramid of images, made on a worker and drawn in the GUI thread.

Qt's own conversions hold up all of Python, the window too, for as long as they take: what may be large is converted and
scaled by OpenCV, which does not.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QTransform

from catchlight.gui.colour.current import CURRENT, transformed_image
from catchlight.imaging.colour.output_transform import ScreenColours, ScreenTransform
from catchlight.imaging.picture import ByteImage, Picture, Pixels

SMALLEST = 512
"""A pyramid ends when its longer side is below this many pixels."""
THUMBNAIL = 256
LIGHT = 2048
"""Renderings up to this many pixels on their longer side are turned into the screen's own format as a whole."""


_numbers = itertools.count(1)


@dataclass(frozen=True, eq=False)
class DisplayLevels:
    """A pyramid made ready for a screen. levels: in the picture's own colours. finished: those of them that are in the screen's,
    None for large ones, of which tiles are transformed. own: memory of levels that are not the pyramid's.
    """

    colours: ScreenColours
    transform: ScreenTransform
    levels: tuple[QImage, ...]
    finished: tuple[QImage | None, ...]
    own: ByteImage | None = None
    number: int = field(default_factory=lambda: next(_numbers))

    @property
    def images(self) -> tuple[QImage, ...]:
        """Those that are not the pyramid's."""
        return (*(one for one in self.finished if one is not None), *(self.levels if self.own is not None else ()))

    def coarse(self, index: int) -> int:
        """The index of the finest finished level from ``index`` on; the last one is always finished."""
        return next(place for place in range(index, len(self.finished)) if self.finished[place] is not None)


class DisplaySlot:
    """What a pyramid looks like on the screens that show it; filled by workers. The last one stands until the next is there."""

    def __init__(self) -> None:
        self._made: tuple[DisplayLevels, ...] = ()

    @property
    def levels(self) -> DisplayLevels | None:
        """Those that were made last."""
        return self._made[0] if self._made else None

    @property
    def bytes(self) -> int:
        """Memory that they take besides the pyramid's."""
        images = {id(image): image for one in self._made for image in one.images}
        return sum(image.sizeInBytes() for image in images.values())

    def shown_through(self, colours: ScreenColours) -> DisplayLevels | None:
        """Those for some colours; where there are none yet, those that were made last."""
        return next((one for one in self._made if one.colours is colours), self.levels)

    def is_ready_for(self, colours: ScreenColours) -> bool:
        return any(one.colours is colours for one in self._made)

    def put(self, levels: DisplayLevels) -> None:
        """Levels that were just made; those that no window is shown through any more go."""
        used = set(map(id, CURRENT.of_pictures())) - {id(levels.colours)}
        self._made = (levels, *(one for one in self._made if id(one.colours) in used))


@dataclass(frozen=True, eq=False)
class ImagePyramid:
    """A picture as the canvas needs it. levels[n] is 1/2^n of the size; level 0 shares the picture's own memory."""

    levels: tuple[QImage, ...]
    thumbnail: QImage
    width: int
    height: int
    has_alpha: bool
    pixels: ByteImage
    """Owner of the memory that level 0 looks at."""
    reduction: float = 1.0
    """By how much level 0 itself is smaller than width and height: above 1 in a preview."""
    wide: Picture | None = None
    """The picture of ``pixels``, where its file has colours that sRGB may not hold."""
    display: DisplaySlot = field(default_factory=DisplaySlot)

    def level(self, scale: float, *, fast: bool = False) -> tuple[QImage, float]:
        """The smallest level that still has a pixel per screen pixel at ``scale``, and by how much it is reduced.

        fast: rather a smaller one than one that is not in the screen's own format.
        """
        index = self.index(scale)
        while fast and index < len(self.levels) - 1 and not is_fast(self.levels[index]):
            index += 1
        return self.levels[index], self.factor(index)

    def index(self, scale: float) -> int:
        """Which level is the smallest that still has a pixel per screen pixel at ``scale``."""
        index = 0
        while index < len(self.levels) - 1 and scale * self.factor(index + 1) <= 1.0:
            index += 1
        return index

    def factor(self, index: int) -> float:
        """By how much a level is smaller than width and height."""
        return self.reduction * float(2**index)


def decode_image(data: bytes) -> QImage:
    """The picture of a file's bytes, null where they are none. Unlike ``QImage.fromData`` it holds up nobody meanwhile."""
    held = QByteArray(data)
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return QImageReader(buffer).read()


def is_fast(image: QImage) -> bool:
    """Whether it is in a format of the screen's own: drawn several times as fast as others."""
    return image.format() in (QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32_Premultiplied)


def build_pyramid(picture: Picture) -> ImagePyramid:
    """The pyramid of a picture. Takes time on a large one: call it on a worker."""
    wide = picture if picture.source_colours is not None else None
    return _shown(eight_bit(picture.pixels), picture.width, picture.height, wide)


def preview(pixels: ByteImage, width: int, height: int, wide: Picture | None = None) -> ImagePyramid:
    """A rendering, HxWx3 or HxWx4, that stands for a picture of width x height until that is made. Quick on a small one.

    wide: the picture of these pixels, where it has colours of its own.
    """
    if max(pixels.shape[:2]) > LIGHT:
        return _shown(pixels, width, height, wide)
    has_alpha, reduction = pixels.shape[2] == 4, width / pixels.shape[1]
    levels = (to_screen_format(pixels),)
    return _ready(ImagePyramid(levels, _thumbnail(pixels), width, height, has_alpha, pixels, reduction, wide))


def _shown(pixels: ByteImage, width: int, height: int, wide: Picture | None) -> ImagePyramid:
    has_alpha, reduction = pixels.shape[2] == 4, width / pixels.shape[1]
    levels, smallest = _levels(pixels)
    return _ready(ImagePyramid(levels, _thumbnail(smallest), width, height, has_alpha, pixels, reduction, wide))


def _levels(pixels: ByteImage) -> tuple[tuple[QImage, ...], ByteImage]:
    """All levels, and the pixels of the last."""
    levels = [wrap(pixels)]
    current = pixels
    while max(current.shape[:2]) >= SMALLEST * 2:
        current = _halved(current)
        levels.append(to_screen_format(current))
    return tuple(levels), current


def _ready(pyramid: ImagePyramid) -> ImagePyramid:
    for colours in CURRENT.of_pictures():
        make_ready(pyramid, colours)
    return pyramid


def make_ready(pyramid: ImagePyramid, colours: ScreenColours) -> None:
    """Bring what is drawn as a whole into the screen's colours. Takes time: for workers.

    A picture of a file with colours of its own starts from those.
    """
    wide, own = pyramid.wide, None
    levels, profile = pyramid.levels, None
    if wide is not None and wide.source_colours is not None:
        profile = wide.source_colours.profile
        before = pyramid.display.levels
        if before is not None and before.own is not None:
            own, levels = before.own, before.levels
        else:
            own = eight_bit(wide.source_colours.of(wide.pixels))
            levels, _ = _levels(own) if len(pyramid.levels) > 1 else ((to_screen_format(own),), own)
    transform = colours.transform(profile)
    finished = tuple(
        transformed_image(level, transform) if max(level.width(), level.height()) <= LIGHT else None for level in levels
    )
    pyramid.display.put(DisplayLevels(colours, transform, levels, finished, own))


def _thumbnail(pixels: ByteImage) -> QImage:
    """THUMBNAIL pixels long, whatever the picture's size."""
    import cv2

    height, width = pixels.shape[:2]
    size = QSize(width, height).scaled(THUMBNAIL, THUMBNAIL, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
    how = cv2.INTER_AREA if size.width() < width else cv2.INTER_LINEAR
    return to_bgra(np.asarray(cv2.resize(_premultiplied(pixels), size.toTuple(), interpolation=how), np.uint8))


def to_screen_format(pixels: ByteImage) -> QImage:
    """HxWx3 or HxWx4 uint8 in the screen's own format, with memory of its own."""
    return to_bgra(_premultiplied(pixels))


def _premultiplied(pixels: ByteImage) -> ByteImage:
    """Colours times opacity, where there is any."""
    import cv2

    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGBA2mRGBA), np.uint8) if pixels.shape[2] == 4 else pixels


def to_bgra(pixels: ByteImage) -> QImage:
    """As Qt keeps 32-bit pixels in the memory of little-endian computers. pixels: premultiplied where they have alpha."""
    import cv2

    height, width, channels = pixels.shape
    image = QImage(width, height, _fast(channels == 4))
    inside = np.frombuffer(image.bits(), np.uint8).reshape(height, width, 4)
    cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGRA if channels == 4 else cv2.COLOR_RGB2BGRA, dst=inside)
    return image


def wrap(pixels: ByteImage) -> QImage:
    """A QImage over the same memory, HxWx3 or HxWx4 uint8; the array must outlive it."""
    height, width, channels = pixels.shape
    kind = QImage.Format.Format_RGB888 if channels == 3 else QImage.Format.Format_RGBA8888
    return QImage(pixels.data, width, height, width * channels, kind)


def pixels_of(image: QImage) -> ByteImage:
    """A picture from the clipboard as an array: HxWx4 where it is transparent somewhere, else HxWx3."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    lines = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    pixels = lines[:, : plain.width() * 4].reshape(plain.height(), plain.width(), 4)
    return pixels.copy() if bool((pixels[..., 3] < 255).any()) else pixels[..., :3].copy()


def transform(matrix: npt.NDArray[np.float64]) -> QTransform:
    """Qt's form of a 2x3 matrix."""
    (a, b, c), (d, e, f) = ((float(value) for value in row) for row in matrix)
    return QTransform(a, d, b, e, c, f)


def _fast(has_alpha: bool) -> QImage.Format:
    return QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32


def eight_bit(pixels: Pixels) -> ByteImage:
    """What a screen needs of 8 or 16 bits, contiguous."""
    made = pixels if pixels.dtype == np.uint8 else (pixels >> 8).astype(np.uint8)
    return np.ascontiguousarray(made, np.uint8)


def _halved(pixels: ByteImage) -> ByteImage:
    """Mean of 2x2; with alpha the colours count by their opacity, so that no invisible colour bleeds in."""
    height, width = (side // 2 * 2 for side in pixels.shape[:2])
    even = pixels[:height, :width]
    if pixels.shape[2] == 3:
        import cv2

        return np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    quads = [even[row::2, column::2].astype(np.float32) for row in (0, 1) for column in (0, 1)]
    alpha = np.maximum(sum(quad[..., 3:] for quad in quads), 1e-3)
    colour = sum(quad[..., :3] * quad[..., 3:] for quad in quads) / alpha
    return np.concatenate([colour, alpha / 4], axis=2).round().astype(np.uint8)
