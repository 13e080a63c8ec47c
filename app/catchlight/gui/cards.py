"""Cards: choices that are shown as this picture would look, rendered in the background, those in sight first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from catchlight.gui.i18n import tr
from catchlight.gui.jobs import Job, JobQueue, Work
from catchlight.gui.theme import Theme

REMEMBERED = 400
"""So many rendered cards are kept; the oldest go first."""

_SMALLER = 0.88
"""Size of a card's name by that of other text."""
_PANEL, _PANEL_LARGE = 104, 88
"""Steps of the grid that the cards of a panel share; fewer with large text."""
_MOST_LINES = 3


@dataclass(frozen=True)
class Row:
    """One choice. hex: the colour that stands in until the card is rendered, or beside its name."""

    id: str
    label: str
    hex: str | None = None


class Card(QAbstractButton):
    """A thumbnail with its name below it."""

    entered = Signal(str)
    left = Signal(str)

    def __init__(self, row: Row, theme: Theme, aspect: float, lines: int = 1) -> None:
        """aspect: height by width of the thumbnail. lines: of text that the name may take."""
        super().__init__()
        self.row = row
        self._theme = theme
        self._aspect = aspect
        self._lines = lines
        self._image: QImage | None = None
        self._noted = False
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
        self._image = image
        refused = image.text("refused") if image is not None else ""
        note = image.text("note") if image is not None else ""
        self._noted = bool(note)
        self.setEnabled(not refused)
        self.setToolTip("\n".join(text for text in (self.row.label, refused or note) if text))
        self.update()

    def sizeHint(self) -> QSize:
        width = self._theme.px(22)
        return QSize(width, self.heightForWidth(width))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round((width - 8) * self._aspect) + 8 + self._caption_height()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.entered.emit(self.row.id)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit(self.row.id)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        theme, radius = self._theme, self._theme.px(1.5)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if self.isChecked() else "hover"))
            painter.drawRoundedRect(whole, radius, radius)
        caption = self._caption_height()
        area = QRectF(self.rect()).adjusted(4, 4, -4, -4 - caption)
        outline = QPainterPath()
        outline.addRoundedRect(area, radius, radius)
        painter.save()
        painter.setClipPath(outline)
        painter.fillRect(area, QColor(self.row.hex) if self.row.hex is not None else theme.colour("raised"))
        if self._image is not None:
            painter.drawImage(area, self._image, _middle(self._image, area))
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
        if self.isChecked() or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.SolidLine if self.isChecked() else Qt.PenStyle.DotLine
            painter.setPen(QPen(theme.colour("focus"), 2, style))
            painter.drawRoundedRect(whole, radius, radius)

    def _caption_height(self) -> int:
        return round(self.fontMetrics().height() * 0.95 * self._lines) + 6


class Cards(QWidget):
    """A grid of cards of which at most one is chosen."""

    chosen = Signal(str)
    """Id of the card that was pressed."""
    hovered = Signal(str)
    """Id of the card under the pointer, empty when it has left."""

    def __init__(
        self, rows: Sequence[Row], theme: Theme, columns: int = 3, aspect: float = 1.0, width: int | None = None
    ) -> None:
        """width: of a card, where it is not its column's share of the panel; long names get more lines by it."""
        super().__init__()
        lines = self._lines(
            [row.label for row in rows], width or theme.px(_PANEL_LARGE if theme.large else _PANEL) // columns
        )
        self.cards = {row.id: Card(row, theme, aspect, lines) for row in rows}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.px(1))
        for column in range(columns):
            grid.setColumnStretch(column, 1)
        for place, card in enumerate(self.cards.values()):
            grid.addWidget(card, place // columns, place % columns)
            card.clicked.connect(lambda _on, key=card.row.id: self._press(key))
            card.entered.connect(self.hovered)
            card.left.connect(lambda _key: self.hovered.emit(""))

    @property
    def current(self) -> str | None:
        return next((key for key, card in self.cards.items() if card.isChecked()), None)

    def choose(self, key: str | None) -> None:
        """Mark a card, or none, without saying that it was pressed."""
        for other, card in self.cards.items():
            card.setChecked(other == key)

    def _lines(self, names: Sequence[str], width: int) -> int:
        """So many lines take all names below cards of that width."""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        measure, room = QFontMetrics(font), QRect(0, 0, width - 8, 10_000)
        wrapped = (measure.boundingRect(room, Qt.TextFlag.TextWordWrap, name).height() for name in names)
        return max(1, min(_MOST_LINES, round(max(wrapped, default=1) / measure.height())))

    def _press(self, key: str) -> None:
        self.choose(key)
        self.chosen.emit(key)


class CardRenderer(QObject):
    """Fills cards one by one on the ``cards`` lane, those in sight first; what was rendered before is shown at once."""

    def __init__(self, jobs: JobQueue, cards: Cards, parent: QObject | None = None) -> None:
        super().__init__(parent or cards)
        self._jobs = jobs
        self._cards = cards
        self._work: Callable[[str], Work] | None = None
        self._key: object = None
        self._kept: dict[tuple[object, str], QImage] = {}
        self._job: Job | None = None
        self._failed: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._next)

    @property
    def busy(self) -> bool:
        return self._job is not None or self._timer.isActive()

    def render(self, key: object, work: Callable[[str], Work]) -> None:
        """Show every card as ``work(id)`` renders it, a QImage. key: what the renderings hang on besides the id."""
        if key == self._key:
            self._work = work
            self._timer.start()
            return
        self.stop()
        self._key, self._work, self._failed = key, work, set()
        for name, card in self._cards.cards.items():
            card.set_image(self._kept.get((key, name)))
        self._timer.start()

    def stop(self) -> None:
        """Render nothing more, and let the cards be empty."""
        self._timer.stop()
        self._work = self._key = None
        if self._job is not None:
            self._job.cancel()
            self._job = None
        for card in self._cards.cards.values():
            card.set_image(None)

    def _next(self) -> None:
        if self._work is None or self._job is not None or not self._cards.isVisible():
            return
        missing = [card for name, card in self._cards.cards.items() if card.image is None and name not in self._failed]
        if not missing:
            return
        card = min(missing, key=lambda card: card.visibleRegion().isEmpty())
        job = self._jobs.submit(tr("Cards"), self._work(card.row.id), lane="cards", visible=False)
        self._job = job
        key = self._key
        job.finished.connect(lambda image: self._end(job, card, key, image))
        job.failed.connect(lambda _error: self._end(job, card, key, None))
        job.cancelled.connect(lambda: self._end(job, card, key, None))

    def _end(self, job: Job, card: Card, key: object, image: QImage | None) -> None:
        if image is not None:
            self._kept[(key, card.row.id)] = image
            while len(self._kept) > REMEMBERED:
                del self._kept[next(iter(self._kept))]
        if job is not self._job:
            return
        self._job = None
        if image is None:
            self._failed.add(card.row.id)
        else:
            card.set_image(image)
        self._timer.start()


def _middle(image: QImage, area: QRectF) -> QRectF:
    """The largest part of the image's middle that has the shape of the area."""
    scale = min(image.width() / area.width(), image.height() / area.height())
    part = QRectF(0, 0, area.width() * scale, area.height() * scale)
    part.moveCenter(QRectF(image.rect()).center())
    return part
