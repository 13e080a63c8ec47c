"""The middle of the window: the canvas or a tab's own view, with what lies over it."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.empty_stage import DropFrame, EmptyStage
from catchlight.gui.canvas.zoom_view import ZoomView
from catchlight.gui.dialogs.banner import Banner
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.widgets.theme import Theme


class Stage(QStackedWidget):
    """Holds one view at a time; banner, invitation and drop frame are laid over it."""

    zoomed = Signal(float)

    def __init__(self, open_action: QAction, sample: QAction, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = Canvas(theme)
        self.addWidget(self.canvas)
        self.canvas.zoomed.connect(self.zoomed)
        self.empty = EmptyStage(open_action, sample, theme, self)
        self.drop_frame = DropFrame(theme, self)
        self.banner = Banner(theme, self)
        self.currentChanged.connect(self._lift)

    def take(self, own: ZoomView | None) -> None:
        """Hold a tab's own view too, where it has one."""
        if own is not None:
            self.addWidget(own)
            own.zoomed.connect(self.zoomed)

    @property
    def view(self) -> ZoomView:
        """The view that is shown."""
        return cast(ZoomView, self.currentWidget())

    def _lift(self, _index: int) -> None:
        """A view that takes its turn comes to the top; what lies over the views belongs above it."""
        for over in (self.empty, self.drop_frame, self.banner):
            over.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.banner.place()
        self.empty.resize(self.size())


def default_scene(document: OpenDocument) -> CanvasScene | None:
    """The current step beside what it was made from."""
    step = document.current
    if step is None:
        return None
    base = document.steps[step.base] if step.base is not None else None
    return CanvasScene(step.shown, base.shown if base is not None else None, step.base_to_this)
