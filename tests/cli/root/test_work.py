"""``catchlight work``: what it refuses."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_without_a_shared_database_there_is_no_work(catchlight: Run) -> None:
    ran = catchlight("work")
    assert ran.code == 1
    assert "CATCHLIGHT_DATABASE" in ran.err
    ran = catchlight("serve", "--port", "0", "--work")
    assert ran.code == 1
    assert "leave --work out" in ran.err


def test_a_kind_that_is_not_known_is_told_with_those_that_are(
    catchlight: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("CATCHLIGHT_DATABASE", postgres_url)
    monkeypatch.setenv("CATCHLIGHT_PICTURES", f"file://{tmp_path_factory.mktemp('pictures')}")
    ran = catchlight("work", "--kinds", "selection,baking")
    assert ran.code == 1
    assert "baking" in ran.err
    assert "batch_file, selection" in ran.err
