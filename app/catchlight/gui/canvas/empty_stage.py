"""What stands in the place of a picture: while nothing is open, where a filter hides all, while something is to be dropped."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.document.document import OpenDocument
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

_VEIL = 0.8
"""How much of what lies below is covered while a picture hangs over the window."""
SOON_MS = 250
"""A picture that is there within this time needs no words meanwhile."""


class EmptyStage(QWidget):
    """While nothing is open an invitation; while a picture is read, and where it cannot be, its name."""

    def __init__(self, open_action: QAction, sample_action: QAction, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("emptyStage")
        self._theme = theme
        self._mark = QLabel()
        self._title = label("", "title")
        self._text = label("", "muted")
        self._buttons = QWidget()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.show)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(2))
        column.addStretch(1)
        for widget in (self._mark, self._title, self._text):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, theme.px(2), 0, 0)
        row.setSpacing(theme.px(2))
        row.addStretch(1)
        for action, primary in ((open_action, True), (sample_action, False)):
            button = QPushButton(action.text())
            button.setToolTip(action.toolTip())
            button.setAccessibleName(action.text().rstrip("…"))
            if primary:
                button.setProperty("role", "primary")
            button.clicked.connect(action.trigger)
            row.addWidget(button)
        row.addStretch(1)
        column.addWidget(self._buttons)
        column.addStretch(1)
        self._say("photo", tr("Drop a picture here"), "")

    def show_for(self, document: OpenDocument | None, wanted: bool) -> None:
        """Say what there is to say of the current document. wanted: the canvas is in sight."""
        self._soon.stop()
        if not wanted or (document is not None and (document.loaded or document.preview is not None)):
            self.hide()
        elif document is None:
            self._say(
                "photo", tr("Drop a picture here"), tr("or a folder, or paste one. Nothing leaves this computer.")
            )
            self.show()
        elif document.broken:
            self._say("warning", tr("This picture cannot be shown"), document.title)
            self.show()
        else:
            self.hide()
            self._say("photo", tr("Opening {name}", name=document.title), "", False)
            self._soon.start()

    def _say(self, icon: str, title: str, text: str, ways_in: bool = True) -> None:
        side = self._theme.px(16)
        self._mark.setPixmap(self._theme.icons(icon, self._theme.tokens["muted"]).pixmap(side, side))
        self._title.setText(title)
        self._text.setText(text)
        self._buttons.setVisible(ways_in)


class NothingShown(QWidget):
    """Words in the middle, and a button that triggers the command which clears the filter."""

    def __init__(self, clear: QAction, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("emptyStage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        mark = QLabel()
        mark.setPixmap(theme.icons("filter", theme.tokens["muted"]).pixmap(theme.px(12), theme.px(12)))
        self.clear = QPushButton(clear.text())
        self.clear.setProperty("role", "primary")
        self.clear.setToolTip(clear.toolTip())
        self.clear.setAccessibleName(clear.text())
        self.clear.clicked.connect(clear.trigger)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(2))
        column.addStretch(1)
        column.addWidget(mark, 0, Qt.AlignmentFlag.AlignHCenter)
        for words, role in (
            (tr("No picture fits the filter"), "title"),
            (tr("All open pictures are still there."), "muted"),
        ):
            told = label(words, role, wrap=True)
            told.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(told)
        column.addSpacing(theme.px(2))
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)


class DropFrame(QFrame):
    """Lies over the canvas while a picture is dragged over the window."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "drop")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        words = label(tr("Drop to open"), "title")
        words.setProperty("role", "drop")
        words.setMargin(theme.px(3))
        column = QVBoxLayout(self)
        column.addWidget(words, 0, Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """What lies below steps back, so that the words can be read over other words."""
        veil = self._theme.colour("surround")
        veil.setAlphaF(_VEIL)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), veil)
        super().paintEvent(event)

    def show_over(self, widget: QWidget) -> None:
        self.setGeometry(widget.rect())
        self.show()
        self.raise_()
