"""Where the parts of the window lie."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from catchlight.gui.theme import Theme

PANEL, HISTORY, LESS_HISTORY = 92, 52, 34
"""Width of the panels, and height of the history at usual and at large text, in steps of the grid."""


def side_panel(panels: QWidget, history: QWidget, theme: Theme) -> QSplitter:
    """The tabs' panels above the history."""
    right = QSplitter(Qt.Orientation.Vertical)
    right.addWidget(panels)
    right.addWidget(history)
    right.setStretchFactor(0, 3)
    right.setStretchFactor(1, 1)
    right.setSizes([720, theme.px(LESS_HISTORY if theme.large else HISTORY)])
    right.setCollapsible(0, False)
    right.setFixedWidth(theme.px(PANEL))
    return right


def arranged(
    top: QWidget, film_strip: QWidget, stage: QWidget, view_bar: QWidget, side: QWidget, bottom: QWidget
) -> QWidget:
    """All of the window below its menus."""
    middle = _tight(QVBoxLayout())
    middle.addWidget(stage, 1)
    middle.addWidget(view_bar)
    body = _tight(QHBoxLayout())
    body.addWidget(film_strip)
    body.addLayout(middle, 1)
    body.addWidget(side)
    whole = _tight(QVBoxLayout())
    whole.addWidget(top)
    whole.addLayout(body, 1)
    whole.addWidget(bottom)
    centre = QWidget()
    centre.setLayout(whole)
    return centre


def _tight(layout: QBoxLayout) -> QBoxLayout:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
