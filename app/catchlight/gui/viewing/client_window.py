"""A window for a second screen, which the person who is photographed looks at: the picture alone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.culling.screen_preview import ScreenPreview
from catchlight.gui.viewing.full_screen import switch_full_screen
from catchlight.gui.widgets.theme import Theme, apply_theme
from catchlight.gui.wording.i18n import tr

_SIZE = QSize(900, 700)
"""Of the window while it is not full screen, in logical pixels."""


class ClientWindow(QWidget):
    """Shows a scene without lines and marks. Escape leaves the full screen that F11 asked for, else closes it."""

    closed = Signal()

    def __init__(self, theme: Theme, actions: Sequence[QAction]) -> None:
        """actions: commands of the main window whose keys hold here too."""
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(tr("Client window – Catchlight"))
        self.canvas = Canvas(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.canvas)
        self.resize(_SIZE)
        self.addActions(actions)
        self._asked_full = False
        """Whether it is full screen because its user wanted it, not because it stands on a screen of its own."""
        apply_theme(self, theme)

    def stand(self, beside: QWidget) -> None:
        """Fill another screen than that of the other window; where there is but one, be an ordinary window."""
        own = beside.screen()
        others = [screen for screen in QGuiApplication.screens() if screen is not own]
        if others:
            place = QRect(self.rect())
            place.moveCenter(others[0].availableGeometry().center())
            self.setGeometry(place)
            self.showFullScreen()
        else:
            self.show()

    def toggle_full_screen(self) -> None:
        switch_full_screen(self)
        self._asked_full = self.isFullScreen()

    def follow(self, scene: CanvasScene | None) -> None:
        """Show a scene: its result, unless what it was made from is asked for here."""
        self.canvas.show_scene(scene)

    def follow_preview(self, preview: ScreenPreview | None) -> None:
        """Show what is looked at while pictures are chosen."""
        self.canvas.show_scene(None if preview is None else CanvasScene(preview.pyramid()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._asked_full:
            self.toggle_full_screen()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        event.accept()
