"""The sheet of keys: every command that has one, by menu, and what mouse and held keys do on the canvas."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.commands.command import Command
from catchlight.gui.commands.menus import menu_titles
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

COLUMNS = 3
_MNEMONIC = re.compile(r"\(&\w\)|&")
"""The key of a menu's title: "&File", and behind the word where the script has no such letter."""


class ShortcutsDialog(QDialog):
    """Esc or the same key again closes it."""

    def __init__(
        self, table: Sequence[Command], actions: Mapping[str, QAction], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = _groups(table, actions)
        groups[tr("When culling, and in the film strip")] = _local(table)
        groups[tr("On the canvas")] = _gestures()
        groups[tr("In lists and panels")] = _in_lists()
        columns = _balanced(list(groups.items()), 1 if theme.large else COLUMNS)
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, theme.px(3), 0)
        grid.setHorizontalSpacing(theme.px(10))
        for place, column in enumerate(columns):
            grid.addLayout(self._column(column, theme), 0, place)
        scroll = QScrollArea()
        scroll.setAccessibleName(tr("Keys"))
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(theme.px(6),) * 4)
        layout.setSpacing(theme.px(4))
        layout.addWidget(label(tr("Keys"), "title"))
        layout.addWidget(scroll, 1)
        wanted = inside.sizeHint()
        resize_dialog(self, wanted.width() + theme.px(18), min(wanted.height() + theme.px(26), theme.px(190)))

    def _column(self, groups: Sequence[tuple[str, list[tuple[str, str]]]], theme: Theme) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(5))
        grid.setVerticalSpacing(theme.px(1))
        row = 0
        for title, lines in groups:
            heading = label(title, "section")
            heading.setContentsMargins(0, theme.px(3) if row else 0, 0, theme.px(1))
            grid.addWidget(heading, row, 0, 1, 2)
            row += 1
            for keys, words in lines:
                grid.addWidget(label(words), row, 0)
                grid.addWidget(label(keys, "badge"), row, 1, Qt.AlignmentFlag.AlignLeft)
                row += 1
        grid.setRowStretch(row, 1)
        return grid


def _groups(table: Sequence[Command], actions: Mapping[str, QAction]) -> dict[str, list[tuple[str, str]]]:
    """Keys and names of the commands by the title of their menu."""
    titles = {menu: _MNEMONIC.sub("", title) for menu, title in menu_titles().items()}
    found: dict[str, list[tuple[str, str]]] = {title: [] for title in titles.values()}
    for row in table:
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in actions[row.key].shortcuts()]
        if keys:
            found[titles[row.menu]].append((" / ".join(keys), row.text.rstrip("…")))
    return {title: lines for title, lines in found.items() if lines}


def _local(table: Sequence[Command]) -> list[tuple[str, str]]:
    """Keys that hold in the film strip and in the culling view; those of several stars and labels in one line."""
    single = [(" / ".join(row.local_keys), row.text) for row in table if row.local_keys and not row.group]
    return [("0 – 5", tr("Stars")), *single, ("6 – 9", tr("Colour label")), ("Enter, Esc", tr("Back to the tabs"))]


def _gestures() -> list[tuple[str, str]]:
    """What no command stands for."""
    return [
        (tr("Hold Space"), tr("Before the step")),
        (tr("Wheel"), tr("Zoom to the pointer")),
        (tr("Double click"), tr("Real pixels, and back")),
        (tr("Drag, arrow keys"), tr("Move the picture")),
        (tr("Shift and arrow keys"), tr("Move the handle between before and after")),
        ("+  −  0  1", tr("Larger, smaller, whole, real pixels")),
        (tr("Click"), tr("Place the hotspot (Edit)")),
        (tr("Shift and drag"), tr("Draw a box (Edit)")),
        (tr("Alt and wheel"), tr("Softer or harder edge (Edit)")),
        (tr("Double click on a slider"), tr("Back to its usual value")),
        ("Esc", tr("Cancel the work, close the message")),
    ]


def _in_lists() -> list[tuple[str, str]]:
    """Keys that belong to what has the focus."""
    return [
        (tr("Delete"), tr("Close or delete what is chosen")),
        ("F2", tr("Rename a preset")),
        (tr("Arrow keys"), tr("Move a slider, a point of the curve")),
        ("Tab / Shift+Tab", tr("To the next or the last control")),
        (tr("Space"), tr("Press the button, choose the card")),
    ]


def _balanced(
    groups: list[tuple[str, list[tuple[str, str]]]], columns: int
) -> list[list[tuple[str, list[tuple[str, str]]]]]:
    """Groups in columns of about the same height, in their order."""
    total = sum(len(lines) + 2 for _, lines in groups)
    found: list[list[tuple[str, list[tuple[str, str]]]]] = [[] for _ in range(columns)]
    seen = 0
    for title, lines in groups:
        height = len(lines) + 2
        found[min(columns - 1, int((seen + height / 2) * columns / total))].append((title, lines))
        seen += height
    return [column for column in found if column]
