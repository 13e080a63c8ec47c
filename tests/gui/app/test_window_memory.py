"""What is remembered between starts, and what is said about the last one."""

from __future__ import annotations

import json
from collections.abc import Callable

from catchlight.gui.app.application import WINDOW_FILE, begin
from catchlight.gui.app.window_memory import Memory
from catchlight.paths import Home
from catchlight.store.settings.settings_file import SettingsFile

from tests.gui.conftest import SAMPLE, Stage, wait


def test_choices_come_back(home: Home) -> None:
    memory = Memory(SettingsFile(home.settings), home.root / WINDOW_FILE)
    memory.set(theme="light", language="zh")
    memory.keep(text_scale=1.5, ground="blue")
    for document in ("us_passport", "uk_passport", "us_passport"):
        memory.used_document(document)
    memory.opened(SAMPLE)
    memory.save()
    again = Memory(SettingsFile(home.settings), home.root / WINDOW_FILE)
    assert again.settings == memory.settings
    assert again.state == memory.state
    assert again.state.recent_documents == ("us_passport", "uk_passport")
    assert again.settings.recent_files == (str(SAMPLE),)


def test_a_damaged_window_file_gives_the_defaults(home: Home) -> None:
    home.root.mkdir(parents=True)
    (home.root / WINDOW_FILE).write_text('{"text_scale": 99}')
    assert Memory(SettingsFile(home.settings), home.root / WINDOW_FILE).state.text_scale == 1.0
    (home.root / WINDOW_FILE).write_bytes(b"\xff\x00")
    assert not Memory(SettingsFile(home.settings), home.root / WINDOW_FILE).state.greeted


def test_closing_the_window_writes_its_place(new_stage: Callable[..., Stage], home: Home) -> None:
    stage = new_stage()
    stage.window.close()
    assert json.loads((home.root / WINDOW_FILE).read_text())["geometry"]


def test_leftovers_of_a_crash_are_told_once(new_stage: Callable[..., Stage], home: Home) -> None:
    pictures = home.store / "pictures"
    pictures.mkdir(parents=True)
    (pictures / ".gen_1.png.abcd.partial").write_bytes(b"half")
    stage = new_stage()
    begin(stage.session, stage.store, [])
    wait(lambda: stage.window.banner.problem is not None)
    problem = stage.window.banner.problem
    assert problem is not None
    assert problem.good
    assert "interrupted run" in problem.text
