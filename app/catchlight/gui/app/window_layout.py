"""Where the parts of the window lie, and the window itself."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from catchlight.gui.app.window_memory import Memory
from catchlight.gui.widgets.theme import Theme

PANEL, LARGE_PANEL, HISTORY, LESS_HISTORY = 104, 92, 52, 34
"""Width of the panels, and height of the history, at usual and at large text, in steps of the grid."""


def side_panel(panels: QWidget, history: QWidget, theme: Theme) -> QWidget:
    """The tabs' panels above the history, in a holder: a splitter itself does not keep a width."""
    panels.setObjectName("panel")
    right = QSplitter(Qt.Orientation.Vertical)
    right.addWidget(panels)
    right.addWidget(history)
    right.setStretchFactor(0, 3)
    right.setStretchFactor(1, 1)
    right.setSizes([720, theme.px(LESS_HISTORY if theme.large else HISTORY)])
    right.setCollapsible(0, False)
    holder = QWidget()
    holder.setFixedWidth(theme.px(LARGE_PANEL if theme.large else PANEL))
    column = _tight(QVBoxLayout(holder))
    column.addWidget(right)
    return holder


def lay_out_window(
    top: QWidget,
    film_strip: QWidget,
    pages: QStackedWidget,
    stage: QWidget,
    view_bar: QWidget,
    side: QWidget,
    bottom: QWidget,
) -> QWidget:
    """All of the window below its menus. pages: holds canvas and panels as its first page, beside the strip."""
    middle = _tight(QVBoxLayout())
    middle.addWidget(stage, 1)
    middle.addWidget(view_bar)
    first = QWidget()
    row = _tight(QHBoxLayout(first))
    row.addLayout(middle, 1)
    row.addWidget(side)
    pages.addWidget(first)
    body = _tight(QHBoxLayout())
    body.addWidget(film_strip)
    body.addWidget(pages, 1)
    whole = _tight(QVBoxLayout())
    whole.addWidget(top)
    whole.addLayout(body, 1)
    whole.addWidget(bottom)
    centre = QWidget()
    centre.setLayout(whole)
    return centre


def restore_geometry(window: QWidget, memory: Memory) -> None:
    """Put the window where it was last, or in the middle of the screen."""
    kept = memory.state.geometry
    window.setMinimumSize(900, 600)
    if not (kept and window.restoreGeometry(QByteArray.fromBase64(kept.encode()))):
        screen = window.screen().availableGeometry()
        window.resize(min(1440, screen.width() - 40), min(920, screen.height() - 60))


def keep_geometry(window: QWidget, memory: Memory) -> None:
    """Remember where the window is."""
    memory.keep(geometry=bytes(window.saveGeometry().toBase64().data()).decode())


def _tight(layout: QBoxLayout) -> QBoxLayout:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout


def resize_dialog(dialog: QWidget, width: int, height: int) -> None:
    """Give a dialog its size, but no more than the window that it lies over."""
    over = dialog.parentWidget()
    if over is not None:
        room = over.window().size()
        width, height = min(width, room.width()), min(height, room.height())
    dialog.resize(width, height)
