"""The colours that the window is shown through now: set in the GUI thread, asked by workers that make pictures ready for it."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QImage

from catchlight.imaging.colour.output_transform import ScreenColours, ScreenTransform
from catchlight.imaging.picture import ByteImage


class CurrentColours:
    """canvas: of the picture that is worked on, perhaps as a printer would show it. small: of cards, the film strip and the
    pictures that are chosen between. client: of the client's window, which may be on another screen.

    None: numbers go to the screen as they are. A value is replaced as a whole, so that any thread may read it.
    """

    def __init__(self) -> None:
        self.canvas: ScreenColours | None = None
        self.small: ScreenColours | None = None
        self.client: ScreenColours | None = None

    def of_pictures(self) -> tuple[ScreenColours, ...]:
        """What pictures are made ready for: one for each screen that shows them otherwise than by their numbers."""
        return tuple(one for one in dict.fromkeys((self.canvas, self.client)) if one is not None)


CURRENT = CurrentColours()
"""Of the main window and the client's; there is one of each."""


def on_screen(image: QImage) -> QImage:
    """A small sRGB image in the colours of the screen; the very same where there is nothing to be done."""
    colours = CURRENT.small
    if colours is None or image.isNull():
        return image
    return transformed_image(image, colours.transform())


def colour_on_screen(colour: QColor) -> QColor:
    """A plain sRGB colour in the colours of the screen."""
    dot = QImage(1, 1, QImage.Format.Format_RGB32)
    dot.fill(colour)
    return on_screen(dot).pixelColor(0, 0)


class ScreenImage:
    """A small sRGB image that is painted often: brought into the screen's colours once, and anew when those are others."""

    def __init__(self, image: QImage) -> None:
        self.image = image
        self._made: tuple[ScreenColours | None, QImage] | None = None

    def shown(self) -> QImage:
        """In the colours of the screen."""
        if self._made is None or self._made[0] is not CURRENT.small:
            self._made = CURRENT.small, on_screen(self.image)
        return self._made[1]


def transformed_image(image: QImage, transform: ScreenTransform) -> QImage:
    """An image of any of the formats that pictures are shown in, in the screen's own one."""
    alpha = image.hasAlphaChannel()
    wanted = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    made = QImage(image.width(), image.height(), wanted)
    made.setDevicePixelRatio(image.devicePixelRatio())
    inside = np.frombuffer(made.bits(), np.uint8).reshape(image.height(), image.width(), 4)
    if alpha:
        import cv2

        straight = transform.bgra(_straight_bgra(image))
        cv2.cvtColor(straight, cv2.COLOR_RGBA2mRGBA, dst=inside)
    else:
        inside[..., :3] = transform.rgb(_rgb(image))[..., ::-1]
        inside[..., 3] = 255
    return made


def _lines(image: QImage, channels: int) -> ByteImage:
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * channels].reshape(image.height(), image.width(), channels)


def _rgb(image: QImage) -> ByteImage:
    if image.format() == QImage.Format.Format_RGB888:
        return _lines(image, 3)
    if image.format() != QImage.Format.Format_RGB32:
        image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.ascontiguousarray(_lines(image, 4)[..., 2::-1])


def _straight_bgra(image: QImage) -> ByteImage:
    import cv2

    if image.format() == QImage.Format.Format_RGBA8888:
        return np.ascontiguousarray(_lines(image, 4)[..., (2, 1, 0, 3)])
    if image.format() != QImage.Format.Format_ARGB32_Premultiplied:
        image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return np.asarray(cv2.cvtColor(_lines(image, 4), cv2.COLOR_mRGBA2RGBA), np.uint8)
