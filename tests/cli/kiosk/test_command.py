"""``catchlight kiosk`` before any window: its settings, their mistakes, and what stands in the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.cli.kiosk.options import KioskOptions
from catchlight.cli.program import NoWindowError, Program
from catchlight.kiosk.config.file import load_config
from catchlight.kiosk.config.model import KioskConfig
from catchlight.paths import Home

from tests.cli.conftest import Run


@pytest.fixture
def heard(program: Program) -> tuple[Program, list[tuple[Home, KioskOptions]]]:
    """A program that keeps what it was told in place of running a kiosk."""
    told: list[tuple[Home, KioskOptions]] = []

    def kiosk(home: Home, options: KioskOptions, _say: object) -> int:
        told.append((home, options))
        return 0

    return replace(program, kiosk=kiosk), told


def test_its_options_arrive(
    catchlight: Run, heard: tuple[Program, list[tuple[Home, KioskOptions]]], tmp_path: Path
) -> None:
    parts, told = heard
    file = tmp_path / "kiosk.toml"
    assert catchlight("kiosk", "--home", tmp_path, "--config", file, "--windowed", parts=parts).code == 0
    assert catchlight("kiosk", "--prove", parts=parts).code == 0
    assert told[0] == (Home(tmp_path), KioskOptions(file, windowed=True))
    assert told[1][1] == KioskOptions(prove=True)


def test_a_file_with_every_setting_is_written_once(catchlight: Run, tmp_path: Path) -> None:
    file = tmp_path / "kiosk.toml"
    assert catchlight("kiosk", "--write-config", file).code == 0
    assert load_config(file) == KioskConfig()
    again = catchlight("kiosk", "--write-config", file)
    assert again.code == 1
    assert "is there already" in again.err


def test_mistakes_in_the_settings_are_told_before_anything_runs(catchlight: Run, tmp_path: Path) -> None:
    file = tmp_path / "kiosk.toml"
    file.write_text('[shop]\ndocuments = ["us_pasport"]\npaper = "a99"\n', encoding="utf-8")
    ran = catchlight("kiosk", "--home", tmp_path, "--config", file)
    assert ran.code == 1
    assert "us_pasport" in ran.err
    assert "a99" in ran.err
    assert "Traceback" not in ran.err


def test_without_a_display_it_says_so(catchlight: Run, program: Program) -> None:
    def kiosk(_home: Home, _options: KioskOptions, _say: object) -> int:
        raise NoWindowError("there is no display.")

    ran = catchlight("kiosk", parts=replace(program, kiosk=kiosk))
    assert ran.code == 1
    assert "No window can be opened: there is no display." in ran.err
