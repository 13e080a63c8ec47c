"""A finger meets every control: 44 px both ways, in every tab and in the dialogs that people write files and settings with."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QScrollBar,
    QWidget,
)

from tests.gui.conftest import SAMPLE, Stage, wait

TARGET = 44
KINDS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSlider, QAbstractSpinBox)


def small(window: QWidget) -> list[str]:
    """Visible controls that are lower or narrower than a finger; a field's own clear button clears what keys clear too."""
    found = []
    for one in window.findChildren(QWidget):
        if not isinstance(one, KINDS) or not one.isVisible() or isinstance(one, QScrollBar):
            continue
        if isinstance(one.parent(), (QLineEdit, QAbstractSpinBox, QComboBox)):
            continue
        if one.height() < TARGET or one.width() < TARGET:
            name = one.accessibleName() or one.objectName()
            found.append(f"{type(one).__name__} {name}: {one.width()} x {one.height()}")
    return found


def settled(window: QWidget, seconds: float = 10.0) -> list[str]:
    """What is small when rows have found their places."""
    deadline = time.monotonic() + seconds
    while small(window) and time.monotonic() < deadline:
        QApplication.processEvents()
        time.sleep(0.01)
    return small(window)


@pytest.fixture(autouse=True)
def _no_cards(draw_cards_of: Callable[..., None]) -> None:
    """What stands on cards is not looked at."""
    draw_cards_of()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_control_of_every_tab_is_large_enough_for_a_finger(stage: Stage, scale: float) -> None:
    stage.window.dialogs.choose_looks("dark", "en", scale)
    stage.window.resize(1280, 800)
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    for tab in stage.window.tabs:
        stage.do(tab.key)
        assert settled(stage.window) == [], tab.key


@pytest.mark.parametrize("command", ["export", "settings", "camera", "shortcuts", "batch"])
def test_every_control_of_the_dialogs_is_large_enough_for_a_finger(stage: Stage, command: str) -> None:
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do(command)
    wait(lambda: any(dialog.isVisible() for dialog in _windows(stage)))
    for shown in _windows(stage):
        if shown.isVisible():
            assert settled(shown) == []
            shown.close()


def _windows(stage: Stage) -> list[QWidget]:
    batch = stage.window.presets.batch_window
    return [*stage.window.findChildren(QDialog), *([batch] if batch is not None else [])]


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_row_of_the_menus_is_large_enough_for_a_finger_and_no_menu_is_taller_than_a_small_screen(
    stage: Stage, scale: float
) -> None:
    stage.window.dialogs.choose_looks("dark", "en", scale)
    bar = stage.window.menuBar()
    for action in bar.actions():
        place = bar.actionGeometry(action)
        assert place.height() >= TARGET, action.text()
        assert place.width() >= TARGET, action.text()
        menu = action.menu()
        assert isinstance(menu, QMenu)
        menu.ensurePolished()
        rows = [row for row in menu.actions() if not row.isSeparator()]
        assert rows
        assert all(menu.actionGeometry(row).height() >= TARGET for row in rows), action.text()
        assert menu.sizeHint().height() <= 800, action.text()
        of_tabs = [row for row in rows if isinstance(row.menu(), QMenu) and row.text().startswith("More in")]
        assert bool(of_tabs) == (action.text() == "&Portrait")
