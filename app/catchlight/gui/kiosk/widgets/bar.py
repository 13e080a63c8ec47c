"""The bar at the foot of every screen: help, language, and what makes the kiosk easier to use."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.wording.i18n import tr


class BarButton(QAbstractButton):
    """An icon above a word; the word is drawn narrower where it is too long for its place."""

    def __init__(self, looks: KioskLooks, icon: str, word: str, accessible: str) -> None:
        super().__init__()
        self._looks = looks
        self._icon = looks.theme.icons(icon)
        self._word = word
        self.setAccessibleName(accessible)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(max(96, 48 + round(looks.body * 1.6)))

    def sizeHint(self) -> QSize:
        return QSize(100, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, looks = QPainter(self), self._looks
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isDown() or self.isChecked() or self.hasFocus():
            edge = "focus" if self.hasFocus() else "accent" if self.isChecked() else ""
            painter.setPen(QPen(looks.colour(edge), 3) if edge else Qt.PenStyle.NoPen)
            painter.setBrush(looks.colour("pressed" if self.isDown() else "selection" if self.isChecked() else "panel"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), 12, 12)
        self._icon.paint(painter, QRect(self.width() // 2 - 18, 10, 36, 36))
        painter.setPen(looks.colour("text"))
        painter.setFont(self._fitted())
        lower = self.rect().adjusted(2, 46, -2, -4)
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, self._word)

    def _fitted(self) -> QFont:
        """The font, condensed by as much as the word is too wide."""
        font = QFont(self.font())
        font.setPixelSize(self._looks.body if not self._looks.comfort.large_text else self._looks.body - 4)
        wide, room = QFontMetrics(font).horizontalAdvance(self._word), self.width() - 8
        if wide > room:
            font.setStretch(max(50, 100 * room // wide))
        return font


class KioskBar(QFrame):
    """Emits what is asked for: help, language, stop, or the name of a field of ``Comfort`` to change."""

    asked = Signal(str)

    def __init__(
        self, looks: KioskLooks, *, session: bool, languages: bool, voice: bool, parent: QWidget | None = None
    ) -> None:
        """session: whether one can be stopped. languages: whether there is a choice. voice: whether it can speak."""
        super().__init__(parent)
        self.setObjectName("bar")
        comfort = looks.comfort
        row = QHBoxLayout(self)
        row.setContentsMargins(looks.margin // 2, 4, looks.margin // 2, 4)
        row.setSpacing(8)
        entries: list[tuple[str, str, str, str, bool | None]] = [
            ("help", "help", tr("Help"), tr("Help"), None),
            ("high_contrast", "contrast", tr("Contrast"), tr("High contrast"), comfort.high_contrast),
            ("large_text", "text_size", tr("Text"), tr("Larger text"), comfort.large_text),
            ("low", "wheelchair", tr("Lower"), tr("Controls lower down"), comfort.low),
        ]
        if languages:
            entries.insert(1, ("language", "globe", tr("Language"), tr("Change the language"), None))
        if voice:
            entries.append(("voice", "speech", tr("Speech"), tr("Read aloud"), comfort.voice))
        if session:
            entries.append(("stop", "close", tr("Stop"), tr("Stop and delete everything"), None))
        self.buttons: dict[str, BarButton] = {}
        for name, icon, word, accessible, checked in entries:
            button = BarButton(looks, icon, word, accessible)
            if checked is not None:
                button.setCheckable(True)
                button.setChecked(checked)
            button.clicked.connect(lambda _checked=False, asked=name: self.asked.emit(asked))
            self.buttons[name] = button
            row.addWidget(button)
