"""The clipping warning as it lies over the canvas: red where the picture is blown, blue where it is blocked."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, qRgba

from catchlight.develop.clipping import BLOCKED, BLOWN
from catchlight.gui.canvas.viewport import Viewport
from catchlight.imaging.picture import ByteImage

RED, BLUE = qRgba(255, 40, 40, 255), qRgba(40, 110, 255, 255)
_CLEAR = qRgba(0, 0, 0, 0)


class ClippingLayer:
    """Draws codes of ``develop.clipping``, a pixel of the screen at a time. levels: as of ``code_levels``; width: of the picture
    whose codes they are."""

    def __init__(self) -> None:
        self._levels: Sequence[ByteImage] = ()
        self._width = 0
        self._table: tuple[int, ...] = (_CLEAR,) * 4
        self._kept: tuple[tuple[object, ...], QImage] | None = None
        """The part that was drawn last, and what it hung on."""

    @property
    def is_empty(self) -> bool:
        return not self._levels

    def show(self, levels: Sequence[ByteImage], width: int) -> None:
        """No levels: nothing is drawn."""
        self._levels, self._width, self._kept = levels, width, None

    def show_ends(self, *, highlights: bool, shadows: bool) -> None:
        blown, blocked = RED if highlights else _CLEAR, BLUE if shadows else _CLEAR
        table = [_CLEAR] * 4
        table[BLOCKED], table[BLOWN] = blocked, blown
        table[BLOWN | BLOCKED] = blown if highlights else blocked
        self._table, self._kept = tuple(table), None

    def paint(self, painter: QPainter, view: Viewport) -> None:
        if not self._levels:
            return
        codes, factor = self._level(view.scale)
        step = view.step * factor  # logical pixels of a code
        height, width = codes.shape
        left, top = max(0, math.floor(-view.x / step)), max(0, math.floor(-view.y / step))
        right = min(width, math.ceil((view.width - view.x) / step))
        bottom = min(height, math.ceil((view.height - view.y) / step))
        if left >= right or top >= bottom:
            return
        key = (factor, left, top, right, bottom)
        if self._kept is None or self._kept[0] != key:
            self._kept = key, self._image(codes[top:bottom, left:right])
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        area = QRectF(view.x + left * step, view.y + top * step, (right - left) * step, (bottom - top) * step)
        painter.drawImage(area, self._kept[1])

    def _level(self, scale: float) -> tuple[ByteImage, float]:
        """The codes with about a pixel for one of the screen, rather fewer than more: no speck falls between; and how many pixels
        of the picture one stands for along a side."""
        for codes in self._levels:
            factor = self._width / codes.shape[1]
            if scale * factor >= 0.75:
                return codes, factor
        return codes, factor

    def _image(self, codes: ByteImage) -> QImage:
        part = np.ascontiguousarray(codes)
        height, width = part.shape
        image = QImage(part.data, width, height, width, QImage.Format.Format_Indexed8)
        image.setColorTable(self._table)
        return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
