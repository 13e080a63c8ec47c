"""Plans of batches: names that never meet, patterns that tell results apart, folders read."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.engine.errors import InvalidRequest
from catchlight.service.batch.plan import names_of, pictures_in, plan_of
from catchlight.service.presets.preset import Preset

from tests.service.batch.conftest import DATE, make_pictures


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["a.jpg", "b.jpg"], ["a", "b"]),
        (["a.jpg", "A.png", "b.jpg"], ["a_jpg", "A_png", "b"]),
        (["x/a.jpg", "y/a.jpg", "z/a.JPG"], ["a_jpg", "a_jpg_2", "a_JPG_3"]),
        (["x/a.jpg", "y/a.jpg", "a_jpg.png"], ["a_jpg_2", "a_jpg_3", "a_jpg"]),
    ],
)
def test_no_two_files_have_one_name(files: list[str], names: list[str]) -> None:
    found = names_of([Path(file) for file in files])
    assert list(found) == names
    assert len({name.casefold() for name in found}) == len(files)


def test_a_file_named_twice_is_done_once(tmp_path: Path, preset: Preset) -> None:
    file, other = make_pictures(tmp_path, ["a.jpg", "b.jpg"])
    plan = plan_of([file, other, tmp_path / "." / "a.jpg"], preset, {"folder": tmp_path}, DATE)
    assert plan.sources == (file, other)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ({"pattern": "{date}"}, r"\{name\} or \{number\}"),
        ({"media_type": "image/gif"}, "must be one of"),
        ({"quality": 0}, "quality"),
        ({"longest": 3}, "longest"),
    ],
)
def test_an_output_that_cannot_work_is_refused(tmp_path: Path, preset: Preset, output: object, said: str) -> None:
    with pytest.raises(InvalidRequest, match=said):
        plan_of([tmp_path / "a.jpg"], preset, {"folder": tmp_path, **output}, DATE)  # type: ignore[dict-item]


def test_nothing_to_do_is_said(tmp_path: Path, preset: Preset) -> None:
    with pytest.raises(InvalidRequest, match="no picture"):
        plan_of([], preset, {"folder": tmp_path}, DATE)


def test_a_folder_gives_its_pictures_by_name(tmp_path: Path) -> None:
    make_pictures(tmp_path, ["b.jpg", "a.JPG", ".hidden.jpg", "notes.txt"])
    (tmp_path / "below.jpg").mkdir()
    assert [file.name for file in pictures_in(tmp_path)] == ["a.JPG", "b.jpg"]
    with pytest.raises(InvalidRequest, match="cannot be read"):
        pictures_in(tmp_path / "absent")
