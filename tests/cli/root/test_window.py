"""The program without a command, and the demo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from catchlight.cli.program import Program
from catchlight.imaging.io import codec
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home

from tests.cli.conftest import Run
from tests.doubles import EchoEditor, FailingEditor


def test_the_demo_runs_every_operation_and_shows_them(catchlight: Run, tmp_path: Path) -> None:
    ran = catchlight("demo", tmp_path / "demo")
    assert ran.code == 0, ran.err
    for operation in OPERATIONS.values():
        assert operation.title in ran.out
    sheet = codec.decode((tmp_path / "demo" / "contact-sheet.png").read_bytes())
    assert sheet.width > 1000
    assert len(list((tmp_path / "demo").iterdir())) >= 5


def test_a_failing_step_of_the_demo_is_said(catchlight: Run, tmp_path: Path) -> None:
    from catchlight.core.errors import ModelUnavailable

    ran = catchlight("demo", tmp_path / "demo", editor=FailingEditor(ModelUnavailable("The model x is missing.")))
    assert ran.code == 1
    assert "The model x is missing." in ran.err


def test_without_a_display_the_demo_runs(catchlight: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = catchlight(editor=EchoEditor())
    assert ran.code == 0
    assert "there is no display" in ran.err
    folder = tmp_path / "catchlight-demo"
    assert (folder / "contact-sheet.png").exists()
    assert "Profile picture" in ran.out
    assert codec.decode((folder / "profile-picture" / "circle-512.png").read_bytes()).width == 512
    assert catchlight("demo", folder, editor=EchoEditor()).code == 0


def test_photos_without_a_command_open_in_the_window(catchlight: Run, program: Program, photo: Path) -> None:
    opened: list[tuple[Home, list[Path]]] = []

    def window(home: Home, photos: Any) -> int:
        opened.append((home, list(photos)))
        return 0

    parts = replace(program, window=window)
    assert catchlight(photo, photo, parts=parts).code == 0
    assert catchlight(parts=parts).code == 0
    assert catchlight("--home", photo.parent / "elsewhere", photo, parts=parts).code == 0
    assert [photos for _, photos in opened] == [[photo, photo], [], [photo]]
    assert opened[2][0].root == photo.parent / "elsewhere"


def test_a_slip_in_a_command_is_no_photo(catchlight: Run) -> None:
    ran = catchlight("chek")
    assert ran.code == 2
    assert "check" in ran.err
