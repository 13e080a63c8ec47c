"""``catchlight watch`` from the terminal: what is written and said, and how it ends."""

from __future__ import annotations

import csv
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.cli.program import Program
from catchlight.imaging.io import codec

from tests.cli.conftest import Run
from tests.doubles import eventually
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import make_pictures

WARMER = ("--operation", "adjust", "--params", '{"adjustmentPrompt": "warmer"}')


@pytest.fixture(name="echoing")
def _echoing(program: Program, tmp_path: Path) -> Callable[..., Program]:
    """The program with a quick editor in its processes."""
    return lambda seconds=0.0: replace(program, bench=lambda _: Echo(tmp_path / "log", seconds))


def test_verdicts_come_with_id_photos_and_into_exit_code_and_table(
    catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]
) -> None:
    make_pictures(tmp_path / "in", ["fail-a.jpg", "pass-b.jpg"])
    out, table = tmp_path / "in" / "out", tmp_path / "table.csv"
    usual = ("watch", tmp_path / "in", "--id-photo", "uk_passport", "--to", out, "--once", "--jobs", 1)
    ran = catchlight(*usual, "--report", table, parts=echoing())
    assert ran.code == 1, ran
    assert f"{tmp_path / 'in' / 'fail-a.jpg'} -> {out / 'fail-a.png'}" in ran.out
    assert "2 of 2 done, 0 failed; verdicts: 1 pass, 1 fail." in ran.err
    with table.open(encoding="utf-8-sig", newline="") as file:
        assert [row["verdict"] for row in csv.DictReader(file)] == ["fail", "pass"]
    again = catchlight(*usual, parts=echoing())
    assert (again.code, again.out) == (0, "")
    assert "0 of 0 done" in again.err
    assert sorted((tmp_path / "log").read_text().split()) == ["fail-a.jpg", "pass-b.jpg"]


def test_with_once_a_disk_that_refuses_ends_it_with_1(
    catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]
) -> None:
    make_pictures(tmp_path / "in", ["a.jpg"])
    (tmp_path / "file").write_text("no folder can be made in it, as on a read-only disk")
    ran = catchlight("watch", tmp_path / "in", *WARMER, "--to", tmp_path / "file" / "out", "--once", parts=echoing())
    assert ran.code == 1
    assert "Could not create" in ran.err
    assert "It is tried again" not in ran.err


def test_files_that_are_no_pictures_are_no_failure(
    catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]
) -> None:
    make_pictures(tmp_path / "in", ["a.jpg", "a.jpg.xmp", "MVI_1.MOV"])
    (tmp_path / "in" / "notes.txt").write_text("words")
    ran = catchlight("watch", tmp_path / "in", *WARMER, "--to", tmp_path / "out", "--once", parts=echoing())
    assert ran.code == 0, ran
    assert "notes.txt is no picture and is passed over." in ran.err
    assert "1 of 1 done" in ran.err


def test_sigterm_parks_what_is_at_work(catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]) -> None:
    make_pictures(tmp_path / "in", ["a.jpg"])
    usual = ("watch", tmp_path / "in", *WARMER, "--to", tmp_path / "out", "--jobs", 1)
    sent = threading.Thread(
        target=lambda: eventually((tmp_path / "log").exists, 60) and os.kill(os.getpid(), signal.SIGTERM)
    )
    sent.start()
    ran = catchlight(*usual, parts=echoing(60.0))
    sent.join()
    assert ran.code == 130
    assert "1 more have arrived; the same command goes on with them." in ran.err
    assert not list((tmp_path / "out").iterdir())
    ran = catchlight(*usual, "--once")  # with the real editor
    assert (ran.code, "1 of 1 done" in ran.err) == (0, True)
    made = codec.decode((tmp_path / "out" / "a.jpg").read_bytes())
    assert made.record.steps[-1].operation == "adjust"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--preset", "a", "--to", "out"], "name the FOLDER"),
        (["in", "--preset", "a"], "name the FOLDER"),
        (["in", "--to", "out"], "say what is done"),
        (
            ["in", "--to", "out", "--preset", "a", "--id-photo", "uk_passport"],
            "--preset and --id-photo exclude each other",
        ),
        (["in", "--to", "out", "--id-photo", "uk_passport", "--params", "{}  "], "--params goes with --operation"),
        (["in", "--to", "out", "--operation", "adjst"], "--operation: there is no 'adjst' (did you mean adjust?)"),
        (["in", "--to", "out", "--operation", "nonsense"], "choose one of hair, headshot, id_photo, layout, edit"),
        (["in", "--to", "out", "--id-photo", "uk_pasport"], "Did you mean uk_passport"),
        (["in", "--to", "out", "--name-pattern", "{date}", *WARMER], "must hold {name} or {number}"),
        (["in", "--to", "out", "--operation", "adjust", "--params", "warm"], "--params: The parameters are not JSON"),
        (["in", "--to", "out", "--operation", "adjust", "--params", "[1]"], "--params: The parameters are no JSON"),
        (["in", "--to", "out", "--operation", "adjust", "--params", '{"warm": 1}'], "--params: There is no field warm"),
        (["absent", "--to", "out", *WARMER], "There is no folder absent"),
        (["in", "--to", "in", *WARMER], "the watched folder itself"),
        (["--camera", "--once", "--to", "out", *WARMER], "--once goes with a folder"),
    ],
)
def test_what_cannot_work_is_told_at_once(
    catchlight: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    ran = catchlight("watch", *words)
    assert ran.code == 2
    assert said in " ".join(ran.err.replace("│", " ").split())
