"""Files of the user's that are damaged or hostile: the row or the file is left out with one sentence, and nothing stops."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import InvalidRequest
from catchlight.service.presets.preset import Preset
from catchlight.service.presets.preset_library import PresetFolder
from catchlight.service.user_catalogues import load_catalogue
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile

DEEP = b'{"a":' * 200_000
HOSTILE: dict[str, bytes] = {
    "nested too deep": DEEP,
    "lists without end": b"[" * 200_000,
    "a huge number": b'[{"id": 1' + b"0" * 5000 + b"}]",
    "not a number": b'[{"id": NaN}]',
    "no text": b"\xff\xfe\x00\x01",
    "cut off": b'[{"id": "mine"',
    "empty": b"",
    "another type": b'"a string"',
    "null": b"null",
}


@pytest.fixture
def paper(catalogue: Catalogue) -> dict[str, Any]:
    """A row of papers as a user would write it."""
    row = next(iter(catalogue.papers)).model_dump(mode="json", by_alias=True)
    return {**row, "id": "mine", "label": "Mine"}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", ["papers.json", "hairstyles/mine.json", "expressions/mine.json"])
def test_a_hostile_catalogue_file_is_left_out_and_told(
    tmp_path: Path, catalogue: Catalogue, name: str, content: bytes
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(content)
    told: list[str] = []
    found = load_catalogue(tmp_path, told.append)
    assert len(told) == 1
    assert str(tmp_path / name) in told[0]
    assert "Correct the file, or take it away." in told[0]
    assert len(told[0]) < 600
    assert found.papers.ids == catalogue.papers.ids
    assert found.hair_styles.ids == catalogue.hair_styles.ids


def test_a_row_with_a_slip_takes_no_other_along(tmp_path: Path, paper: dict[str, Any]) -> None:
    rows = [
        {**paper, "id": "BAD ID"},
        paper,
        7,
        {**paper, "id": "mine_too", "label": ["x"]},
        None,
        {**paper, "id": "last"},
    ]
    (tmp_path / "papers.json").write_text(json.dumps(rows))
    told: list[str] = []
    found = load_catalogue(tmp_path, told.append)
    assert [number for number in range(1, 7) if any(f"row {number}," in sentence for sentence in told)] == [1, 3, 4, 5]
    assert found.papers.get("mine") is not None
    assert found.papers.get("last") is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_among_the_files_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "expressions").mkdir()
    os.mkfifo(tmp_path / "expressions" / "mine.json")
    told: list[str] = []
    load_catalogue(tmp_path, told.append)
    assert "no regular file" in told[0]


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_settings_are_set_aside_and_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(content)
    loaded = SettingsFile(file).load()
    assert loaded.settings == Settings()
    assert loaded.notice is not None
    assert "kept as" in loaded.notice
    assert SettingsFile(file).load().notice is None


def test_settings_whose_values_cannot_be_written_again_are_no_trap(tmp_path: Path) -> None:
    """Half a surrogate pair, and an integer too large for any field, where anything may stand."""
    file = tmp_path / "settings.json"
    file.write_text(
        '{"theme": "light", "delivery": {"options": {"key": "\\ud800"}}, "store": {"keepDays": 99999999999999999999}}'
    )
    settings = SettingsFile(file)
    loaded = settings.load()
    assert loaded.settings.theme == "light"
    assert loaded.notice is not None
    settings.save(loaded.settings.model_copy(update={"theme": "dark"}))
    again = settings.load()
    assert (again.settings.theme, again.notice) == ("dark", None)
    assert again.settings.delivery.options == {"key": "\ud800"}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_preset_is_listed_with_its_fault_beside_the_others(tmp_path: Path, content: bytes) -> None:
    shelf = PresetFolder(tmp_path)
    step = {"operation": "adjust", "parameters": {"adjustmentPrompt": "warmer"}}
    kept = shelf.save(Preset.model_validate({"name": "Good", "steps": [step]}))
    kept.with_name(f"bad{kept.suffix}").write_bytes(content)
    entries = {entry.name: entry for entry in shelf.entries()}
    assert entries["Good"].preset is not None
    assert entries["bad"].preset is None
    assert "bad" in str(entries["bad"].fault)
    with pytest.raises(InvalidRequest):
        shelf.find("bad")


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_command_runs_on_whatever_lies_in_the_home(tmp_path: Path, content: bytes) -> None:
    """Settings and catalogue of one home at once, as every command reads them."""
    from catchlight.assembly import parts
    from catchlight.paths import Home

    home = Home(tmp_path)
    home.catalogue.mkdir()
    home.settings.write_bytes(content)
    (home.catalogue / "papers.json").write_bytes(content)
    told: list[str] = []
    assert parts.settings(home, told.append) == Settings()
    assert len(parts.catalogue(home, told.append).papers) > 3
    assert len(told) == 2
