"""The self-test of an installation: every part tried, what fails named."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.cli.program import NoWindowError, Program
from catchlight.engine.errors import ModelUnavailable
from catchlight.paths import Home

from tests.cli.conftest import Run
from tests.doubles import FailingEditor


def test_every_part_is_tried_and_nothing_is_left(catchlight: Run, program: Program, tmp_path: Path) -> None:
    homes: list[Home] = []

    def drawn(home: Home) -> int:
        homes.append(home)
        return 8

    ran = catchlight("--self-test", parts=replace(program, try_window=drawn))
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[1] for line in ran.out.splitlines() if line.startswith("ok ")] == [
        "weights",
        "operations",
        "service",
        "window",
    ]
    assert "Self-test passed." in ran.out
    assert not homes[0].root.parent.exists()


def test_what_fails_is_named_and_the_rest_still_tried(
    catchlight: Run, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_window(home: Home) -> int:
        raise NoWindowError("libEGL.so.1 is missing.")

    monkeypatch.setattr("catchlight.cli.self_test._service", lambda home: "answered")
    failing = replace(
        program, try_window=no_window, editor=lambda *_: FailingEditor(ModelUnavailable("The model is damaged."))
    )
    ran = catchlight("--self-test", parts=failing)
    assert ran.code == 1
    assert "operations: an operation failed" in ran.err
    assert "window: libEGL.so.1 is missing." in ran.err
    assert "ok  weights" in ran.out
    assert "Self-test failed: 2 of 4 parts." in ran.out


def test_the_window_draws_every_tab_without_a_display(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from catchlight.assembly.window import try_window;"
        "from catchlight.paths import Home; print(try_window(Home(Path(sys.argv[1]))))"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split()[-1] == "8"
