"""Painting a scene: the result alone, split with what was before, or both side by side."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from catchlight.gui.canvas.compare import CanvasScene, Mode, draw_before, draw_handle, draw_picture
from catchlight.gui.canvas.tiles import Tiles
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


@dataclass(frozen=True)
class Comparison:
    """How before and after are shown. split: place of the handle, 0..1 of the width. peek: only what was before."""

    mode: Mode
    split: float
    peek: bool


class ScenePainter:
    """Draws in the colours of a theme; keeps tiles between two pictures, and nothing else."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.tiles = Tiles()

    def paint(
        self, painter: QPainter, scene: CanvasScene, view: Viewport, ground: QColor | QPixmap, how: Comparison
    ) -> None:
        whole = QRectF(painter.viewport())
        self.tiles.begin()
        if scene.before is None or (how.mode is Mode.AFTER and not how.peek):
            draw_picture(painter, scene.after, view, whole, ground, self.tiles)
        elif how.mode is Mode.SIDE:
            self._side_by_side(painter, scene, view, whole, ground)
        elif how.peek:
            draw_before(painter, scene, view, whole, ground, self.tiles)
            caption(painter, tr("Before"), whole)
        else:
            self._split(painter, scene, view, whole, ground, how.split)

    def _side_by_side(
        self, painter: QPainter, scene: CanvasScene, view: Viewport, whole: QRectF, ground: QColor | QPixmap
    ) -> None:
        pane = QRectF(0, 0, round(whole.width() / 2 * view.ratio) / view.ratio, whole.height())
        painter.save()
        painter.setClipRect(pane)
        draw_before(painter, scene, view, pane, ground, self.tiles)
        caption(painter, tr("Before"), pane)
        painter.translate(pane.width(), 0)
        painter.setClipRect(pane)
        draw_picture(painter, scene.after, view, pane, ground, self.tiles)
        caption(painter, tr("After"), pane)
        painter.restore()
        painter.fillRect(QRectF(pane.width() - 1, 0, 2, whole.height()), self._theme.colour("line"))

    def _split(
        self,
        painter: QPainter,
        scene: CanvasScene,
        view: Viewport,
        whole: QRectF,
        ground: QColor | QPixmap,
        split: float,
    ) -> None:
        x = round(split * whole.width() * view.ratio) / view.ratio
        left, right = QRectF(0, 0, x, whole.height()), QRectF(x, 0, whole.width() - x, whole.height())
        draw_picture(painter, scene.after, view, right, ground, self.tiles)
        draw_before(painter, scene, view, left, ground, self.tiles)
        draw_handle(painter, x, whole.height())
        caption(painter, tr("Before"), left)
        caption(painter, tr("After"), right)


def caption(painter: QPainter, text: str, pane: QRectF) -> None:
    """A word in the upper left corner of a pane, where there is room for it."""
    size = painter.fontMetrics().size(0, text)
    box = QRectF(pane.left() + 12, pane.top() + 12, size.width() + 16, size.height() + 8)
    if box.right() > pane.right() - 4:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 150))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor("#FFFFFF"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
