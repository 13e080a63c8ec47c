"""Before and after: what is compared, and how the two are laid over or beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QTransform

from catchlight.gui.imaging import Shown
from catchlight.gui.viewport import Viewport


class Mode(Enum):
    AFTER = "after"
    SPLIT = "split"
    SIDE = "side"


class Ground(Enum):
    """What a transparent picture is looked at on."""

    CHECKERBOARD = "checkerboard"
    WHITE = "white"
    GREY = "grey"
    BLUE = "blue"


GROUND_COLOURS = {Ground.WHITE: "#FFFFFF", Ground.GREY: "#808080", Ground.BLUE: "#438EDB"}
CHECKS = ("#C8C8C8", "#F2F2F2")


@dataclass(frozen=True, eq=False)
class Scene:
    """What the canvas shows. before_to_after maps pixels of ``before`` to pixels of ``after``."""

    after: Shown
    before: Shown | None = None
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


def draw_picture(painter: QPainter, picture: Shown, view: Viewport, visible: QRectF, ground: QColor | QPixmap) -> None:
    """Draw ``picture`` where ``view`` puts it, only what lies in ``visible`` (logical pixels)."""
    area = QRectF(view.x, view.y, picture.width * view.step, picture.height * view.step)
    clip = area.intersected(visible)
    if clip.isEmpty():
        return
    if picture.has_alpha:
        _fill(painter, clip, ground)
    image, factor = picture.level(view.scale)
    unit = view.step * factor
    left, top = int((clip.left() - view.x) / unit), int((clip.top() - view.y) / unit)
    right = min(image.width(), int((clip.right() - view.x) / unit) + 2)
    bottom = min(image.height(), int((clip.bottom() - view.y) / unit) + 2)
    source = QRectF(left, top, right - left, bottom - top)
    target = QRectF(view.x + left * unit, view.y + top * unit, source.width() * unit, source.height() * unit)
    painter.save()
    painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
    exact = picture.reduction == 1.0 and (view.scale == 1.0 or view.scale >= 2.0)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not exact)
    painter.drawImage(target, image, source)
    painter.restore()


def draw_before(painter: QPainter, scene: Scene, view: Viewport, visible: QRectF, ground: QColor | QPixmap) -> None:
    """Draw the picture before the edit in the place of the result, so that the same things meet."""
    before = scene.before
    if before is None:
        return
    frame = QRectF(view.x, view.y, scene.after.width * view.step, scene.after.height * view.step)
    mapping = scene.before_to_after or QTransform.fromScale(
        scene.after.width / before.width, scene.after.height / before.height
    )
    zoom = (abs(mapping.determinant()) ** 0.5) * view.scale
    image, factor = before.level(zoom)
    placed = QTransform.fromScale(factor, factor) * mapping * QTransform.fromScale(view.step, view.step)
    placed *= QTransform.fromTranslate(view.x, view.y)
    painter.save()
    painter.setClipRect(frame.intersected(visible), Qt.ClipOperation.IntersectClip)
    if before.has_alpha:
        _fill(painter, frame.intersected(visible), ground)
    painter.setTransform(placed, True)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.drawImage(QPointF(0, 0), image)
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
