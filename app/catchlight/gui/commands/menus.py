"""Menus and actions of the window from its table of commands; what only one tab does stands in a menu of that tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from catchlight.gui.commands.command import Command, Need
from catchlight.gui.finding.terms import call_also
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


def menu_titles() -> dict[str, str]:
    return {
        "file": tr("&File"),
        "edit": tr("&Edit"),
        "view": tr("&View"),
        "cull": tr("&Culling"),
        "portrait": tr("&Portrait"),
        "batch": tr("&Batch"),
        "help": tr("&Help"),
    }


def install(
    window: QMainWindow, theme: Theme, table: Sequence[Command], slots: Mapping[str, Callable[[], object]]
) -> dict[str, QAction]:
    """Actions and menus of the window from the table; every command must have its slot."""
    menus = {key: window.menuBar().addMenu(title) for key, title in menu_titles().items()}
    actions = {}
    groups: dict[str, QMenu] = {}
    for command in table:
        actions[command.key] = action = _action(window, theme, command, slots[command.key])
        window.addAction(action)
        if not _of_tab(command):
            _menu_of(command, menus, groups).addAction(action)
    of_tabs: dict[str, QMenu] = {}
    for tab in table:
        for command in (row for row in table if row.tab == tab.key and _of_tab(row)):
            if not of_tabs:
                menus[command.menu].addSeparator()
            if tab.key not in of_tabs:
                of_tabs[tab.key] = menus[command.menu].addMenu(theme.icons(tab.icon), tr("More in {tab}", tab=tab.text))
            of_tabs[tab.key].addAction(actions[command.key])
    return actions


def _menu_of(command: Command, menus: Mapping[str, QMenu], groups: dict[str, QMenu]) -> QMenu:
    """The menu, or the menu within it, that a command stands in; a line before it where one is wanted."""
    menu = menus[command.menu]
    if not command.group:
        if command.separated:
            menu.addSeparator()
        return menu
    name = f"{command.menu} {command.group}"
    if name not in groups:
        if command.separated:
            menu.addSeparator()
        groups[name] = menu.addMenu(command.group)
    elif command.separated:
        groups[name].addSeparator()
    return groups[name]


def allow(actions: Mapping[str, QAction], table: Sequence[Command], met: Set[Need]) -> None:
    """Switch the commands off that have nothing to work on. met: as of ``met_needs``."""
    for command in table:
        if command.needs:
            actions[command.key].setEnabled(command.needs in met)


def _of_tab(command: Command) -> bool:
    """Whether it stands in the menu of its tab."""
    return bool(command.tab) and command.menu == "portrait"


def _action(window: QMainWindow, theme: Theme, command: Command, slot: Callable[[], object]) -> QAction:
    action = QAction(command.text, window)
    if command.icon:
        action.setIcon(theme.icons(command.icon))
    action.setShortcuts([QKeySequence(keys) for keys in command.keys])
    action.setCheckable(command.checkable)
    keys = command.keys or command.local_keys
    shown = QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
    action.setToolTip(f"{command.help} ({shown})" if shown else command.help)
    action.setStatusTip(command.help)
    call_also(action, command.words)
    action.triggered.connect(lambda _checked=False: slot())
    return action
