"""What every tab is: a panel of controls that shows and emits, and a word on what the canvas shows meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.canvas.zoom_view import ZoomView
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.widgets.theme import Theme
from catchlight.operations.operation import Params


class Tab(QWidget):
    """A scrolling column of controls above a fixed footer with the thing to do next."""

    view_changed = Signal()
    """The canvas should ask again what to show."""

    edit_wanted = Signal(str, object)
    pressed = Signal()
    """The amber button: what is worked on now is the picture."""
    alone_wanted = Signal()
    """A tool is in hand that needs the result alone on the canvas, without a comparison."""
    tab_wanted = Signal(str)
    """Key of another tab, and a Document that it should work on."""

    key = ""
    """Also the id of the operation that it offers."""
    icon = ""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme = theme
        self.ask = ask
        self.document: OpenDocument | None = None
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(theme.px(4), theme.px(3), theme.px(4), theme.px(4))
        self.column.setSpacing(theme.px(2))
        self._scroll.setWidget(inside)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._keep_edge)
        self._footer = QWidget()
        self._footer.setObjectName("panelFooter")
        self._footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.footer = QVBoxLayout(self._footer)
        self.footer.setContentsMargins(theme.px(4), theme.px(2), theme.px(4), theme.px(2))
        self.footer.setSpacing(theme.px(1))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._scroll, 1)
        whole.addWidget(self._footer)

    def _keep_edge(self, _least: int, most: int) -> None:
        """With or without a scroll bar the controls end at the same edge as the footer below them."""
        side = self.theme.px(4)
        end = self.theme.px(1) if most else side
        left, right = (end, side) if self.isRightToLeft() else (side, end)
        self.column.setContentsMargins(left, self.theme.px(3), right, side)

    # To be said by each tab

    @classmethod
    def title(cls) -> str:
        raise NotImplementedError

    @classmethod
    def help(cls) -> str:
        """What it is for, in one line."""
        raise NotImplementedError

    @classmethod
    def terms(cls) -> str:
        """Other terms that people look for it by."""
        return ""

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it does for the rows of the command table that name it; it is chosen before."""
        return {}

    def show_document(self, document: OpenDocument | None) -> None:
        """Another document is current, or this one has changed."""
        self.document = document

    def scene(self) -> CanvasScene | None:
        """What the canvas shows; None leaves it to the window: the current step."""
        return None

    def shown_step(self) -> EditStep | None:
        """The step that ``scene`` shows; None for the current one."""
        return None

    def ground(self) -> QColor | None:
        """What a transparent picture lies on; None leaves it to the window."""
        return None

    def overlay(self) -> Overlay | None:
        return None

    def own_view(self) -> ZoomView | None:
        """A view that takes the place of the canvas while this tab is shown."""
        return None

    def enter(self) -> None:
        """The tab has been chosen."""

    def apply(self) -> None:
        """Do what the amber button does."""

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back that is not applied yet."""
        return False

    @property
    def can_redo(self) -> bool:
        return False

    def undo(self) -> bool:
        """Take it back; False leaves it to the history."""
        return False

    def redo(self) -> bool:
        return False

    def make(self, document: OpenDocument) -> None:
        """Do the same for a picture that need not be the current one."""

    def leave(self) -> bool:
        """Escape was pressed: whether the tab gives way to the one before it, having forgotten what is not applied."""
        return False

    def show_result(self) -> None:
        """Results are about to be compared: show one."""

    def export(self) -> bool:
        """Deliver what the tab itself shows; False leaves the picture's export to the window."""
        return False

    def retire(self) -> None:
        """Stop what only this tab waits for: another window takes over."""

    def draft(self) -> Params | None:
        """What is set and would be lost if the program ended now: as parameters of the operation named by ``key``."""
        return None

    def take_draft(self, params: Params) -> None:
        """Set the controls to a draft of an earlier session."""

    def is_unapplied(self, document: OpenDocument) -> bool:
        """Whether the tab shows a picture with something that is not applied."""
        return document is self.document and self.draft() is not None

    def is_drawn_on(self, document: OpenDocument) -> bool:
        """Whether a hand has drawn on a picture what is not applied, and would be lost with it."""
        return False

    def draft_pictures(self) -> tuple[str, ...]:
        """Where the pictures that belong to the draft are found again, in words of the tab's own."""
        return ()

    def take_draft_pictures(self, names: tuple[str, ...]) -> None:
        """Read the pictures of a draft that was taken, in the background."""

    def keep(self) -> dict[str, Any]:
        """The tab's choices, for a window that takes over (another theme or language)."""
        return {}

    def take_over(self, kept: dict[str, Any]) -> None:
        """Take the choices of the tab's forerunner."""

    # For building

    def to_top(self) -> None:
        """Scroll to the first control."""
        self._scroll.verticalScrollBar().setValue(0)

    def primary(self, text: str, tip: str) -> QPushButton:
        """The amber button: the thing to do next."""
        button = QPushButton(text)
        button.setProperty("role", "primary")
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setMinimumHeight(self.theme.target)
        button.clicked.connect(self.pressed)
        return button


def share_row(*widgets: QWidget, spacing: int = 8) -> QHBoxLayout:
    """Widgets in a row that share the width."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget, 1)
    return row


def empty(layout: QLayout) -> None:
    """Remove every widget of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
