"""A bar that leaves out what there is no room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QWidget


class SparingBar(QWidget):
    """Asks for less width than all it has: whoever derives from it says how much in ``minimumSizeHint``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spared: Sequence[Sequence[QWidget]] = ()
        """Groups that are hidden one after the other until the rest has room, what is missed least first."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        for button in self.findChildren(QAbstractButton):
            button.ensurePolished()  # the style sheet's icons and paddings count
        for widgets in self.spared:
            for widget in widgets:
                widget.show()
        for widgets in self.spared:
            if QWidget.minimumSizeHint(self).width() <= self.width():
                return
            for widget in widgets:
                widget.hide()
