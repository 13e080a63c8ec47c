"""Single-colour icons: one SVG each, tinted when it is needed and sharp on every screen."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from catchlight.paths import resources


class _Tinted(QIconEngine):
    """Draws an SVG in a colour of its own for the normal, disabled and checked state."""

    def __init__(self, renderer: QSvgRenderer, normal: QColor, disabled: QColor) -> None:
        super().__init__()
        self._renderer = renderer
        self._normal = normal
        self._disabled = disabled

    def clone(self) -> QIconEngine:
        return _Tinted(self._renderer, self._normal, self._disabled)

    def paint(self, painter: QPainter, rect: object, mode: QIcon.Mode, state: QIcon.State) -> None:
        area = QRectF(rect)  # type: ignore[call-overload]
        ratio = painter.device().devicePixelRatioF()
        image = QImage((area.size() * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        inner = QPainter(image)
        self._renderer.render(inner)
        inner.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        inner.fillRect(image.rect(), self._disabled if mode == QIcon.Mode.Disabled else self._normal)
        inner.end()
        painter.drawImage(area, image)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        return self.pixmap(size, mode, state)


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
        return QIcon(_Tinted(self._renderers[name], tint, self._disabled))
