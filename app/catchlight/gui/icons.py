"""Single-colour icons: one SVG each, tinted when it is needed, sharp on every screen, turned round where reading is."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QIconEngine, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from catchlight.paths import resources

MIRRORED = frozenset({"undo", "redo"})
"""Icons that point along the line of reading, and the other way where it runs from right to left."""


class _Tinted(QIconEngine):
    """Draws an SVG in a colour of its own for the normal, disabled and checked state.

    In an area wider than high it stands at the side where reading starts: the rest parts it from the words after it.
    """

    def __init__(self, renderer: QSvgRenderer, normal: QColor, disabled: QColor, mirrored: bool) -> None:
        super().__init__()
        self._renderer = renderer
        self._normal = normal
        self._disabled = disabled
        self._mirrored = mirrored

    def clone(self) -> QIconEngine:
        return _Tinted(self._renderer, self._normal, self._disabled, self._mirrored)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        area = QRectF(rect)
        turned = QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
        if area.width() > area.height():
            left = area.right() - area.height() if turned else area.left()
            area = QRectF(left, area.top(), area.height(), area.height())
        ratio = painter.device().devicePixelRatioF()
        image = QImage((area.size() * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        inner = QPainter(image)
        if turned and self._mirrored:
            inner.translate(image.width(), 0)
            inner.scale(-1, 1)
        self._renderer.render(inner, QRectF(image.rect()))
        inner.resetTransform()
        inner.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        inner.fillRect(image.rect(), self._disabled if mode == QIcon.Mode.Disabled else self._normal)
        inner.end()
        painter.drawImage(area, image)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """size: as the window counts; the pixmap has ``scale`` times as many pixels, so that it is sharp there."""
        pixmap = QPixmap(size * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(), size), mode, state)
        painter.end()
        return pixmap


class Icons:
    """Gives icons by name in the colours of the theme."""

    def __init__(self, normal: str, disabled: str) -> None:
        self._normal = QColor(normal)
        self._disabled = QColor(disabled)
        self._renderers: dict[str, QSvgRenderer] = {}

    def __call__(self, name: str, colour: str | None = None) -> QIcon:
        """Icon ``name`` of ``resources/icons``; raises KeyError where there is none."""
        if name not in self._renderers:
            file = resources() / "icons" / f"{name}.svg"
            if not file.is_file():
                raise KeyError(name)
            self._renderers[name] = QSvgRenderer(QByteArray(file.read_bytes()))
        tint = self._normal if colour is None else QColor(colour)
        return QIcon(_Tinted(self._renderers[name], tint, self._disabled, name in MIRRORED))
