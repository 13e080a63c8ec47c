"""A window for a second screen, which the person who is photographed looks at: the picture alone."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.culling.screen_preview import ScreenPreview
from catchlight.gui.widgets.theme import Theme, apply_theme
from catchlight.gui.wording.i18n import tr


class ClientWindow(QWidget):
    """Shows a scene without what it was made from, without lines and marks. Escape closes it."""

    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(tr("Client window – Catchlight"))
        self.canvas = Canvas(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.canvas)
        self.resize(900, 700)
        apply_theme(self, theme)

    def stand(self, beside: QWidget) -> None:
        """Fill another screen than that of the other window; where there is but one, be an ordinary window."""
        own = beside.screen()
        others = [screen for screen in QGuiApplication.screens() if screen is not own]
        if others:
            self.setGeometry(others[0].geometry())
            self.showFullScreen()
        else:
            self.show()

    def follow(self, scene: CanvasScene | None) -> None:
        """Show the result of a scene."""
        self.canvas.show_scene(None if scene is None else CanvasScene(scene.after))

    def follow_preview(self, preview: ScreenPreview | None) -> None:
        """Show what is looked at while pictures are chosen."""
        self.canvas.show_scene(None if preview is None else CanvasScene(preview.pyramid()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        event.accept()
