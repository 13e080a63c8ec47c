"""The other commands: check, documents, demo, serve, and the program without a command."""

from __future__ import annotations

import datetime
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from catchlight import __version__
from catchlight.catalogue.catalogue import Catalogue
from catchlight.cli.commands.documents import documents
from catchlight.cli.display import obstacle
from catchlight.cli.options import valid
from catchlight.cli.program import Program
from catchlight.imaging.io import codec
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home

from tests.cli.conftest import Run
from tests.doubles import EchoEditor, FailingEditor


def test_check_shows_every_check_and_fails_with_a_hard_one(catchlight: Run, photo: Path) -> None:
    ran = catchlight("check", photo, "--spec", "uk_passport")
    assert ran.code == 1
    assert "Verdict: fail" in ran.out
    assert "Head height" in ran.out


def test_check_judges_what_the_program_made_and_knows_its_document(catchlight: Run, photo: Path) -> None:
    made = photo.with_name("made.png")
    assert catchlight("id-photo", photo, made, "--spec", "uk_passport").as_judged
    ran = catchlight("check", made, "--json")
    found = json.loads(ran.out)
    assert found[0]["file"] == str(made)
    assert found[0]["verdict"]["document"] == "uk_passport"
    assert ran.code == int(found[0]["verdict"]["overall"] == "fail")


def test_check_goes_on_after_a_file_it_cannot_read(catchlight: Run, photo: Path) -> None:
    broken = photo.with_name("broken.png")
    broken.write_bytes(b"nothing")
    ran = catchlight("check", broken, photo, "--json", "--spec", "icao_35x45")
    assert ran.code == 1
    assert [set(entry) for entry in json.loads(ran.out)] == [{"file", "error", "message"}, {"file", "verdict"}]


def test_check_suggests_near_documents(catchlight: Run, photo: Path) -> None:
    ran = catchlight("check", photo, "--spec", "uk_pasport")
    assert ran.code == 2
    assert "uk_passport" in ran.err


def test_documents_are_listed_and_found(catchlight: Run, catalogue: Catalogue) -> None:
    everything = json.loads(catchlight("documents", "--json").out)
    assert [row["id"] for row in everything] == list(catalogue.documents.ids)
    table = catchlight("documents", "united", "kingdom")
    assert table.code == 0
    assert "uk_passport" in table.out
    nothing = catchlight("documents", "qqqqqq")
    assert (nothing.code, nothing.out) == (1, "")


def test_one_document_is_shown_with_every_rule_and_source(
    catchlight: Run, catalogue: Catalogue, capfd: pytest.CaptureFixture[str]
) -> None:
    france = " ".join(catchlight("documents", "fr_passport").out.split())
    for said in (
        "A: authority's own text read 2026-11",
        "32..36 mm",
        "the top of the skull, hair ignored",
        "light blue, light grey; not white",
        "forbidden: No head covering",
        "at most 6 months",
        "passeport.ants.gouv.fr/Vos-demarches/Photographie-d-identite · 2024-09-30 · authority",
    ):
        assert said in france
    assert "exactly 400 x 514 px, JPEG or PNG, at most 2048 kB" in catchlight("documents", "sg_passport").out
    assert "upload only: no print is known" in catchlight("documents", "nz_passport").out
    assert "50..69 % of the height" in catchlight("documents", "us_passport_online").out
    assert "The police take the photo" in catchlight("documents", "se_passport").out
    for row in catalogue.documents:
        assert documents(catalogue, row.id, False, None, datetime.date(2026, 12, 1)) == 0
        shown = "".join(capfd.readouterr().out.split())
        for said in (row.special, row.notes, row.glasses_rule, row.edit_rule, *(source.text for source in row.sources)):
            assert "".join(said.split()) in shown, row.id


def test_documents_that_should_be_read_again(catchlight: Run, catalogue: Catalogue) -> None:
    listed = [row["id"] for row in json.loads(catchlight("documents", "--outdated", "24", "--json").out)]
    assert listed.index("fi_passport_child") < listed.index("au_passport") < listed.index("tw_passport")
    assert "us_passport" in listed  # no source of it has a date
    assert [
        row["id"] for row in json.loads(catchlight("documents", "tw_passport", "--outdated", "12", "--json").out)
    ] == ["tw_passport"]
    young = catchlight("documents", "tw_passport", "--outdated", "1200")
    assert (young.code, young.out) == (0, "")
    assert "older than 1200 months" in young.err
    assert "2010-12-09" in catchlight("documents", "australia", "--outdated", "24").out
    assert catchlight("documents", "qqqqqq", "--outdated", "24").code == 1


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
