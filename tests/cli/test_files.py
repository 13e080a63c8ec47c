"""Folders, names and bad files from the terminal: nothing lost, nothing hanging, one bad file fails alone."""

from __future__ import annotations

import errno
import io
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.service.editor import EditRequest, EditResult
from PIL import Image

from tests.cli.conftest import Run
from tests.doubles import EchoEditor

COMMANDS: dict[str, tuple[str, ...]] = {
    "adjust": ("warmer",),
    "hair": (),
    "id-photo": (),
    "headshot": (),
    "expression": ("--key", "smile"),
    "print-sheet": (),
}
"""Commands that write a file for each picture, with what else they need."""


def jpeg(shade: int = 90, kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (90, 100), (shade, 120, 150)).save(out, kind)
    return out.getvalue()


@pytest.fixture
def cards(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders, each with a picture of one name."""
    for number, folder in enumerate(("card1", "card2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "IMG_0001.jpg").write_bytes(jpeg(60 + 120 * number))
    return tmp_path / "card1", tmp_path / "card2"


def results(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("command", COMMANDS)
def test_two_folders_with_one_name_give_two_results_each_time(
    catchlight: Run, cards: tuple[Path, Path], tmp_path: Path, command: str
) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        ran = catchlight(command, *cards, out, *COMMANDS[command], "--overwrite", editor=EchoEditor())
        assert ran.code == 0, ran.err
        assert "2 of 2 done" in ran.err
        assert results(out) == [f"IMG_0001_jpg-{command}.png", f"IMG_0001_jpg_2-{command}.png"]
    shades = [codec.decode((out / name).read_bytes()).rgb8[50, 50, 0] for name in results(out)]
    assert np.allclose(shades, [60, 180], atol=3)


@pytest.mark.parametrize("overwrite", [(), ("--overwrite",)])
def test_names_that_some_system_takes_for_one_stay_apart(
    catchlight: Run, tmp_path: Path, overwrite: tuple[str, ...]
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for name in (
        "a.jpg",
        "A.jpg",
        "a.jpeg",
        "Zo\u00eb.jpg",
        "Zoe\u0308.jpg",
        "a_jpg.png",
        "CON.jpg",
        "x" * 240 + ".jpg",
    ):
        (folder / name).write_bytes(jpeg())
    (folder / os.fsdecode(b"caf\xe9.jpg")).write_bytes(jpeg())
    ran = catchlight("adjust", folder, out, "warmer", *overwrite, editor=EchoEditor())
    assert ran.code == 0, ran.err
    assert "9 of 9 done, 0 failed." in ran.err
    names = results(out)
    assert len({name.casefold() for name in names}) == 9
    assert all(len(name.encode()) < 250 for name in names)


@pytest.mark.parametrize("command", ["adjust", "check", "profile-picture"])
def test_one_list_of_suffixes_and_the_number_left_out(catchlight: Run, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.jpg", "windows.jfif", "stereo.mpo", "old.JPE"):
        (folder / name).write_bytes(jpeg())
    (folder / "sony.HIF").write_bytes(jpeg(kind="PNG"))
    (folder / "no-suffix").write_bytes(jpeg())
    (folder / ".a.jpg").write_bytes(b"\0\5\x16\7" + bytes(200))
    for beside in ("a.jpg.xmp", "._a.jpg", "MVI_1.MOV"):
        (folder / beside).write_bytes(bytes(200))
    (folder / "notes.txt").write_text("words")
    os.mkfifo(folder / "p.jpg")
    (folder / "z.jpg").symlink_to("/dev/zero")
    rest = {"adjust": (tmp_path / "out", "warmer"), "check": (), "profile-picture": ("--to", tmp_path / "out")}[command]
    began = time.monotonic()
    ran = catchlight(command, folder, *rest, editor=EchoEditor())
    assert time.monotonic() - began < 60
    assert "of 6 done" in ran.err
    assert "4 left out: 1 hidden or of the system, 1 no picture that can be read, 2 no regular files." in " ".join(
        ran.err.split()
    )
    assert ".a.jpg" not in ran.err
    assert "MVI_1" not in ran.err


@pytest.mark.parametrize("kind", ["pipe", "zero", "folder", "gone", "loop", "long"])
def test_what_cannot_be_read_fails_at_once_and_alone(catchlight: Run, tmp_path: Path, kind: str) -> None:
    good, bad = tmp_path / "good.jpg", tmp_path / ("x" * 300 + ".jpg" if kind == "long" else "bad.jpg")
    good.write_bytes(jpeg())
    if kind == "pipe":
        os.mkfifo(bad)
    elif kind == "folder":
        bad.mkdir()
    elif kind in ("zero", "loop"):
        bad.symlink_to("/dev/zero" if kind == "zero" else bad)
    began = time.monotonic()
    ran = catchlight("adjust", bad, good, tmp_path / "out", "warmer", editor=EchoEditor())
    assert time.monotonic() - began < 5
    if kind == "folder":  # a folder of this name without a picture: nothing failed
        assert ran.code == 0
        return
    assert ran.code == 1
    assert "1 of 2 done, 1 failed." in ran.err
    assert results(tmp_path / "out") == ["good-adjust.png"]


class Fragile(EchoEditor):
    """Fails in a way that nobody foresaw on pictures of one name."""

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        if request.pictures[0].metadata.name == "b.jpg":
            raise RuntimeError("'NoneType' object is not subscriptable")
        return super().run(request, progress)


def test_one_bad_file_fails_alone_whatever_it_raises(catchlight: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    avif = jpeg(kind="AVIF").replace(b"iinf", b"\xb1inf", 1)
    for name, data in (
        ("a.jpg", jpeg()),
        ("b.jpg", jpeg()),
        ("c.avif", avif),
        ("d.png", b"\x89PNG"),
        ("e.jpg", jpeg()),
    ):
        (folder / name).write_bytes(data)
    ran = catchlight("adjust", folder, tmp_path / "out", "warmer", editor=Fragile())
    assert ran.code == 1
    assert "2 of 5 done, 3 failed." in ran.err
    assert results(tmp_path / "out") == ["a-adjust.png", "e-adjust.png"]
    assert len([line for line in ran.err.splitlines() if line.startswith("error:")]) == 3
    for word in ("NoneType", "RuntimeError", "Traceback", "object", "Exception"):
        assert word not in ran.err
    assert "NoneType" in (tmp_path / "home" / "logs" / "catchlight.log").read_text()


def test_a_full_disk_fails_the_file_and_is_told(
    catchlight: Run, cards: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush, calls = os.fsync, []

    def full_once(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 1:
            raise OSError(28, "No space left on device")
        flush(handle)

    monkeypatch.setattr(os, "fsync", full_once)
    ran = catchlight("adjust", *cards, tmp_path / "out", "warmer", editor=EchoEditor())
    assert ran.code == 1
    assert "No space left on device" in ran.err
    assert "1 of 2 done, 1 failed." in ran.err
    assert results(tmp_path / "out") == ["IMG_0001_jpg_2-adjust.png"]


def test_no_picture_of_a_run_is_ever_written_over(catchlight: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.jpg", "a-adjust.png"):
        (folder / name).write_bytes(jpeg(kind="PNG"))
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    ran = catchlight("adjust", folder, folder, "warmer", "--overwrite", editor=EchoEditor())
    assert ran.code == 1
    assert "never written over" in ran.err
    assert {name: (folder / name).read_bytes() for name in before} == before
    assert results(folder) == ["a-adjust-adjust.png", "a-adjust.png", "a.jpg"]
    os.link(folder / "a.jpg", tmp_path / "hard.png")
    (tmp_path / "soft.png").symlink_to(folder / "a.jpg")
    for out in ("hard.png", "soft.png"):
        ran = catchlight("adjust", folder / "a.jpg", tmp_path / out, "warmer", "--overwrite", editor=EchoEditor())
        assert (ran.code, (folder / "a.jpg").read_bytes()) == (1, before["a.jpg"])


def test_a_folder_that_cannot_be_read_is_a_failure_beside_the_others(
    catchlight: Run, cards: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = os.scandir

    def guarded(folder: Any) -> object:  # the tests may run as root, whom no permission stops
        if folder == cards[0]:
            raise PermissionError(13, "Permission denied")
        return scan(folder)

    monkeypatch.setattr(os, "scandir", guarded)
    ran = catchlight("adjust", *cards, tmp_path / "out", "warmer", editor=EchoEditor())
    assert ran.code == 1
    assert f"The folder {cards[0]} cannot be read: Permission denied." in ran.err
    assert len(results(tmp_path / "out")) == 1


def test_nothing_but_slips_is_wrong_usage(catchlight: Run, tmp_path: Path) -> None:
    ran = catchlight("adjust", tmp_path / "gone.jpg", tmp_path / "out", "warmer", editor=EchoEditor())
    assert ran.code == 2
    assert "gone.jpg" in ran.err
    (tmp_path / "void").mkdir()
    (tmp_path / "void" / "notes.txt").write_text("words")
    ran = catchlight("adjust", tmp_path / "void", tmp_path / "out", "warmer", editor=EchoEditor())
    assert ran.code == 2
    assert "no pictures in the folder" in " ".join(ran.err.split())
    assert "1 left out" in " ".join(ran.err.split())


class Judging(EchoEditor):
    """An EchoEditor whose results carry the verdict that the name of the picture begins with."""

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        made = super().run(request, progress)
        overall = request.pictures[0].metadata.name.partition("-")[0]
        return EditResult(made.picture, made.file, {"verdict": {"overall": overall}}, made.generation)


@pytest.mark.parametrize(
    ("states", "strict", "code"),
    [
        (("pass",), False, 0),
        (("pass",), True, 0),
        (("uncertain",), False, 0),
        (("uncertain",), True, 3),
        (("fail",), False, 1),
        (("fail",), True, 1),
        (("pass", "uncertain", "pass"), False, 0),
        (("pass", "uncertain", "pass"), True, 3),
        (("uncertain", "fail", "pass"), True, 1),
        (("uncertain", "fail", "pass"), False, 1),
    ],
)
def test_the_worst_verdict_decides_the_exit_code(
    catchlight: Run, tmp_path: Path, states: tuple[str, ...], strict: bool, code: int
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for number, state in enumerate(states):
        (folder / f"{state}-{number}.jpg").write_bytes(jpeg())
    ran = catchlight("id-photo", folder, out, *(["--strict"] if strict else []), editor=Judging())
    assert ran.code == code
    assert len(results(out)) == len(states)
    if len(states) == 3:
        assert "3 of 3 done, 0 failed; verdicts: " in ran.err
        assert "1 uncertain" in ran.err


@pytest.mark.parametrize(("state", "codes"), [("pass", (0, 0)), ("uncertain", (0, 3)), ("fail", (1, 1))])
def test_check_ends_by_its_verdict(
    catchlight: Run, photo: Path, program: Any, state: str, codes: tuple[int, int], tmp_path: Path
) -> None:
    from dataclasses import replace

    def judged(home: object) -> Callable[..., Any]:
        judge = program.judge(home)
        return lambda *given: judge(*given).model_copy(update={"overall": state})

    parts = replace(program, judge=judged)
    for strict, code in zip(((), ("--strict",)), codes, strict=True):
        assert catchlight("check", photo, "--spec", "uk_passport", *strict, parts=parts).code == code
    folder = tmp_path / "both"
    folder.mkdir()
    (folder / "a.png").write_bytes(photo.read_bytes())
    (folder / "b.png").write_bytes(b"no picture")
    assert catchlight("check", folder, "--spec", "uk_passport", "--json", parts=parts).code == 1


def test_the_exit_codes_are_in_the_help(catchlight: Run) -> None:
    for command in ("id-photo", "check", "batch"):
        told = " ".join(catchlight(command, "--help").out.split())
        assert "3 with --strict" in told or command == "batch"
        assert "--strict" in told


@pytest.mark.parametrize(
    "command",
    [
        ("adjust", "FILES", "OUT", "warmer"),
        ("check", "FILES", "--spec", "uk_passport"),
        ("profile-picture", "FILES", "--to", "OUT"),
    ],
)
def test_a_file_that_may_not_be_read_fails_alone(
    catchlight: Run, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """Not as wrong usage, which stops all; for root every file may be read, hence the words of the system."""
    closed = tmp_path / "closed.jpg"
    closed.write_bytes(photo.read_bytes())
    usual, asked = os.open, os.access
    refused = PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def open_file(path: Any, *rest: Any, **more: Any) -> int:
        if str(path) == str(closed):
            raise refused
        return usual(path, *rest, **more)

    monkeypatch.setattr(os, "open", open_file)
    monkeypatch.setattr(
        os, "access", lambda path, *rest, **more: str(path) != str(closed) and asked(path, *rest, **more)
    )
    words: list[Any] = []
    for word in command:
        words += [closed, photo] if word == "FILES" else [tmp_path / "out"] if word == "OUT" else [word]
    ran = catchlight(*words)
    assert ran.code == 1
    assert "1 of 2 done, 1 failed" in ran.err
    assert "Permission denied" in ran.err
