"""Tiles: what lies on the screen, cut into squares that are rendered once for a zoom and then only laid."""

from __future__ import annotations

import math
import time
import weakref
from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from catchlight.gui.canvas.qt_images import DisplayLevels, ImagePyramid, is_fast
from catchlight.gui.colour.current import transformed_image
from catchlight.imaging.colour.output_transform import ScreenColours

SIDE = 256
"""Screen pixels of a tile's side."""
MOST_BYTES = 128 * 1024 * 1024
"""So much memory tiles take at most: a screen of 4K with before and after, and some way around it."""
FRAME_SECONDS = 0.004
"""So long a frame renders tiles; what is then missing is drawn coarsely and comes with the next frames."""
DIRECT = 1_600_000
"""So many screen pixels are painted from a level in the screen's own format as quickly as from tiles."""

MANAGED_SECONDS = 0.012
"""The same where tiles are brought into the screen's colours too."""

SMOOTH = 2_000_000
"""So many screen pixels are blended in a frame while the zoom moves; on a finer screen nobody sees it."""

Key = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class CanvasLayer:
    """A picture in its place. to_screen: its pixels to screen pixels, counted from the corner of what is shown.

    covers: whether it leaves nothing of what is shown free.
    """

    picture: ImagePyramid
    to_screen: QTransform
    covers: bool = True

    @property
    def plain(self) -> bool:
        """Whether it is only moved and scaled, evenly."""
        matrix = self.to_screen
        return not matrix.isRotating() and matrix.m11() == matrix.m22() > 0

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the picture."""
        return math.sqrt(abs(self.to_screen.determinant()))

    @property
    def exact(self) -> bool:
        """Whether pixels are to be seen as they are, without blending neighbours."""
        return self.plain and self.picture.reduction == 1.0 and (self.zoom == 1.0 or self.zoom >= 2.0)

    def paint(
        self, painter: QPainter, coarse: bool = False, smooth: bool = True, display: DisplayLevels | None = None
    ) -> None:
        """Draw all of it that the painter's clip lets through; the painter counts in screen pixels.

        coarse: as well as can be done at once: from the finest level in the screen's own format. smooth: blend
        neighbours where pixels are not to be seen as they are. display: draw its levels, coarse those in the screen's
        colours, else those that are yet to be brought into them.
        """
        image, factor = self._level(coarse, display)
        painter.save()
        painter.setTransform(QTransform.fromScale(factor, factor) * self.to_screen, True)
        blended = smooth and not self.exact and (is_fast(image) or not coarse)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, blended)
        painter.drawImage(QPointF(0, 0), image)
        painter.restore()

    def _level(self, coarse: bool, display: DisplayLevels | None) -> tuple[QImage, float]:
        if display is None:
            return self.picture.level(self.zoom, fast=coarse)
        index = self.picture.index(self.zoom)
        place = display.coarse(index) if coarse else index
        image = display.finished[place] if coarse else display.levels[place]
        assert image is not None
        return image, self.picture.factor(place)


class Tiles:
    """The tiles of a canvas, the least recently seen go first. For the GUI thread alone."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Key, QImage] = OrderedDict()
        self._owners: dict[int, weakref.ref[ImagePyramid]] = {}
        self._bytes = 0
        self._deadline = 0.0
        self.behind = False
        """Whether the last frame had to leave something coarse: another one is worth its time."""
        self.moving = False
        """While the zoom changes with every frame no tile is rendered: none would be seen twice."""
        self.colours: ScreenColours | None = None
        """What pictures are shown through; None shows their numbers as they are."""
        self.unready: list[ImagePyramid] = []
        """What the last frame drew that is not ready for these colours: with others, or with its numbers as they are."""

    @property
    def bytes(self) -> int:
        """Memory that they take."""
        return self._bytes

    def show_through(self, colours: ScreenColours | None) -> None:
        """Show pictures through other colours from the next frame on."""
        self.colours = colours
        self._kept.clear()
        self._bytes = 0

    def begin(self, seconds: float | None = None) -> None:
        """A frame begins, which may render tiles for so long; by default as long as is usual."""
        if seconds is None:
            seconds = FRAME_SECONDS if self.colours is None else MANAGED_SECONDS
        self.behind, self._deadline = False, time.perf_counter() + seconds
        self.unready.clear()

    def draw(self, painter: QPainter, layer: CanvasLayer, visible: QRect) -> None:
        """Draw ``layer`` within ``visible``; both, and the painter, count in screen pixels."""
        if visible.isEmpty():
            return
        display = self._display(layer.picture)
        few = visible.width() * visible.height() <= SMOOTH
        whole = self._whole(layer, visible, display)
        if whole or self.moving:
            coarse = display is not None or not whole
            self._direct(painter, layer, visible, coarse=coarse, smooth=few, display=display)
            return
        for row in range(math.floor(visible.top() / SIDE), math.floor(visible.bottom() / SIDE) + 1):
            for column in range(math.floor(visible.left() / SIDE), math.floor(visible.right() / SIDE) + 1):
                area = QRect(column * SIDE, row * SIDE, SIDE, SIDE).intersected(visible)
                tile = self._tile(layer, column, row, display)
                if tile is not None:
                    painter.drawImage(area.topLeft(), tile, area.translated(-column * SIDE, -row * SIDE))
                else:
                    self._direct(painter, layer, area, coarse=True, smooth=few, display=display)
                    self.behind = True

    def _display(self, picture: ImagePyramid) -> DisplayLevels | None:
        """What is drawn of a picture in place of its own levels."""
        if self.colours is None:
            return None
        display = picture.display.shown_through(self.colours)
        if display is None or display.colours is not self.colours:
            self.unready.append(picture)
        return display

    def _whole(self, layer: CanvasLayer, visible: QRect, display: DisplayLevels | None) -> bool:
        """Whether it is painted without tiles, and as well as with them."""
        blit = layer.exact and layer.zoom == 1.0
        if display is not None:  # neighbours are blended before the transform, but for previews, which come and go
            finished = display.finished[layer.picture.index(layer.zoom)] is not None
            return finished and (layer.exact or (layer.plain and layer.picture.reduction > 1.0))
        image, _ = layer.picture.level(layer.zoom)
        return blit or (layer.plain and is_fast(image) and visible.width() * visible.height() <= DIRECT)

    def _tile(self, layer: CanvasLayer, column: int, row: int, display: DisplayLevels | None) -> QImage | None:
        """A tile that is kept, or rendered now where there is time for it."""
        number = display.number if display is not None else 0
        key = (id(layer.picture), number, _numbers(layer.to_screen), column, row)
        tile = self._kept.get(key)
        if tile is not None:
            self._kept.move_to_end(key)
            return tile
        if time.perf_counter() > self._deadline:
            return None
        opaque = layer.covers and not layer.picture.has_alpha
        tile = QImage(SIDE, SIDE, QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32_Premultiplied)
        tile.fill(Qt.GlobalColor.black if opaque else Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        painter.translate(-column * SIDE, -row * SIDE)
        layer.paint(painter, display=display)
        painter.end()
        if display is not None:
            tile = transformed_image(tile, display.transform)
        self._keep(layer.picture, key, tile)
        return tile

    def _keep(self, picture: ImagePyramid, key: Key, tile: QImage) -> None:
        number = id(picture)
        if number not in self._owners:
            self._owners[number] = weakref.ref(picture, lambda _gone: self._forget(number))
        self._kept[key] = tile
        self._bytes += tile.sizeInBytes()
        while self._bytes > self._most and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.sizeInBytes()

    def _forget(self, number: int) -> None:
        """The picture is gone, and its number may come again."""
        self._owners.pop(number, None)
        for key in [key for key in self._kept if key[0] == number]:
            self._bytes -= self._kept.pop(key).sizeInBytes()

    @staticmethod
    def _direct(
        painter: QPainter, layer: CanvasLayer, area: QRect, coarse: bool, smooth: bool, display: DisplayLevels | None
    ) -> None:
        painter.save()
        painter.setClipRect(QRectF(area), Qt.ClipOperation.IntersectClip)
        layer.paint(painter, coarse, smooth, display)
        painter.restore()


def _numbers(matrix: QTransform) -> tuple[float, ...]:
    return (
        matrix.m11(),
        matrix.m12(),
        matrix.m21(),
        matrix.m22(),
        matrix.dx(),
        matrix.dy(),
        matrix.m13(),
        matrix.m23(),
    )
