"""Before and after: what is compared, and how the two are laid over or beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QTransform

from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.canvas.tiles import CanvasLayer, Tiles
from catchlight.gui.canvas.viewport import Viewport


class Mode(Enum):
    AFTER = "after"
    SPLIT = "split"
    SIDE = "side"


class CanvasBackground(Enum):
    """What a transparent picture is looked at on."""

    CHECKERBOARD = "checkerboard"
    WHITE = "white"
    GREY = "grey"
    BLUE = "blue"


GROUND_COLOURS = {CanvasBackground.WHITE: "#FFFFFF", CanvasBackground.GREY: "#808080", CanvasBackground.BLUE: "#438EDB"}
CHECKS = ("#C8C8C8", "#F2F2F2")


@dataclass(frozen=True, eq=False)
class CanvasScene:
    """What the canvas shows. before_to_after maps pixels of ``before`` to pixels of ``after``."""

    after: ImagePyramid
    before: ImagePyramid | None = None
    before_to_after: QTransform | None = None


def checkerboard(side: int = 8) -> QPixmap:
    """A tile of the ground that stands for transparent."""
    tile = QPixmap(side * 2, side * 2)
    tile.fill(QColor(CHECKS[1]))
    painter = QPainter(tile)
    painter.fillRect(0, 0, side, side, QColor(CHECKS[0]))
    painter.fillRect(side, side, side, side, QColor(CHECKS[0]))
    painter.end()
    return tile


def draw_picture(
    painter: QPainter, picture: ImagePyramid, view: Viewport, visible: QRectF, ground: QColor | QPixmap, tiles: Tiles
) -> None:
    """Draw ``picture`` where ``view`` puts it, only what lies in ``visible`` (logical pixels)."""
    area = _area(picture, view).intersected(visible)
    if area.isEmpty():
        return
    if picture.has_alpha:
        _fill(painter, area, ground)
    _lay(painter, CanvasLayer(picture, QTransform.fromScale(view.scale, view.scale)), view, area, tiles)


def draw_before(
    painter: QPainter, scene: CanvasScene, view: Viewport, visible: QRectF, ground: QColor | QPixmap, tiles: Tiles
) -> None:
    """Draw the picture before the edit in the place of the result, so that the same things meet."""
    before, after = scene.before, scene.after
    area = _area(after, view).intersected(visible)
    if before is None or area.isEmpty():
        return
    if before.has_alpha:
        _fill(painter, area, ground)
    mapping = scene.before_to_after or QTransform.fromScale(after.width / before.width, after.height / before.height)
    reached = mapping.mapToPolygon(QRect(0, 0, before.width, before.height)).boundingRect()
    covers = not mapping.isRotating() and reached.contains(QRect(0, 0, after.width, after.height))
    layer = CanvasLayer(before, mapping * QTransform.fromScale(view.scale, view.scale), covers)
    _lay(painter, layer, view, area, tiles)


def _area(picture: ImagePyramid, view: Viewport) -> QRectF:
    """Where the view puts a picture, in logical pixels."""
    return QRectF(view.x, view.y, picture.width * view.step, picture.height * view.step)


def _lay(painter: QPainter, layer: CanvasLayer, view: Viewport, area: QRectF, tiles: Tiles) -> None:
    """Draw the layer within ``area`` (logical pixels), pixel on pixel of the screen."""
    ratio = view.ratio
    left, top = round((area.left() - view.x) * ratio), round((area.top() - view.y) * ratio)
    right, bottom = round((area.right() - view.x) * ratio), round((area.bottom() - view.y) * ratio)
    painter.save()
    painter.translate(view.x, view.y)
    painter.scale(1 / ratio, 1 / ratio)
    tiles.draw(painter, layer, QRect(left, top, right - left, bottom - top))
    painter.restore()


def draw_handle(painter: QPainter, x: float, height: float) -> None:
    """The line between before and after, with a grip."""
    middle = height / 2
    for colour, width in ((QColor(0, 0, 0, 120), 3.0), (QColor("#FFFFFF"), 1.5)):
        painter.setPen(QPen(colour, width))
        painter.drawLine(QPointF(x, 0), QPointF(x, height))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(0, 0, 0, 120), 1))
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawEllipse(QPointF(x, middle), 15, 15)
    painter.setPen(QPen(QColor("#303030"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for side in (-1, 1):
        tip = x + side * 9
        painter.drawLine(QPointF(tip, middle), QPointF(tip - side * 4, middle - 4))
        painter.drawLine(QPointF(tip, middle), QPointF(tip - side * 4, middle + 4))


def _fill(painter: QPainter, area: QRectF, ground: QColor | QPixmap) -> None:
    if isinstance(ground, QPixmap):
        painter.drawTiledPixmap(area, ground)
    else:
        painter.fillRect(area, ground)
