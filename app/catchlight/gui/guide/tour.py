"""The tour of the first start: the places of the window, a frame around each and a few words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


@dataclass(frozen=True)
class TourStop:
    """One place of the tour."""

    place: QWidget
    title: str
    text: str


def tour_stops(
    tabs: QWidget, panel: QWidget, below: QWidget, history: QWidget, export: QWidget, *, cards: bool
) -> list[TourStop]:
    """The places: what to do, how it is to be, how to compare, to go back and to finish. cards: whether the panel shows some."""
    how = (
        tr(
            "The panel shows it on this person. Rest the pointer on a card to try it on the picture, "
            "click to choose it, then press the button below."
        )
        if cards
        else tr("Choose here what it is to be like, then press the button below.")
    )
    return [
        TourStop(
            tabs,
            tr("What to do"),
            tr("Each tab is one thing to do with a portrait. Ctrl+K finds every command by typing."),
        ),
        TourStop(
            panel,
            tr("How it is to be"),
            how,
        ),
        TourStop(
            below,
            tr("Compare"),
            tr("Hold Space, or the eye, to see the picture before. Beside it: split, side by side, and the zoom."),
        ),
        TourStop(
            history,
            tr("Go back"),
            tr("Every step stays here. Choose one to go back to it; nothing is lost by that."),
        ),
        TourStop(
            export,
            tr("Export"),
            tr("The original file is never written to: Export writes a new one."),
        ),
    ]


class Tour(QFrame):
    """The words, which lie over the window; the frame around the place is a widget of its own that lets clicks through."""

    ended = Signal()

    def __init__(self, stops: Sequence[TourStop], theme: Theme, parent: QWidget, *, aside: bool = False) -> None:
        """aside: whether it waits out of sight at first."""
        super().__init__(parent)
        self.setObjectName("tour")
        self.setAccessibleName(tr("Tour"))
        self._stops = list(stops)
        self._theme = theme
        self._over = parent
        self._aside = aside
        self._ended = False
        self._before: QWidget | None = None
        """What had the focus, and gets it back."""
        self.number = 0
        self._frame = QFrame(parent)
        self._frame.setObjectName("tourFrame")
        self._frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._frame.hide()
        self.hide()
        self._title = label("", "title", wrap=True)
        self._text = label("", wrap=True)
        self._count = label("", "small")
        self.skip = self._button(tr("Skip"), tr("End the tour"), self.end)
        self.back = self._button(tr("Back"), tr("The place before"), lambda: self.go(self.number - 1))
        self.next = self._button(tr("Next"), tr("The next place"), lambda: self.go(self.number + 1))
        self.next.setProperty("role", "primary")
        row = QHBoxLayout()
        row.setSpacing(theme.px(2))
        row.addWidget(self._count, 1)
        for button in (self.skip, self.back, self.next):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(4),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addLayout(row)
        self.setFixedWidth(theme.px(84))
        parent.installEventFilter(self)
        self.go(0)

    def go(self, number: int) -> None:
        """Show that stop; beyond the last one the tour ends."""
        if number >= len(self._stops):
            self.end()
            return
        self.number = max(0, number)
        stop = self._stops[self.number]
        self._title.setText(stop.title)
        self._text.setText(stop.text)
        self._count.setText(f"{self.number + 1} / {len(self._stops)}")
        last = self.number == len(self._stops) - 1
        self.next.setText(tr("Begin") if last else tr("Next"))
        self.back.setVisible(self.number > 0)
        self.skip.setVisible(not last)
        if self._aside:
            return
        self._lie()
        if not self.isVisible():
            self._before = self._over.focusWidget()
        self._frame.show()
        self.show()
        self.raise_()
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_aside(self, aside: bool) -> None:
        """Wait out of sight while something has to be read that it would lie over, then go on where it was."""
        if self._ended or aside == self._aside:
            return
        self._aside = aside
        if aside:
            self._vanish()
        else:
            self.go(self.number)

    def _vanish(self) -> None:
        before, self._before = self._before, None
        if before is not None and shiboken6.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self._frame.hide()
        self.hide()

    def end(self) -> None:
        self._ended = True
        self._over.removeEventFilter(self)
        self._vanish()
        self._frame.deleteLater()
        self.deleteLater()
        self.ended.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self._aside:
            self._lie()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()  # outside dialogs Qt presses buttons with Space alone
            (focused if isinstance(focused, QPushButton) else self.next).click()
        else:
            super().keyPressEvent(event)

    def _lie(self) -> None:
        """Frame around the place, words beside it where there is most room."""
        place = self._stops[self.number].place
        around = QRect(place.mapTo(self._over, QPoint(0, 0)), place.size())
        self._frame.setGeometry(around)
        self._frame.raise_()
        for widget in (self._title, self._text, self.next):
            widget.ensurePolished()  # the style sheet's sizes count
        inner = self.width() - 2 * self._theme.px(4)
        height = self._title.heightForWidth(inner) + self._text.heightForWidth(inner) + self._theme.px(15)
        height += max(button.sizeHint().height() for button in (self.skip, self.back, self.next))
        size = QSize(self.width(), height)
        self.resize(size)
        self.move(place_beside(around, size, self._over.size(), self._theme.px(3)))
        self.raise_()

    def _button(self, text: str, tip: str, slot: object) -> QPushButton:
        made = QPushButton(text)
        made.setToolTip(tip)
        made.clicked.connect(slot)
        return made


def place_beside(around: QRect, size: QSize, room: QSize, gap: int) -> QPoint:
    """Where words of that size lie beside a place: below, left, right or above it, else in its middle; within the room."""
    left, top = around.center().x() - size.width() // 2, around.center().y() - size.height() // 2
    if around.bottom() + gap + size.height() < room.height():
        top = around.bottom() + gap
    elif around.left() - gap - size.width() > 0:
        left = around.left() - gap - size.width()
    elif around.right() + gap + size.width() < room.width():
        left = around.right() + gap
    elif around.top() - gap - size.height() > 0:
        top = around.top() - gap - size.height()
    return QPoint(
        min(max(gap, left), max(gap, room.width() - size.width() - gap)),
        min(max(gap, top), max(gap, room.height() - size.height() - gap)),
    )
