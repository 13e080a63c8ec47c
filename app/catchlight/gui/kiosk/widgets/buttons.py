"""Buttons and cards of a kiosk: nothing is lower than a finger needs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QSizePolicy

from catchlight.gui.kiosk.looks import KioskLooks

_WRAPPED = Qt.TextFlag.TextWordWrap


def big_button(text: str, role: str, pressed: Callable[[], None]) -> QPushButton:
    """role: primary for the thing to do next, quiet, or "". It takes no focus by touch, and is pressed by its whole face."""
    button = QPushButton(text)
    if role:
        button.setProperty("role", role)
    button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
    button.setAccessibleName(text)
    button.clicked.connect(lambda _checked=False: pressed())
    return button


def rename(button: QAbstractButton, text: str) -> None:
    """Give a button other words, also for those who hear them."""
    button.setText(text)
    button.setAccessibleName(text)


def text_label(text: str, role: str = "", *, centred: bool = False) -> QLabel:
    """A label whose words wrap. role: title, headline, muted, strong, as in the style sheet."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        label.setProperty("role", role)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter if centred else _reading_side())
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    label.setSizePolicy(policy)
    return label


def _reading_side() -> Qt.AlignmentFlag:
    """Where reading begins, also for a name in other letters: Qt would go by those."""
    leftwards = QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
    return (Qt.AlignmentFlag.AlignRight if leftwards else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignAbsolute


class ChoiceCard(QAbstractButton):
    """A card with a title, a muted line below it and perhaps an icon; as high as its words need."""

    def __init__(self, looks: KioskLooks, title: str, subtitle: str = "", icon: str = "", *, tint: str = "") -> None:
        """tint: the token of the icon's colour; "" for that of text."""
        super().__init__()
        self._looks = looks
        self._least = looks.target + 16
        self._title = title
        self._subtitle = subtitle
        self._heights: dict[int, int] = {}
        """By widths: layouts ask many times before a screen is shown."""
        self._icon = looks.theme.icons(icon, looks.theme.tokens[tint] if tint else None) if icon else None
        self.setAccessibleName(f"{title}, {subtitle}" if subtitle else title)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.toggled.connect(lambda _checked: self.update())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._height_for(width)
        return self._heights[width]

    def _height_for(self, width: int) -> int:
        inside = max(40, width - self._aside - 48)
        title = self._metrics(bold=True).boundingRect(0, 0, inside, 10_000, _WRAPPED, self._title).height()
        lower = 0
        if self._subtitle:
            lower = self._metrics(bold=False).boundingRect(0, 0, inside, 10_000, _WRAPPED, self._subtitle).height()
        return max(self._least, title + lower + 40)

    def sizeHint(self) -> QSize:
        return QSize(280, self.heightForWidth(280))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self._least)

    def at_least(self, height: int) -> ChoiceCard:
        """No lower than so many pixels."""
        self._least = height
        self._heights.clear()
        self.updateGeometry()
        return self

    def changeEvent(self, event: QEvent) -> None:
        self._heights.clear()  # of another font
        self.update()
        super().changeEvent(event)

    @property
    def _aside(self) -> int:
        """Room for the icon."""
        return 72 if self._icon is not None else 0

    def _font(self, *, bold: bool) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(self._looks.body)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def _metrics(self, *, bold: bool) -> QFontMetrics:
        return QFontMetrics(self._font(bold=bold))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_face(painter)
        leftwards = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        inside = self.rect().adjusted(24, 8, -24, -8)
        if self._icon is not None:
            place = QRect(inside.right() - 48 if leftwards else inside.left(), self.rect().center().y() - 24, 48, 48)
            self._icon.paint(painter, place)
            inside.adjust(0 if leftwards else self._aside, 0, -self._aside if leftwards else 0, 0)
        self._draw_words(painter, inside, leftwards)

    def _draw_face(self, painter: QPainter) -> None:
        looks, chosen = self._looks, self.isChecked()
        width = 3.0 if self.hasFocus() or chosen or looks.comfort.high_contrast else 1.5
        edge = "focus" if self.hasFocus() else "accent" if chosen else "line"
        painter.setPen(QPen(looks.colour(edge), width))
        painter.setBrush(looks.colour("pressed" if self.isDown() else "selection" if chosen else "raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 12, 12)

    def _draw_words(self, painter: QPainter, inside: QRect, leftwards: bool) -> None:
        side = Qt.AlignmentFlag.AlignRight if leftwards else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignAbsolute | _WRAPPED
        upper = self._metrics(bold=True).boundingRect(inside, flags, self._title).height()
        lower = self._metrics(bold=False).boundingRect(inside, flags, self._subtitle).height() if self._subtitle else 0
        top = inside.top() + max(0, (inside.height() - upper - lower) // 2)
        painter.setPen(self._looks.colour("text" if self.isEnabled() else "disabled"))
        painter.setFont(self._font(bold=True))
        painter.drawText(QRect(inside.left(), top, inside.width(), upper + 4), flags, self._title)
        if self._subtitle:
            painter.setPen(self._looks.colour("muted" if self.isEnabled() else "disabled"))
            painter.setFont(self._font(bold=False))
            painter.drawText(QRect(inside.left(), top + upper, inside.width(), lower + 4), flags, self._subtitle)
