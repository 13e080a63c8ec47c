"""Widgets in lines like words: as many as fit beside each other, the rest below."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class FlowLayout(QLayout):
    """Lays its widgets out in reading direction and wraps them; its height follows its width."""

    def __init__(self, spacing: int, parent: QWidget | None = None, between_lines: int | None = None) -> None:
        """between_lines: pixels, as between words where not given; what has margins of its own needs none."""
        super().__init__(parent)
        self._between = spacing if between_lines is None else between_lines
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._arrange(area, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, area: QRect, *, move: bool) -> int:
        x, y, line = area.x(), area.y(), 0
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(max(area.width(), 1), 16_777_215))
            if x > area.x() and x + size.width() > area.x() + area.width():
                x, y, line = area.x(), y + line + self._between, 0
            if move:
                left = area.x() + area.right() - x - size.width() + 1 if mirrored else x
                item.setGeometry(QRect(QPoint(left, y), size))
            x, line = x + size.width() + self.spacing(), max(line, size.height())
        return y + line - area.y()


class FlowPanel(QWidget):
    """A widget whose children flow; it takes just the height that they need."""

    def __init__(self, spacing: int, parent: QWidget | None = None, between_lines: int | None = None) -> None:
        super().__init__(parent)
        self.flow = FlowLayout(spacing, self, between_lines)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_only(self, widgets: list[QWidget]) -> None:
        """Put these in the place of what is there."""
        while (item := self.flow.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for widget in widgets:
            self.flow.addWidget(widget)
            widget.show()
        self.setVisible(bool(widgets))
        self.updateGeometry()
