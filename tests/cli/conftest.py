"""The command line in this process, with the real engine kept warm over the whole run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from catchlight.assembly.program import PROGRAM
from catchlight.cli.main import run
from catchlight.cli.program import NoWindowError, Program
from catchlight.operations.compliance import judge_file
from catchlight.paths import Home
from catchlight.service.editor import Editor, LocalEditor


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def as_judged(self) -> bool:
        """Whether all was done, and the exit code is that of the verdicts that were told."""
        return self.code == int("verdict: fail" in self.out) and "error:" not in self.err


Run = Callable[..., Ran]


@pytest.fixture
def program(portraits: Any) -> Program:
    """The real program, its networks shared with other tests, without a window."""

    def no_window(home: Home, photos: Any) -> int:
        raise NoWindowError("there is no display.")

    return replace(
        PROGRAM,
        editor=lambda _, catalogue: LocalEditor(portraits, catalogue),
        judge=lambda _: partial(judge_file, portraits=portraits),
        window=no_window,
        portraits=lambda _: portraits,
    )


@pytest.fixture
def catchlight(program: Program, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line and gives exit code, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "100")

    def ran(*arguments: object, editor: Editor | None = None, parts: Program | None = None) -> Ran:
        chosen = parts or program
        if editor is not None:
            chosen = replace(chosen, editor=lambda *_: editor)
        capfd.readouterr()
        code = run(chosen, [str(word) for word in arguments])
        told = capfd.readouterr()
        return Ran(code, told.out, told.err)

    return ran


@pytest.fixture
def photo(tmp_path: Path, sample_bytes: bytes) -> Path:
    file = tmp_path / "anna.png"
    file.write_bytes(sample_bytes)
    return file
