"""A take, small, with the mark of its verdict."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from catchlight.gui.canvas import qt_images
from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.session.take import Take
from catchlight.operations.reduce import reduce_pixels

_HEIGHT, _WIDTH = 150, 130


class TakeCard(QAbstractButton):
    """Chosen by touch."""

    def __init__(self, looks: KioskLooks, take: Take, number: int) -> None:
        super().__init__()
        self._looks = looks
        picture = take.taken if take.photo is None else take.photo.picture
        self._image = (
            None
            if picture is None
            else qt_images.to_screen_format(np.asarray(reduce_pixels(picture.rgb8, _HEIGHT * 2), np.uint8))
        )
        self._mark = looks.theme.icons(take.overall, looks.theme.tokens[take.overall])
        self.setCheckable(True)
        self.setAccessibleName(tr("Picture {number}", number=number))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(_WIDTH, _HEIGHT)

    def nextCheckState(self) -> None:
        """The screen decides which take is chosen."""

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, looks = QPainter(self), self._looks
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        inside = self.rect().adjusted(6, 6, -6, -6)
        if self._image is not None:
            size = self._image.size().scaled(inside.size(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRect(inside.topLeft(), size)
            place.moveCenter(inside.center())
            painter.drawImage(place, self._image)
        chosen = self.isChecked()
        painter.setPen(QPen(looks.colour("accent" if chosen else "line"), 5 if chosen else 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), 10, 10)
        badge = QRect(self.width() - 46, self.height() - 46, 40, 40)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(looks.colour("window"))
        painter.drawEllipse(badge)
        self._mark.paint(painter, badge.adjusted(4, 4, -4, -4))
