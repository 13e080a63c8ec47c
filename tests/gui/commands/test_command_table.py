"""One table: whatever stands in it has its menu, its keys and its state; nothing stands elsewhere."""

from __future__ import annotations

import pytest
from catchlight.gui.commands.command import Need
from catchlight.gui.commands.command_table import COMMANDS, commands
from catchlight.gui.commands.menus import allow, menu_titles
from catchlight.gui.tabs.registry import TABS
from catchlight.gui.wording.i18n import Language
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import Stage


def test_keys_and_shortcuts_are_each_of_one_command() -> None:
    table = commands(TABS)
    for values in ([row.key for row in table], [keys for row in table for keys in row.keys]):
        assert len(values) == len(set(values))


def test_every_command_has_a_menu_and_a_tab_that_is_there() -> None:
    assert {row.menu for row in COMMANDS} == set(menu_titles())
    assert {row.tab for row in COMMANDS} - {""} <= {tab.key for tab in TABS}


def test_tabs_come_first_in_their_menu() -> None:
    portrait = [row for row in commands(TABS) if row.menu == "portrait"]
    assert [row.key for row in portrait[: len(TABS)]] == [tab.key for tab in TABS]
    assert portrait[0].keys == ("Alt+1",)


def test_the_window_has_an_action_for_each_row_and_no_other(stage: Stage) -> None:
    window = stage.window
    assert list(window.actions_by_key) == [row.key for row in window.command_table]
    for row in window.command_table:
        action = window.actions_by_key[row.key]
        assert (action.text(), action.statusTip(), action.isCheckable()) == (row.text, row.help, row.checkable)
        assert [keys.toString() for keys in action.shortcuts()] == list(row.keys)


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        (set(), set()),
        ({"document", "documents"}, {"close", "print", "export_all"}),
        (
            {"document", "documents", "picture"},
            {"close", "print", "print_picture", "export", "export_all", "copy", "apply", "crop_tool", "extend_canvas"}
            | {"turn_left", "turn_right", "flip_h", "flip_v", "paste_edits", "white_balance", "crop_corners"}
            | {"reference", "reference_other", "reference_link"},
        ),
        ({"undo", "result"}, {"undo", "save_preset", "copy_edits"}),
        ({"redo", "others"}, {"redo", "apply_others"}),
    ],
)
def test_commands_that_have_nothing_to_work_on_are_off(stage: Stage, met: set[Need], expected: set[str]) -> None:
    window = stage.window
    allow(window.actions_by_key, window.command_table, met)
    culling = {row.key for row in window.command_table if row.needs and row.menu == "cull"}
    assert all(window.actions_by_key[key].isEnabled() == ("documents" in met) for key in culling)
    needing = {row.key for row in window.command_table if row.needs} - culling
    assert {key for key in needing if window.actions_by_key[key].isEnabled()} == expected


def test_the_table_is_told_in_the_language_of_the_window(qapp: QApplication) -> None:
    assert [row.text for row in commands()] == [row.text for row in COMMANDS]
    language = Language(qapp)
    language.use("zh")
    try:
        chinese = [row.text for row in commands()]
    finally:
        language.use("en")
    assert chinese[0] == "打开…"
    assert not set(chinese) & {row.text for row in COMMANDS}
