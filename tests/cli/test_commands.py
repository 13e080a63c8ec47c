"""The command line as a whole: help, exit codes, and what is not loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest
from catchlight import __version__
from catchlight.cli.display import obstacle
from catchlight.cli.options import valid
from catchlight.operations.registry import OPERATIONS

from tests.cli.conftest import Run


def test_version_and_help_name_the_exit_codes(catchlight: Run) -> None:
    assert catchlight("--version").out == f"Catchlight {__version__}\n"
    for command in ((), ("id-photo",), ("print-sheet",), ("check",)):
        assert "130" in catchlight(*command, "--help").out


_ENGINE = ("cv2", "onnxruntime", "scipy", "PIL", "fastapi", "sqlalchemy", "PySide6")


@pytest.mark.parametrize(
    ("arguments", "kept_out"),
    [
        (["--version"], (*_ENGINE, "numpy", "pydantic", "typer", "rich", "multiprocessing", "catchlight.cli.main")),
        (["--help"], (*_ENGINE, "numpy", "catchlight.catalogue", "catchlight.operations.operation")),
        (["documents", "uk"], _ENGINE),
    ],
)
def test_what_needs_no_engine_loads_none(arguments: list[str], kept_out: tuple[str, ...]) -> None:
    program = (
        "import sys; from catchlight.__main__ import main\n"
        "heavy, sys.argv = sys.argv[1].split(','), ['catchlight', *sys.argv[2:]]\n"
        "try:\n    main()\n"
        "except SystemExit as ended:\n    assert not ended.code, ended.code\n"
        "loaded = set(heavy) & set(sys.modules)\n"
        "sys.exit(f'loaded {loaded}' if loaded else 0)"
    )
    command = [sys.executable, "-c", program, ",".join(kept_out), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout


def test_a_missing_display_is_found_without_qt() -> None:
    assert "DISPLAY" in (obstacle({}) or "")
    assert obstacle({"QT_QPA_PLATFORM": "offscreen"}) is None
    assert "does not answer" in (obstacle({"DISPLAY": ":987"}) or "")


@pytest.mark.parametrize("text", ["copies=two", "nothing", "invented=1", "copies=0"])
def test_an_item_of_a_mixed_sheet_that_is_none_is_told(text: str) -> None:
    with pytest.raises(Exception, match="--mixed"):
        valid(OPERATIONS["layout"].params, {"mixed": [text]})
