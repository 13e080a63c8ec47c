"""A finished photo as large as fits; and the part of it that a check speaks of, with its lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.gui.canvas import qt_images
from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.widgets.check_area import CheckArea, area_of
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture

Guides = Mapping[str, Any]


class PhotoView(QWidget):
    """Shows a picture; with ``show_check`` the part of a photo that a check is about, with the lines it was measured by."""

    def __init__(self, looks: KioskLooks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._picture: Picture | None = None
        self._image = QImage()
        self._height_mm = 0.0
        self._guides: Guides = {}
        self.area: CheckArea | None = None
        """What is shown of the photo; None for all of it."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(180, 200)

    def sizeHint(self) -> QSize:
        return QSize(480, 560)

    def show_picture(self, picture: Picture | None, height_mm: float = 0.0, guides: Guides | None = None) -> None:
        """height_mm, guides: of a finished photo, see ``operations.id_photo.guides``."""
        self._picture = picture
        self._image = QImage() if picture is None else qt_images.to_screen_format(picture.rgb8)
        self._height_mm, self._guides = height_mm, guides or {}
        self.area = None
        self.update()

    def show_check(self, check: str | None) -> None:
        """check: the id of one, None for the whole photo without lines."""
        self.area = None if check is None or not self._guides else area_of(check, self._guides, self._height_mm)
        self.setAccessibleDescription("" if self.area is None else tr("The part of the photo that this is about"))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if self._image.isNull():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._looks.colour("surround"))
            painter.drawRoundedRect(QRectF(self.rect()), 12, 12)
            return
        source = self._source()
        fitted = source.size().scaled(QRectF(self.rect()).size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(QPointF(), fitted)
        place.moveCenter(QRectF(self.rect()).center())
        painter.drawImage(place, self._image, source)
        if self.area is not None and self.area.lines:
            painter.setClipRect(place)
            self._draw_lines(painter, source, place)
            painter.setClipping(False)
        painter.setPen(QPen(self._looks.colour("edge"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place)

    def _source(self) -> QRectF:
        """The part of the picture that is shown, in its pixels."""
        whole = QRectF(self._image.rect())
        if self.area is None:
            return whole
        per_mm = self._image.height() / self._height_mm
        top, bottom = max(0.0, self.area.top_mm * per_mm), min(whole.height(), self.area.bottom_mm * per_mm)
        width = min(whole.width(), max(bottom - top, 1.0) * self.area.aspect)
        return QRectF((whole.width() - width) / 2, top, width, bottom - top)

    def _draw_lines(self, painter: QPainter, source: QRectF, place: QRectF) -> None:
        """Each band in which the document wants a line, and the line itself."""
        assert self.area is not None
        per_mm = self._image.height() / self._height_mm
        scale = place.height() / source.height()

        def y_of(mm: float) -> float:
            return place.top() + (mm * per_mm - source.top()) * scale

        for name in self.area.lines:
            band, line = self._guides.get(f"{name}Band"), float(self._guides[f"{name}Mm"])
            inside = band is None or band[0] <= line <= band[1]
            if band is not None:
                shade = QColor(self._looks.colour("pass"))
                shade.setAlpha(90)
                painter.fillRect(
                    QRectF(place.left(), y_of(band[0]), place.width(), y_of(band[1]) - y_of(band[0])), shade
                )
            for colour, width in (
                (QColor(0, 0, 0, 160), 6.0),
                (self._looks.colour("accent" if inside else "fail"), 3.0),
            ):
                painter.setPen(QPen(colour, width))
                painter.drawLine(QPointF(place.left(), y_of(line)), QPointF(place.right(), y_of(line)))
            self._draw_name(painter, _LINE_NAMES[name](), QPointF(place.left() + 8, y_of(line)))

    def _draw_name(self, painter: QPainter, name: str, at: QPointF) -> None:
        font = QFont(self.font())
        font.setPixelSize(24)
        painter.setFont(font)
        box = QRectF(QFontMetrics(font).boundingRect(name)).adjusted(-8, -2, 8, 2)
        box.moveBottomLeft(at - QPointF(0, 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 170))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(255, 255, 255))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)


_LINE_NAMES = {"crown": lambda: tr("Crown"), "eye": lambda: tr("Eyes"), "chin": lambda: tr("Chin")}
