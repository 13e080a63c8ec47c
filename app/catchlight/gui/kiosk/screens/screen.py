"""What all screens share: a head, what is looked at, what is touched, and that a touch acts once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLayout, QScrollArea, QScroller, QVBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.widgets.buttons import big_button, text_label
from catchlight.gui.kiosk.widgets.fitting import FootLayout
from catchlight.kiosk.flow.events import Event


class KioskScreen(QWidget):
    """A screen of one state. ``prompt`` is read aloud when it appears.

    ``head`` holds what is looked at, ``controls`` what is touched. With controls lower down each has half of the height; on a
    screen that lies on its side ``split`` puts a picture beside both.
    """

    prompt = ""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__()
        self.setObjectName("screen")
        self.desk = desk
        self.looks = looks
        self._sent = False
        self.head = QVBoxLayout()
        self.head.setSpacing(looks.gap)
        self.controls = QVBoxLayout()
        self.controls.setSpacing(looks.gap)

    @property
    def help(self) -> str:
        """What can be done on it as it is now: it names nothing that is not to be seen, and buttons by their own words."""
        raise NotImplementedError

    def refresh(self) -> None:
        """The state has changed, and this is still its screen."""

    def react(self) -> None:
        """Called by the window after a change: touches count again."""
        self._sent = False
        self.refresh()

    def send(self, event: Event) -> None:
        """Once; until the state has changed further touches do nothing."""
        if self._sent:
            return
        self._sent = True
        before = self.desk.state
        self.desk.send(event)
        if self.desk.state == before:  # nothing came of it: the next touch counts
            self._sent = False

    def button(self, text: str, role: str, event: Callable[[], Event]) -> QAbstractButton:
        """A button that sends an event."""
        return big_button(text, role, lambda: self.send(event()))

    def say(self, title: str, text: str = "") -> None:
        """The head of the screen, which is also its prompt."""
        self.prompt = f"{title} {text}".strip()
        self.head.addWidget(text_label(title, "title"))
        if text:
            self.head.addWidget(text_label(text))

    def push_down(self) -> None:
        """What follows in ``controls`` stands at the foot where there is room: beside a picture, and with controls lower down."""
        if not self.looks.upright or self.looks.comfort.low:
            self.controls.addStretch(1)

    def lay_out(self, picture: QWidget | None = None, share: int = 0, *, halved: bool = True) -> None:
        """Call it last. picture: takes the room that is left, above or beside the rest. share: of what is touched, beside 3 for
        a picture above it; 0: as high as it needs. halved: whether words have half of the height with controls lower down."""
        looks = self.looks
        words, touched = QWidget(), QWidget()
        words.setLayout(_without_margins(self.head))
        touched.setLayout(_without_margins(self.controls))
        column = QVBoxLayout()
        column.setSpacing(looks.gap)
        beside = picture is not None and not looks.upright
        column.addWidget(words, 1 if halved and looks.comfort.low and (picture is None or beside) else 0)
        if picture is not None and not beside:
            column.addWidget(picture, 3)
            column.addWidget(touched, share)
        else:
            column.addWidget(touched, 1)
        root = QHBoxLayout(self)
        root.setContentsMargins(looks.margin, looks.margin, looks.margin, looks.gap)
        root.setSpacing(looks.margin)
        if beside and picture is not None:
            root.addWidget(picture, 5)
        root.addLayout(column, 4)


def row_of(looks: KioskLooks, *widgets: QWidget) -> QLayout:
    """Widgets side by side, in reading order."""
    row = QHBoxLayout()
    row.setSpacing(looks.gap)
    for widget in widgets:
        row.addWidget(widget, 1)
    return row


def foot_of(looks: KioskLooks, back: QWidget | None, forth: QWidget | None) -> QLayout:
    """The way back where reading begins, the way on, wider, where it ends."""
    foot = FootLayout(looks.gap)
    for button in (back, forth):
        if button is not None:
            foot.addWidget(button)
    return foot


def scrolled(content: QWidget, area: QScrollArea | None = None) -> QScrollArea:
    """Content that may be higher than its place; it is moved with a finger. area: that holds it, a new one by default."""
    area = area or QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidget(content)
    QScroller.grabGesture(area.viewport(), QScroller.ScrollerGestureType.LeftMouseButtonGesture)
    return area


def column_of(looks: KioskLooks, widgets: Sequence[QWidget]) -> QWidget:
    """Widgets one below the other, at the top of their place."""
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(looks.gap // 2)
    for widget in widgets:
        column.addWidget(widget)
    column.addStretch(1)
    return content


def _without_margins(layout: QLayout) -> QLayout:
    layout.setContentsMargins(0, 0, 0, 0)
    return layout
