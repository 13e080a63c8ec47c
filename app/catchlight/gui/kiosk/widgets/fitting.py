"""Room for words of any length: content that is moved by finger where it is higher than its place, and buttons that stand one
below the other where they are too long to stand side by side."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayoutItem, QScrollArea, QScroller, QStyle, QWidget

_UNLIMITED = 16_777_215
"""QWIDGETSIZE_MAX of Qt."""


class FittingArea(QScrollArea):
    """Its content is as wide as it is and at least as high, higher only where the content cannot be any lower."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self._movable = False

    def exchange(self, content: QWidget) -> QWidget | None:
        """Hold a widget with a layout; gives back the one that was held before, which belongs to the caller."""
        old: QWidget | None = self.takeWidget()
        self.setWidget(content)
        self._fit()
        content.show()
        return old

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def _fit(self) -> None:
        content = self.widget()
        if content is None:
            return
        layout = content.layout()
        assert layout is not None, "a content without a layout has no least height"
        room = self.viewport().size()
        least = (
            layout.minimumHeightForWidth(room.width()) if layout.hasHeightForWidth() else layout.minimumSize().height()
        )
        content.resize(room.width(), max(room.height(), least))
        self._move_by_finger(least > room.height())

    def _move_by_finger(self, movable: bool) -> None:
        """Only where there is something to move: a scroller holds touches back until it knows that they are none for it."""
        if movable == self._movable:
            return
        self._movable = movable
        if movable:
            QScroller.grabGesture(self.viewport(), QScroller.ScrollerGestureType.LeftMouseButtonGesture)
        else:
            QScroller.ungrabGesture(self.viewport())


class ModestArea(QScrollArea):
    """Asks for its least height and not for its content's, which would leave little for what shares a layout with it."""

    def __init__(self, least: int) -> None:
        """least: height in pixels."""
        super().__init__()
        self.setMinimumHeight(least)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumHeight())


class FootLayout(QBoxLayout):
    """The way back and the way on: side by side in reading order, the second one wider; where their words are too long for
    that, one below the other, the second one first."""

    def __init__(self, gap: int) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight)
        self.setSpacing(gap)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        heights = [item.sizeHint().height() for item in self._shown()]
        if self._is_narrow(width):
            return sum(heights) + self.spacing() * (len(heights) - 1)
        return max(heights, default=0)

    def minimumHeightForWidth(self, width: int) -> int:
        return self.heightForWidth(width)

    def sizeHint(self) -> QSize:
        return QSize(self._side_by_side(), max((item.sizeHint().height() for item in self._shown()), default=0))

    def minimumSize(self) -> QSize:
        return QSize(max((item.sizeHint().width() for item in self._shown()), default=0), self.sizeHint().height())

    def maximumSize(self) -> QSize:
        """So that it is given all of what is left, and can stand at the foot of it."""
        return QSize(_UNLIMITED, _UNLIMITED)

    def setGeometry(self, rect: QRect) -> None:
        """At the foot of a rectangle that is higher than need be."""
        rect = QRect(rect)
        rect.setTop(max(rect.top(), rect.bottom() + 1 - self.heightForWidth(rect.width())))
        super().setGeometry(rect)
        shown = self._shown()
        if self._is_narrow(rect.width()):
            top = rect.top()
            for item in reversed(shown):
                height = item.sizeHint().height()
                item.setGeometry(QRect(rect.left(), top, rect.width(), height))
                top += height + self.spacing()
        elif len(shown) == 2:
            back = max(shown[0].sizeHint().width(), (rect.width() - self.spacing()) // 3)
            back = min(back, rect.width() - self.spacing() - shown[1].sizeHint().width())
            self._place(shown[0], rect, 0, back)
            self._place(shown[1], rect, back + self.spacing(), rect.width() - back - self.spacing())

    def _place(self, item: QLayoutItem, rect: QRect, offset: int, width: int) -> None:
        parent = self.parentWidget()
        direction = Qt.LayoutDirection.LeftToRight if parent is None else parent.layoutDirection()
        place = QRect(rect.left() + offset, rect.top(), width, rect.height())
        item.setGeometry(QStyle.visualRect(direction, rect, place))

    def _shown(self) -> list[QLayoutItem]:
        items = (self.itemAt(place) for place in range(self.count()))
        return [item for item in items if item is not None and not item.isEmpty()]

    def _side_by_side(self) -> int:
        shown = self._shown()
        return sum(item.sizeHint().width() for item in shown) + self.spacing() * max(0, len(shown) - 1)

    def _is_narrow(self, width: int) -> bool:
        return self._side_by_side() > width
