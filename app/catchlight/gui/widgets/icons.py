"""Single-colour icons: one SVG each, tinted when it is needed, sharp on every screen, turned round where reading is."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from catchlight.paths import resources

MIRRORED = frozenset({"undo", "redo"})
"""Icons that point along the line of reading, and the other way where it runs from right to left."""


IconCache = dict[tuple[int, int, float, bool, bool], QPixmap]
"""Pixmaps by width and height, scale, whether disabled, and whether turned round."""


class _Tinted(QIconEngine):
    """Draws an SVG in a colour of its own for the normal, disabled and checked state.

    In an area wider than high it stands at the side where reading starts: the rest parts it from the words after it.
    """

    def __init__(
        self,
        renderer: QSvgRenderer,
        normal: QColor,
        disabled: QColor,
        mirrored: bool,
        made: IconCache,
    ) -> None:
        """made: what was drawn already of this icon in this colour: every paint of a button asks for it anew."""
        super().__init__()
        self._renderer = renderer
        self._normal = normal
        self._disabled = disabled
        self._mirrored = mirrored
        self._made = made

    def clone(self) -> QIconEngine:
        return _Tinted(self._renderer, self._normal, self._disabled, self._mirrored, self._made)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.drawPixmap(rect, self.scaledPixmap(rect.size(), mode, state, painter.device().devicePixelRatioF()))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """size: as the window counts; the pixmap has ``scale`` times as many pixels, so that it is sharp there."""
        turned = QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
        disabled = mode == QIcon.Mode.Disabled
        key = (size.width(), size.height(), scale, disabled, turned)
        if key not in self._made:
            self._made[key] = self._drawn(size, self._disabled if disabled else self._normal, scale, turned)
        return self._made[key]

    def _drawn(self, size: QSize, colour: QColor, scale: float, turned: bool) -> QPixmap:
        pixmap = QPixmap(size * scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        area = QRectF(pixmap.rect())
        if area.width() > area.height():
            left = area.right() - area.height() if turned else area.left()
            area = QRectF(left, area.top(), area.height(), area.height())
        painter = QPainter(pixmap)
        if turned and self._mirrored:
            painter.translate(2 * area.center().x(), 0)
            painter.scale(-1, 1)
        self._renderer.render(painter, area)
        painter.resetTransform()
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), colour)
        painter.end()
        pixmap.setDevicePixelRatio(scale)
        return pixmap


class Icons:
    """Gives icons by name in the colours of the theme."""

    def __init__(self, normal: str, disabled: str) -> None:
        self._normal = QColor(normal)
        self._disabled = QColor(disabled)
        self._renderers: dict[str, QSvgRenderer] = {}
        self._made: dict[tuple[str, int], IconCache] = {}

    def __call__(self, name: str, colour: str | None = None) -> QIcon:
        """Icon ``name`` of ``resources/icons``; raises KeyError where there is none."""
        if name not in self._renderers:
            file = resources() / "icons" / f"{name}.svg"
            if not file.is_file():
                raise KeyError(name)
            self._renderers[name] = QSvgRenderer(QByteArray(file.read_bytes()))
        tint = self._normal if colour is None else QColor(colour)
        made = self._made.setdefault((name, tint.rgba()), {})
        first = QIcon(_Tinted(self._renderers[name], tint, self._disabled, name in MIRRORED, made))
        # To Python the engine is a child of the icon it was given to. Where both are rubbish in one ring, the collector may
        # delete the child while the icon still draws with it; a copy shares the engine and has no child.
        return QIcon(first)
