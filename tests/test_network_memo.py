"""Networks are asked once for each input, and what was kept is what they gave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.models.registry import Models
from catchlight.paths import resources

from tests.network_memo import FOLDER_VARIABLE, NetworkMemo, share_networks

SMALL = "face_blendshapes_52"
POINTS = np.linspace(0, 1, 146 * 2, dtype=np.float32).reshape(1, 146, 2)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the networks that were run for real; with no network behind it but numbers made of the input."""
    names: list[str] = []

    def run(models: Models, name: str, value: Any) -> list[Any]:
        names.append(name)
        return [value * 2, np.arange(3)]

    monkeypatch.setattr(Models, "run", run)
    return names


def test_the_same_input_is_asked_once_by_all_processes_and_another_again(tmp_path: Path, asked: list[str]) -> None:
    models = Models()
    for memo in (NetworkMemo(tmp_path), NetworkMemo(tmp_path)):
        twice, numbers = memo.run(models, SMALL, POINTS)
        assert np.array_equal(twice, POINTS * 2)
        assert twice.dtype == np.float32
        assert numbers.tolist() == [0, 1, 2]
    assert asked == [SMALL]
    memo.run(models, SMALL, POINTS + np.float32(1e-7))
    memo.run(models, SMALL, POINTS.reshape(1, 2, 146))
    memo.run(models, "face_identity_sface", POINTS)
    memo.run(Models(threads=7), SMALL, POINTS)
    assert len(asked) == 5


def test_what_a_test_does_to_an_output_is_not_kept(tmp_path: Path, asked: list[str]) -> None:
    memo, models = NetworkMemo(tmp_path), Models()
    for _ in range(3):
        outputs = memo.run(models, SMALL, POINTS)
        assert np.array_equal(outputs[0], POINTS * 2)
        outputs[0][:] = -1
    assert asked == [SMALL]


def test_weights_of_another_folder_are_always_asked(tmp_path: Path, asked: list[str]) -> None:
    memo = NetworkMemo(tmp_path)
    for _ in range(2):
        memo.run(Models(tmp_path), SMALL, POINTS)
    assert len(asked) == 2


def test_large_outputs_are_kept_when_they_are_asked_for_again(tmp_path: Path, asked: list[str]) -> None:
    memo, large = NetworkMemo(tmp_path), np.zeros(2_000_000, np.float32)
    for _ in range(4):
        outputs = memo.run(Models(), SMALL, large)
        assert np.array_equal(outputs[0], large)
    assert len(asked) == 2
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) == pytest.approx(large.nbytes, rel=0.01)


def test_no_more_is_written_than_may_be(tmp_path: Path, asked: list[str]) -> None:
    memo = NetworkMemo(tmp_path, most_bytes=POINTS.nbytes)
    for _ in range(2):
        memo.run(Models(), SMALL, POINTS)
    assert len(asked) == 2
    assert not list(tmp_path.iterdir())


def test_the_networks_of_this_run_go_through_it(models: Models) -> None:
    assert models.folder == resources() / "models"
    first, second = (models.run(SMALL, POINTS)[0] for _ in range(2))
    assert first is not second
    assert np.array_equal(first, second)
    assert Models.run.__module__ == "tests.conftest"


def test_a_process_of_the_tests_takes_what_the_run_has_and_asks_where_there_is_none(
    tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    NetworkMemo(tmp_path).run(Models(), SMALL, POINTS)
    monkeypatch.delenv(FOLDER_VARIABLE)
    share_networks()
    Models().run(SMALL, POINTS)
    assert asked == [SMALL, SMALL], "outside a run nothing changes"
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    share_networks()
    (twice, _) = Models().run(SMALL, POINTS)
    assert np.array_equal(twice, POINTS * 2)
    assert len(asked) == 2
