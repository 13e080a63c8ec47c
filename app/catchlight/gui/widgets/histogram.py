"""How the tones of the shown picture are spread: red, green and blue over each other."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import Pixels

BINS = 128
_COLOURS = ("#C8483E", "#3E9A52", "#3E70C8")
_CLIPPED = 0.004
"""Share of pixels in the last bin from which an end is called clipped."""


def counts(pixels: Pixels) -> Doubles:
    """3 x BINS: share of the pixels of each channel in each bin; of a transparent picture only what is seen."""
    shift = 1 if pixels.dtype == np.uint8 else 9
    seen = pixels[..., :3].reshape(-1, 3)
    if pixels.shape[2] == 4:
        opaque = pixels[..., 3].reshape(-1) > np.iinfo(pixels.dtype).max // 2
        seen = seen[opaque] if opaque.any() else seen
    shares = [np.bincount((seen[:, channel] >> shift).astype(np.intp), minlength=BINS) for channel in range(3)]
    return np.stack(shares) / max(1, len(seen))


class Histogram(QWidget):
    """Draws ``counts``; nothing where there are none yet."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._counts: Doubles | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Histogram"))
        self.show_counts(None)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(40), self._theme.px(8))

    def show_counts(self, found: Doubles | None) -> None:
        self._counts = found
        text = tr("The tones of the picture, dark on the left")
        if found is not None and bool((found[:, -1] > _CLIPPED).any()):
            text += "\n" + tr("Some of it is pure white")
        if found is not None and bool((found[:, 0] > _CLIPPED).any()):
            text += "\n" + tr("Some of it is pure black")
        self.setToolTip(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self._theme.colour("line"), 1))
        painter.setBrush(self._theme.colour("field"))
        painter.drawRoundedRect(area, self._theme.px(1.5), self._theme.px(1.5))
        if self._counts is None:
            return
        inside = area.adjusted(3, 4, -3, -2)
        # The root brings small shares into sight; the ends may tower, so the scale goes by the bins between them.
        heights = np.sqrt(self._counts)
        scale = max(float(heights[:, 2:-2].max()), 0.05)
        painter.setClipRect(inside)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Plus if self._theme.name == "dark"
                                   else QPainter.CompositionMode.CompositionMode_Multiply)  # fmt: skip
        for colour, row in zip(_COLOURS, heights, strict=True):
            fill = QColor(colour)
            fill.setAlphaF(0.62 if self._theme.name == "dark" else 0.55)
            path = QPainterPath(QPointF(inside.left(), inside.bottom()))
            for place, height in enumerate(row):
                x = inside.left() + inside.width() * (place + 0.5) / BINS
                path.lineTo(x, inside.bottom() - inside.height() * min(1.0, float(height) / scale))
            path.lineTo(inside.right(), inside.bottom())
            path.closeSubpath()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawPath(path)
