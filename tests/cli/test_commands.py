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
<<<<<<< HEAD
=======


@pytest.fixture
def served(home: Home) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``catchlight serve`` as its own process, with its address."""
    command = [sys.executable, "-m", "catchlight", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Catchlight listens on http://127.0.0.1:"), line
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.communicate()


def test_sigterm_ends_the_server_in_time_and_in_order(served: tuple[subprocess.Popen[str], str], home: Home) -> None:
    process, address = served
    assert httpx.get(f"{address}/health", trust_env=False).json()["status"] == "ok"
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(12) == 0
    assert time.monotonic() - began < 10
    assert list((home.store / "pictures").iterdir()) == []


def test_an_edit_at_work_ends_before_the_server(
    served: tuple[subprocess.Popen[str], str], sample_bytes: bytes, home: Home
) -> None:
    import base64
    from concurrent.futures import ThreadPoolExecutor

    process, address = served
    body = {"imageDataUrl": "data:image/png;base64," + base64.b64encode(sample_bytes).decode()}
    with ThreadPoolExecutor(1) as client:
        answer = client.submit(
            httpx.post, f"{address}/image-edit/id-photo/generate", json=body, timeout=30, trust_env=False
        )
        deadline = time.monotonic() + 20
        while httpx.get(f"{address}/health", trust_env=False).json()["edits"] == 0:
            assert time.monotonic() < deadline
        process.send_signal(signal.SIGTERM)
        assert answer.result().status_code in (200, 503)
    assert process.wait(12) == 0
    stored = len(list((home.store / "pictures").iterdir()))
    assert stored == (1 if answer.result().status_code == 200 else 0)


def test_serve_refuses_the_open_network_without_a_token_and_a_taken_port(
    catchlight: Run, served: tuple[subprocess.Popen[str], str]
) -> None:
    ran = catchlight("serve", "--host", "0.0.0.0", "--port", "0")
    assert ran.code == 1
    assert "--token" in ran.err
    taken = catchlight("serve", "--port", served[1].rpartition(":")[2])
    assert taken.code == 1
    assert "--port" in taken.err


@pytest.mark.parametrize("command", [("documents",), ("check", "PHOTO"), ("adjust", "PHOTO", "OUT", "warmer")])
def test_rows_of_the_user_s_own_that_do_not_fit_are_named_and_stop_no_command(
    catchlight: Run, photo: Path, home: Home, command: tuple[str, ...]
) -> None:
    home.catalogue.mkdir(parents=True, exist_ok=True)
    rows = home.catalogue / "documents.json"
    rows.write_text('[{"id": "mine"}]')
    files = {"PHOTO": photo, "OUT": photo.with_name("out.png")}
    ran = catchlight(*(files.get(word, word) for word in command))
    assert ran.out
    assert "error:" not in ran.err
    said = " ".join(ran.err.split())
    assert f"{rows}, row 1, label: Field required" in said
    assert "take it away" in said
>>>>>>> svca
