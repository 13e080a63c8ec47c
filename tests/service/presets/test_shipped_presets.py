"""Presets that come with the program: they can be done, are found by every name, and stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.operations.sentences import parse_sentence
from catchlight.service.presets.preset_library import PresetFolder
from catchlight.service.presets.shipped_presets import SENTENCES, find_shipped, shipped_presets


def test_every_row_has_two_names_of_its_own_and_steps_that_are_known() -> None:
    rows = shipped_presets()
    names = [name for row in rows for name in (row.id, row.label, row.label_zh)]
    assert len(rows) >= 6
    assert len(set(names)) == len(names)
    for row in rows:
        for step in row.preset.steps:
            assert step.params(1200, 900)


def test_in_chinese_their_sentences_are_chinese_and_ask_for_the_same() -> None:
    said = 0
    for row in shipped_presets():
        for english, chinese in zip(row.named(False).steps, row.named(True).steps, strict=True):
            same = {key: value for key, value in english.parameters.items() if key not in SENTENCES}
            assert same == {key: value for key, value in chinese.parameters.items() if key not in SENTENCES}
            for key in SENTENCES:
                if key in english.parameters:
                    one, other = english.parameters[key], chinese.parameters[key]
                    assert not other.isascii()
                    assert (
                        parse_sentence(english.operation, one).intents
                        == parse_sentence(english.operation, other).intents
                    )
                    said += 1
    assert said == sum(len(row.sentences_zh) for row in shipped_presets()) > 0


def test_they_are_found_beside_the_users_own_which_go_before(tmp_path: Path) -> None:
    shelf = PresetFolder(tmp_path)
    row = find_shipped("LinkedIn grey")
    assert row is not None
    assert shelf.find("linkedin_grey").steps == shelf.named("领英灰底").steps == row.preset.steps
    copy = shelf.duplicate(row.preset, "LinkedIn grey (copy)")
    again = shelf.duplicate(row.preset, "LinkedIn grey (copy)")
    assert [copy.name, again.name] == ["LinkedIn grey (copy)", "LinkedIn grey (copy) 2"]
    entries = shelf.all_entries()
    assert [entry.shipped for entry in entries] == [False, False] + [True] * len(shipped_presets())
    assert shelf.all_entries(chinese=True)[-1].name == shipped_presets()[-1].label_zh
    mine = find_shipped("warm_film")
    assert mine is not None
    shelf.save(mine.preset.model_copy(update={"name": "LinkedIn grey"}))
    assert shelf.find("LinkedIn grey").steps == mine.preset.steps


def test_they_are_neither_renamed_nor_deleted(tmp_path: Path) -> None:
    shelf = PresetFolder(tmp_path)
    for change in (lambda: shelf.delete("Warm film"), lambda: shelf.rename("Warm film", "Mine")):
        with pytest.raises(InvalidRequest, match="comes with Catchlight"):
            change()
    assert find_shipped("Warm film") is not None
