"""Plans of batches: what cannot work is refused, and patterns tell results apart."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.service.batch.plan import BatchPlan, plan_of
from catchlight.service.batch_jobs.wire import SentFormat
from catchlight.service.presets.preset import Preset

from tests.service.batch.conftest import DATE, make_pictures


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


def test_a_plan_keeps_names_that_are_no_utf8(tmp_path: Path, preset: Preset) -> None:
    source = tmp_path / os.fsdecode(b"caf\xe9.jpg")
    plan = plan_of([source], preset, {"folder": tmp_path / os.fsdecode(b"r\xe9sultats")}, DATE)
    assert BatchPlan.model_validate_json(plan.model_dump_json()) == plan
    assert plan.names == ("caf_",)


def test_an_earlier_version_reads_what_asks_for_no_colours(tmp_path: Path, preset: Preset) -> None:
    asked = {"folder": tmp_path / "out", "color_space": "srgb"}
    plain, coloured = (plan_of([tmp_path / "a.jpg"], preset, one, DATE) for one in ({"folder": tmp_path}, asked))
    assert "color_space" not in plain.output.model_dump_json()
    assert "colorSpace" not in SentFormat().model_dump_json(by_alias=True)
    assert BatchPlan.model_validate_json(coloured.model_dump_json()) == coloured
    assert SentFormat(color_space="srgb").model_dump(by_alias=True)["colorSpace"] == "srgb"
