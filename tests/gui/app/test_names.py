"""A screen reader and a keyboard reach everything: every tab, every dialog, every window beside the main one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from catchlight.gui.batch.window import BatchWindow
from catchlight.gui.camera.dialog import CameraDialog
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.guide.about import AboutDialog
from catchlight.gui.guide.help_pages import HelpDialog
from catchlight.gui.guide.shortcuts import ShortcutsDialog
from catchlight.gui.presets.presets_dialog import PresetsDialog
from catchlight.gui.presets.saving import SavePresetDialog
from catchlight.gui.tabs.registry import TABS
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.operations.adjust.params import AdjustParams
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QApplication, QDialog, QScrollBar, QWidget

from tests.gui.app.test_looks import inner
from tests.gui.conftest import Stage, wait

KEYS = [tab.key for tab in TABS]
DIALOGS: dict[str, type[QDialog]] = {
    "export": ExportDialog,
    "settings": PreferencesDialog,
    "about": AboutDialog,
    "help": HelpDialog,
    "shortcuts": ShortcutsDialog,
    "presets": PresetsDialog,
    "save_preset": SavePresetDialog,
    "batch": BatchWindow,
}


def reached(root: QWidget) -> Iterator[QWidget]:
    """What the keyboard can come to below ``root``, without the parts that Qt makes inside its own controls."""
    for widget in root.findChildren(QWidget):
        focusable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled() and widget.isVisible()
        if focusable and not isinstance(widget, QScrollBar) and not inner(widget) and widget.focusProxy() is None:
            yield widget


def named(widget: QWidget) -> bool:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return bool(widget.accessibleName() or text)


def nameless(root: QWidget) -> list[str]:
    """Controls that a keyboard reaches, or that are pressed or moved, and that nothing is said of."""
    found = {widget for widget in reached(root) if not named(widget)}
    for widget in root.findChildren(QWidget):
        control = isinstance(widget, QAbstractButton | QAbstractSlider) and not isinstance(widget, QScrollBar)
        if control and widget.isVisible() and not inner(widget) and not named(widget):
            found.add(widget)
    return [f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}" for widget in found]


def ready(stage: Stage) -> None:
    """A picture with a result, and a preset."""
    stage.open_sample()
    stage.make_id_photo()
    done = AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), (512, 512))
    stage.window.presets.shelf.save(preset_of("Warm", [done]), replace=True)


@contextmanager
def shown(stage: Stage, command: str) -> Iterator[QDialog]:
    stage.do(command)
    found = [dialog for dialog in stage.window.findChildren(DIALOGS[command]) if dialog.isVisible()]
    assert len(found) == 1, command
    wait(lambda: stage.session.jobs.idle)
    QApplication.processEvents()
    yield found[0]
    found[0].close()


@pytest.fixture(autouse=True)
def _no_cards(draw_cards_of: Callable[..., None]) -> None:
    """What stands on cards is not looked at."""
    draw_cards_of()


@pytest.mark.parametrize("key", KEYS)
def test_every_control_of_a_tab_is_named_and_reached_by_tab(stage: Stage, key: str) -> None:
    ready(stage)
    stage.do(key)
    window = stage.window
    # Examples of what to write join when the words are read, which begins a while after the tab is opened, and again
    # when the picture is: nothing may join while Tab is pressed.
    wait(lambda: all(prompt.ready for prompt in window.findChildren(PromptField) if prompt.isVisible()))
    wait(lambda: stage.session.jobs.idle and (key != "print_sheet" or stage.sheet.print_button.isEnabled()))
    QApplication.processEvents()
    assert nameless(window) == []
    assert unreached(window, window.tabs) == []


def test_every_control_of_the_dialogs_is_named_and_reached_by_tab(stage: Stage) -> None:
    ready(stage)
    for command in DIALOGS:
        with shown(stage, command) as dialog:
            assert nameless(dialog) == [], command
            assert unreached(dialog, dialog) == [], command


def test_every_control_of_the_camera_is_named_and_reached_by_tab(stage: Stage) -> None:
    dialog = CameraDialog([], stage.session.jobs, stage.window.dialogs.home, stage.window.theme, stage.window)
    dialog.show()
    QApplication.processEvents()
    assert nameless(dialog) == []
    assert unreached(dialog, dialog) == []
    dialog.close()


def unreached(window: QWidget, part: QWidget) -> list[str]:
    """What of a part is not met while Tab is pressed again and again; of a group of choices one is enough."""
    window.activateWindow()
    wait(window.isActiveWindow)
    met: set[QWidget] = set()
    for _ in range(300):
        now = window.focusWidget()
        if now is not None:
            met.add(now)
        QTest.keyClick(now or window, Qt.Key.Key_Tab)
        QApplication.processEvents()
    wanted = set(reached(part))
    assert wanted
    missing = [widget for widget in wanted - met if not met & set(siblings(widget))]
    return [f"{type(widget).__name__} {widget.accessibleName() or widget.toolTip()}" for widget in missing]


def siblings(widget: QWidget) -> list[QAbstractButton]:
    """The other choices of a group, which the arrow keys go through."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group.buttons() if group is not None else []


def test_every_command_is_in_a_menu_in_the_palette_and_its_keys_on_the_sheet(stage: Stage) -> None:
    ready(stage)
    palette = stage.window.palette_box
    for action in stage.window.actions_by_key.values():
        action.setEnabled(True)
    stage.do("palette")
    listed = {palette.list.item(row).data(Qt.ItemDataRole.UserRole).action for row in range(palette.list.count())}
    commands = {action for key, action in stage.window.actions_by_key.items() if key != "palette"}
    assert commands <= listed
    recent = [action.text() for action in listed - commands]
    assert recent == ["Open astronaut.png"]
    in_menus = {entry for menu in stage.window.menuBar().actions() for entry in actions_below(menu.menu())}
    assert set(stage.window.actions_by_key.values()) <= in_menus
    palette.field.setText("no such words")
    assert palette.list.count() == 1
    assert "Nothing found" in palette.list.item(0).text()
    palette._run(palette.list.item(0))
    assert palette.isVisible()


def actions_below(menu: object) -> list[object]:
    """Of a menu and of those in it."""
    found: list[object] = []
    for action in menu.actions():  # type: ignore[attr-defined]
        found += [action] if action.menu() is None else actions_below(action.menu())
    return found


def test_nothing_stands_outside_of_the_window(new_stage: Callable[..., Stage]) -> None:
    before = set(QApplication.topLevelWidgets())
    stage = new_stage()
    stage.open_sample()
    for key in KEYS:
        stage.do(key)
    made = set(QApplication.topLevelWidgets()) - before - {stage.window}
    unfolds = Qt.WindowType.Popup
    assert {widget for widget in made if widget.parent() is None and widget.windowType() != unfolds} == set()
