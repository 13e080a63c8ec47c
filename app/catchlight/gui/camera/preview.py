"""What the camera sees, with lines that help to sit right: an oval for the head, the height of the eyes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from catchlight.gui.canvas import qt_images
from catchlight.gui.widgets.theme import Theme
from catchlight.imaging.picture import ByteImage

HEAD_HEIGHT, HEAD_WIDTH, EYES = 0.56, 0.76, 0.46
"""The oval's height of the picture's, its width of its height, and where the eyes lie in it from the top."""


class CameraPreview(QWidget):
    """Shows a picture as large as fits; mirrored as a mirror shows, which is how people know to move."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image: QImage | None = None
        self._pixels: ByteImage | None = None
        self.mirrored = True
        self.guides = True
        self.countdown = 0
        """Seconds that are left, drawn over the picture; 0 for none."""
        self.words = ""
        """Said in place of a picture."""
        self.setMinimumSize(QSize(theme.px(90), theme.px(60)))

    def show_pixels(self, pixels: ByteImage | None, words: str = "") -> None:
        """pixels: HxWx3 uint8, None for words alone."""
        self._pixels = pixels  # the image looks at this memory
        self._image = None if pixels is None else qt_images.wrap(pixels)
        self.words = words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surround"))
        if self._image is None:
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)
            return
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(
            (self.width() - size.width()) / 2, (self.height() - size.height()) / 2, size.width(), size.height()
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.save()
        if self.mirrored:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        painter.drawImage(place, self._image)
        painter.restore()
        if self.guides:
            self._draw_guides(painter, place)
        if self.countdown:
            self._draw_countdown(painter, place)

    def _draw_guides(self, painter: QPainter, place: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = place.height() * HEAD_HEIGHT
        oval = QRectF(0, 0, height * HEAD_WIDTH, height)
        oval.moveCenter(QPointF(place.center().x(), place.top() + place.height() * 0.45))
        eyes = oval.top() + oval.height() * EYES
        for colour, width in ((QColor(0, 0, 0, 110), 4.0), (QColor(255, 255, 255, 200), 1.5)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(oval)
            painter.drawLine(QPointF(oval.left() - height * 0.06, eyes), QPointF(oval.left() + height * 0.06, eyes))
            painter.drawLine(QPointF(oval.right() - height * 0.06, eyes), QPointF(oval.right() + height * 0.06, eyes))

    def _draw_countdown(self, painter: QPainter, place: QRectF) -> None:
        font = QFont(self.font())
        font.setPixelSize(max(24, int(place.height() * 0.28)))
        font.setBold(True)
        painter.setFont(font)
        for colour, shift in ((QColor(0, 0, 0, 160), 2), (QColor(255, 255, 255), 0)):
            painter.setPen(colour)
            painter.drawText(place.translated(shift, shift), Qt.AlignmentFlag.AlignCenter, str(self.countdown))
