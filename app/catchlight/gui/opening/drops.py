"""Pictures that are dropped anywhere on the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from catchlight.gui.canvas.empty_stage import DropFrame
from catchlight.gui.opening.intake import PictureIntake


class Drops(QObject):
    """Shows a frame over the stage while a picture hangs over the window, and takes what is dropped."""

    dropped = Signal()

    def __init__(self, window: QWidget, intake: PictureIntake, frame: DropFrame, stage: QWidget) -> None:
        super().__init__(window)
        self._intake = intake
        self._frame = frame
        self._stage = stage
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            if event.source() is None and self._intake.accepts(event.mimeData()):
                event.acceptProposedAction()
                self._frame.show_over(self._stage)
            return True
        if event.type() == QEvent.Type.DragLeave:
            self._frame.hide()
            return True
        if event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._frame.hide()
            self.dropped.emit()
            self._intake.take(event.mimeData())
            event.acceptProposedAction()
            return True
        return False
