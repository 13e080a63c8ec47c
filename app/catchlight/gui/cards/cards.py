"""Cards: choices that are shown as this picture would look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QImage, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from catchlight.gui.colour.current import CURRENT, on_screen
from catchlight.gui.widgets.theme import Theme

_SMALLER = 0.88
"""Size of a card's name by that of other text."""
_PANEL, _PANEL_LARGE = 96, 84
"""Steps of the grid that the cards of a panel share; fewer with large text."""
_MOST_LINES = 3


@dataclass(frozen=True)
class CardItem:
    """One choice. hex: the colour that stands in until the card is rendered, or beside its name."""

    id: str
    label: str
    hex: str | None = None


class Card(QAbstractButton):
    """A thumbnail with its name below it."""

    def __init__(self, row: CardItem, theme: Theme, aspect: float, over: Callable[[str], None]) -> None:
        """aspect: height by width of the thumbnail. over: hears the card's id when the pointer comes, nothing when it leaves;
        not a signal, which takes longer to connect than the card to make.
        """
        super().__init__()
        self.row = row
        self._over = over
        self._theme = theme
        self._aspect = aspect
        self._lines = 1
        self._image: QImage | None = None
        self._noted = False
        self._drawn: tuple[object, QPixmap] | None = None
        """Its face, and what it was drawn for."""
        self.setCheckable(True)
        self.setText(row.label)
        self.setToolTip(row.label)
        self.setAccessibleName(row.label)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def image(self) -> QImage | None:
        return self._image

    def set_image(self, image: QImage | None) -> None:
        """A rendering may carry words: ``note`` marks it quietly and says why, ``refused`` says why it cannot be chosen."""
        self._image, self._drawn = image, None
        refused = image.text("refused") if image is not None else ""
        note = image.text("note") if image is not None else ""
        self._noted = bool(note)
        self.setEnabled(not refused)
        self.setToolTip("\n".join(text for text in (self.row.label, refused or note) if text))
        self.update()

    def set_lines(self, lines: int) -> None:
        """So many lines of text the name may take."""
        if lines != self._lines:
            self._lines, self._drawn = lines, None
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = self._theme.px(22)
        return QSize(width, self.heightForWidth(width))

    def heightForWidth(self, width: int) -> int:
        return round((width - 8) * self._aspect) + 8 + self._caption_height()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._over(self.row.id)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._over("")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        checked, over, focused = self.isChecked(), self.underMouse(), self.hasFocus()
        theme = self._theme
        if checked or over or focused:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole, radius = QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(1.5)
        if checked or over:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if checked else "hover"))
            painter.drawRoundedRect(whole, radius, radius)
        painter.drawPixmap(0, 0, self._face())
        if checked or focused:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.SolidLine if checked else Qt.PenStyle.DotLine
            painter.setPen(QPen(theme.colour("focus"), 2, style))
            painter.drawRoundedRect(whole, radius, radius)

    def _face(self) -> QPixmap:
        """Thumbnail and name, drawn once: cards are painted again at every change of the tab, and all at once."""
        state = self.size(), self.devicePixelRatioF(), self.isEnabled(), CURRENT.small
        if self._drawn is None or state != self._drawn[0]:
            face = QPixmap(self.size() * self.devicePixelRatioF())
            face.setDevicePixelRatio(self.devicePixelRatioF())
            face.fill(Qt.GlobalColor.transparent)
            with QPainter(face) as painter:
                painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
                painter.setLayoutDirection(self.layoutDirection())
                painter.setFont(self.font())
                self._draw(painter)
            self._drawn = state, face
        return self._drawn[1]

    def _draw(self, painter: QPainter) -> None:
        theme, radius = self._theme, self._theme.px(1.5)
        caption = self._caption_height()
        area = QRectF(self.rect()).adjusted(4, 4, -4, -4 - caption)
        outline = QPainterPath()
        outline.addRoundedRect(area, radius, radius)
        painter.save()
        painter.setClipPath(outline)
        painter.fillRect(area, QColor(self.row.hex) if self.row.hex is not None else theme.colour("raised"))
        if self._image is not None:
            image = on_screen(self._image)
            painter.drawImage(area, image, _middle(image, area))
        painter.restore()
        if self._noted:
            painter.setPen(QPen(theme.colour("panel"), 1.5))
            painter.setBrush(theme.colour("muted"))
            side = theme.px(2)
            painter.drawEllipse(QRectF(area.right() - 1.6 * side, area.top() + 0.6 * side, side, side))
        text = QRectF(area.left(), area.bottom() + 2, area.width(), caption)
        painter.setPen(theme.colour("text" if self.isEnabled() else "disabled"))
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        painter.setFont(font)
        measure, right = painter.fontMetrics(), Qt.TextElideMode.ElideRight
        if self._lines > 1:
            name = " ".join(measure.elidedText(word, right, int(text.width())) for word in self.text().split(" "))
            placed = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(text, placed | Qt.TextFlag.TextWordWrap, name)
        else:
            name = measure.elidedText(self.text(), right, int(text.width()))
            painter.drawText(text, Qt.AlignmentFlag.AlignCenter, name)

    def _caption_height(self) -> int:
        return round(self.fontMetrics().height() * 0.95 * self._lines) + 6


class Cards(QWidget):
    """A grid of cards of which at most one is chosen."""

    chosen = Signal(str)
    """Id of the card that was pressed."""
    hovered = Signal(str)
    """Id of the card under the pointer, empty when it has left."""

    def __init__(
        self, rows: Sequence[CardItem], theme: Theme, columns: int = 3, aspect: float = 1.0, width: int | None = None
    ) -> None:
        """width: of a card, where it is not its column's share of the panel; long names get more lines by it."""
        super().__init__()
        self._theme = theme
        self._columns = columns
        self._aspect = aspect
        self._width = width or theme.px(_PANEL_LARGE if theme.large else _PANEL) // columns
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme.px(1))
        for column in range(columns):
            self._grid.setColumnStretch(column, 1)
        self.cards: dict[str, Card] = {}
        self.show_rows(rows)

    def show_rows(self, rows: Sequence[CardItem]) -> None:
        """Other rows: the cards of those that were there before stay, wherever they are now."""
        lines = self._lines([row.label for row in rows])
        gone, self.cards = self.cards, {}
        for row in rows:
            same = row.id in gone and gone[row.id].row == row
            self.cards[row.id] = gone.pop(row.id) if same else self._made(row)
        for card in gone.values():
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        before: QWidget | None = None
        for place, card in enumerate(self.cards.values()):
            card.set_lines(lines)
            self._grid.removeWidget(card)
            self._grid.addWidget(card, place // self._columns, place % self._columns)
            if before is not None:
                self.setTabOrder(before, card)
            before = card

    def _made(self, row: CardItem) -> Card:
        card = Card(row, self._theme, self._aspect, self.hovered.emit)
        card.clicked.connect(lambda _on, key=row.id: self._press(key))
        return card

    @property
    def current(self) -> str | None:
        return next((key for key, card in self.cards.items() if card.isChecked()), None)

    def choose(self, key: str | None) -> None:
        """Mark a card, or none, without saying that it was pressed."""
        for other, card in self.cards.items():
            card.setChecked(other == key)

    def _lines(self, names: Sequence[str]) -> int:
        """So many lines take all names below the cards."""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        measure, room = QFontMetrics(font), QRect(0, 0, self._width - 8, 10_000)
        wrapped = (measure.boundingRect(room, Qt.TextFlag.TextWordWrap, name).height() for name in names)
        return max(1, min(_MOST_LINES, round(max(wrapped, default=1) / measure.height())))

    def _press(self, key: str) -> None:
        self.choose(key)
        self.chosen.emit(key)


def _middle(image: QImage, area: QRectF) -> QRectF:
    """The largest part of the image's middle that has the shape of the area."""
    scale = min(image.width() / area.width(), image.height() / area.height())
    part = QRectF(0, 0, area.width() * scale, area.height() * scale)
    part.moveCenter(QRectF(image.rect()).center())
    return part
