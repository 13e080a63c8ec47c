"""Widgets in lines like words: as many as fit beside each other, the rest below."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class FlowLayout(QLayout):
    """Lays its widgets out in reading direction and wraps them; its height follows its width."""

    def __init__(
        self,
        spacing: int,
        parent: QWidget | None = None,
        between_lines: int | None = None,
        *,
        spread: bool = False,
    ) -> None:
        """between_lines: pixels, as between words where not given; what has margins of its own needs none. spread: each line
        takes the whole width, what is left of it between its widgets."""
        super().__init__(parent)
        self._spread = spread
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
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, area: QRect, *, move: bool) -> int:
        inside = area.marginsRemoved(self.contentsMargins())
        y = inside.y()
        for line in self._lines(max(inside.width(), 1)):
            if move:
                self._place(line, inside, y)
            y += max(size.height() for _item, size in line) + self._between
        return y - (self._between if self._items else 0) - area.y() + self.contentsMargins().bottom()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """As many widgets to a line as fit, with the sizes that they want."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        x = 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(width, 16_777_215))
            if not lines or x + size.width() > width:
                lines.append([])
                x = 0
            lines[-1].append((item, size))
            x += size.width() + self.spacing()
        return lines

    def _place(self, line: list[tuple[QLayoutItem, QSize]], inside: QRect, y: int) -> None:
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        height = max(size.height() for _item, size in line)
        gap = float(self.spacing())
        if self._spread and len(line) > 1:
            gap = (inside.width() - sum(size.width() for _item, size in line)) / (len(line) - 1)
        x = float(inside.x())
        for item, size in line:
            left = round(x if not mirrored else inside.x() + inside.right() - x - size.width() + 1)
            top = y + (height - size.height()) // 2 if self._spread else y
            item.setGeometry(QRect(QPoint(left, top), size))
            x += size.width() + gap


class FlowPanel(QWidget):
    """A widget whose children flow; it takes just the height that they need."""

    def __init__(
        self, spacing: int, parent: QWidget | None = None, between_lines: int | None = None, *, spread: bool = False
    ) -> None:
        super().__init__(parent)
        self.flow = FlowLayout(spacing, self, between_lines, spread=spread)
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
