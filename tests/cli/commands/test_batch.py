"""Batches and presets from the terminal: what is written, what is said, and what a second go does."""

from __future__ import annotations

import csv
import json
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.cli.program import Program
from catchlight.imaging.io import codec
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.paths import Home
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset import SUFFIX
from catchlight.service.presets.preset_library import PresetFolder

from tests.batch_service import batch_service
from tests.cli.conftest import Run
from tests.doubles import eventually
from tests.server.conftest import Start, start
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import make_pictures

__all__ = ["start"]


@pytest.fixture(autouse=True)
def shelf(home: Home) -> PresetFolder:
    shelf = PresetFolder(home.presets)
    shelf.save(preset_of("Passport", [AppliedStep("id_photo", IdPhotoParams(spec="uk_passport"), (512, 512))]))
    return shelf


@pytest.fixture
def echoing(program: Program, tmp_path: Path) -> Callable[..., Program]:
    """The program with a quick editor in its processes."""
    return lambda seconds=0.0: replace(program, bench=lambda _: Echo(tmp_path / "log", seconds))


def test_a_folder_is_done_with_a_preset_and_a_report(catchlight: Run, photo: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.csv"
    out = tmp_path / "out"
    ran = catchlight("batch", photo, "--preset", "passport", "--to", out, "--format", "jpeg", "--report", report)
    assert ran.as_judged, ran
    made = out / "anna.jpg"
    assert f"{photo} -> {made}" in ran.out
    assert "1 of 1 done, 0 failed" in ran.err
    picture = codec.decode(made.read_bytes())
    assert (picture.width, picture.height, picture.record.steps[-1].operation) == (413, 531, "id_photo")
    with report.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["file"], row["state"], row["output"]) for row in rows] == [(str(photo), "done", str(made))]


def test_failures_are_told_and_tried_again(catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    make_pictures(folder, ["a.jpg", "faceless.jpg", "b.jpg"])
    usual = ("batch", folder, "--preset", "Passport", "--to", out)
    ran = catchlight(*usual, "--name-pattern", "{name}-{number}", parts=echoing())
    assert ran.code == 1
    assert "faceless.jpg: There is no face." in ran.err
    assert "2 of 3 done, 1 failed" in ran.err
    assert sorted(file.name for file in out.iterdir()) == ["a-1.png", "b-2.png"]
    assert catchlight(*usual, "--resume", parts=echoing()).code == 2
    again = catchlight("batch", "--resume", "--retry-failed", "--to", out, parts=echoing())
    assert again.code == 1
    assert (tmp_path / "log").read_text().split().count("faceless.jpg") == 2
    assert (tmp_path / "log").read_text().split().count("a.jpg") == 1


def test_nothing_is_overwritten_silently(catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    make_pictures(folder, ["a.jpg"])
    out.mkdir()
    (out / "a.png").write_bytes(b"precious")
    usual = ("batch", folder, "--preset", "Passport", "--to", out)
    ran = catchlight(*usual, parts=echoing())
    assert (ran.code, (out / "a.png").read_bytes()) == (1, b"precious")
    assert "exists already" in ran.err
    assert catchlight(*usual, "--overwrite", parts=echoing()).code == 0
    assert (out / "a.png").read_bytes() != b"precious"
    into_itself = catchlight("batch", folder, "--preset", "Passport", "--to", folder, parts=echoing())
    assert into_itself.code == 2
    assert "never written over" in " ".join(into_itself.err.split())


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(
    catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    make_pictures(folder, [f"{number}.jpg" for number in range(6)])

    def interrupt() -> None:
        if eventually(lambda: out.is_dir() and len(list(out.glob("*.png"))) >= 1, 60):
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    usual = ("batch", folder, "--preset", "Passport", "--to", out, "--jobs", 1)
    ran = catchlight(*usual, parts=echoing(0.4))
    thread.join()
    assert ran.code == 130, ran.err
    assert "catchlight batch --resume --to" in ran.err
    finished = {file.name: file.stat().st_mtime_ns for file in out.glob("*.png")}
    assert 1 <= len(finished) < 6
    assert catchlight(*usual, "--resume", parts=echoing()).code == 0
    after = {file.name: file.stat().st_mtime_ns for file in out.iterdir()}
    assert sorted(after) == [f"{number}.png" for number in range(6)]
    assert finished.items() <= after.items()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--to", "out"), "--preset NAME"),
        (("--resume",), "no interrupted batch"),
        (("--preset", "Pasport", "--to", "out"), "Passport"),
        (("--preset", "Passport", "--to", "out", "--on", "a b:c"), "--on: 'a b:c' is no address"),
    ],
)
def test_wrong_usage_says_what_is_missing(catchlight: Run, photo: Path, arguments: tuple[str, ...], said: str) -> None:
    ran = catchlight("batch", photo, *arguments)
    assert ran.code == 2
    assert said in " ".join(ran.err.split())


def test_a_pattern_that_tells_no_results_apart_is_refused(catchlight: Run, photo: Path, tmp_path: Path) -> None:
    ran = catchlight("batch", photo, "--preset", "Passport", "--to", tmp_path / "o", "--name-pattern", "{date}")
    assert ran.code == 2
    assert "{name} or {number}" in ran.err


def test_presets_are_listed_given_away_brought_in_renamed_and_deleted(catchlight: Run, tmp_path: Path) -> None:
    listed = catchlight("presets", "list").out
    assert "Passport" in listed
    assert "Clean studio" in listed
    rows = {row["name"]: row for row in json.loads(catchlight("presets", "list", "--json").out)}
    assert (rows["Passport"]["shipped"], rows["Clean studio"]["shipped"]) == (False, True)
    assert catchlight("presets", "export", "Passport", tmp_path).code == 0
    file = tmp_path / f"Passport{SUFFIX}"
    assert catchlight("presets", "rename", "Passport", "UK").code == 0
    assert catchlight("presets", "import", file).code == 0
    twice = catchlight("presets", "import", file)
    assert (twice.code, "already" in twice.err) == (1, True)
    assert catchlight("presets", "import", file, "--name", "Third").code == 0
    names = [row["name"] for row in json.loads(catchlight("presets", "list", "--json").out) if not row["shipped"]]
    assert names == ["Passport", "Third", "UK"]
    assert catchlight("presets", "delete", "UK", "Third", "Passport").code == 0
    assert all(row["shipped"] for row in json.loads(catchlight("presets", "list", "--json").out))
    assert catchlight("presets", "delete", "UK").code == 2


def test_a_preset_is_used_from_its_file(
    catchlight: Run, tmp_path: Path, shelf: PresetFolder, echoing: Callable[..., Program]
) -> None:
    file = shelf.export("Passport", tmp_path)
    shelf.delete("Passport")
    (source,) = make_pictures(tmp_path / "in", ["a.jpg"])
    assert catchlight("batch", source, "--preset", file, "--to", tmp_path / "out", parts=echoing()).code == 0
    file.write_text("{}")
    bad = catchlight("batch", source, "--preset", file, "--to", tmp_path / "out")
    assert (bad.code, "no Catchlight preset" in bad.err) == (1, True)


def test_two_folders_with_one_name_give_two_results_and_what_is_left_out_is_told(
    catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]
) -> None:
    out = tmp_path / "out"
    for card in ("card1", "card2"):
        make_pictures(tmp_path / card, ["IMG_0001.jpg", "b.jfif", ".b.jfif"])
    os.mkfifo(tmp_path / "card1" / "p.jpg")
    usual = ("batch", tmp_path / "card1", tmp_path / "card2", "--preset", "Passport", "--to", out, "--overwrite")
    for _ in range(2):
        ran = catchlight(*usual, parts=echoing())
        assert ran.code == 0, ran.err
        said = " ".join(ran.err.split())
        assert "4 of 4 done, 0 failed. 3 left out: 2 hidden or of the system, 1 no regular file." in said
        assert sorted(file.name for file in out.iterdir()) == [
            "IMG_0001_jpg.png", "IMG_0001_jpg_2.png", "b_jfif.png", "b_jfif_2.png"
        ]  # fmt: skip


def test_what_is_no_regular_file_fails_alone(catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]) -> None:
    (good,) = make_pictures(tmp_path / "in", ["a.jpg"])
    os.mkfifo(tmp_path / "p.jpg")
    (tmp_path / "z.jpg").symlink_to("/dev/zero")
    bad = (tmp_path / "p.jpg", tmp_path / "z.jpg", tmp_path / "gone.jpg")
    ran = catchlight("batch", *bad, good, "--preset", "Passport", "--to", tmp_path / "out", parts=echoing())
    assert ran.code == 1
    assert "1 of 4 done, 3 failed." in ran.err
    assert ran.err.count("is no regular file") == 2


def test_names_of_every_kind_go_through_a_batch(
    catchlight: Run, tmp_path: Path, echoing: Callable[..., Program]
) -> None:
    make_pictures(tmp_path / "in", [os.fsdecode(b"caf\xe9.jpg"), os.fsdecode(b"caf\xe8.jpg"), "x" * 240 + ".jpg"])
    report, out = tmp_path / "report.csv", tmp_path / "out"
    usual = ("batch", tmp_path / "in", "--preset", "Passport", "--to", out)
    ran = catchlight(*usual, "--report", report, parts=echoing())
    assert ran.code == 0, ran.err
    assert len(list(out.iterdir())) == 3
    with report.open(encoding="utf-8-sig", newline="") as file:
        assert [row["state"] for row in csv.DictReader(file)] == ["done"] * 3


@pytest.mark.parametrize(
    ("states", "codes"),
    [(("pass",), (0, 0)), (("pass", "uncertain"), (0, 3)), (("uncertain", "fail", "pass"), (1, 1))],
)
def test_the_worst_verdict_decides_the_exit_code_and_stands_in_the_report(
    catchlight: Run, tmp_path: Path, echoing: Callable[..., Program], states: tuple[str, ...], codes: tuple[int, int]
) -> None:
    make_pictures(tmp_path / "in", [f"{state}-{number}.jpg" for number, state in enumerate(states)])
    report = tmp_path / "report.csv"
    where = (tmp_path / "in", "--preset", "Passport", "--to", tmp_path / "out")
    for strict, code in zip(((), ("--strict",)), codes, strict=True):
        ran = catchlight("batch", *where, "--overwrite", "--report", report, *strict, parts=echoing())
        assert ran.code == code
        assert "verdicts: " in ran.err
    with report.open(encoding="utf-8-sig", newline="") as file:
        assert sorted(row["verdict"] for row in csv.DictReader(file)) == sorted(states)


def test_rows_of_the_user_s_own_that_do_not_fit_are_named_and_left_out(
    catchlight: Run, tmp_path: Path, photo: Path, home: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    """Once, and without a traceback of a worker."""
    home.catalogue.mkdir(parents=True, exist_ok=True)
    (home.catalogue / "documents.json").write_text('[{"id": "mine"}]')
    ran = catchlight("batch", photo, "--preset", "Passport", "--to", tmp_path / "out")
    said = " ".join((ran.err + capfd.readouterr().err).split())
    assert "1 of 1 done, 0 failed" in said
    assert said.count("documents.json, row 1, label: Field required") == 1
    assert "Traceback" not in said


def test_a_preset_that_is_no_regular_file_is_refused_at_once(catchlight: Run, photo: Path, tmp_path: Path) -> None:
    pipe, zero = tmp_path / f"p{SUFFIX}", tmp_path / f"z{SUFFIX}"
    os.mkfifo(pipe)
    zero.symlink_to("/dev/zero")
    for file in (pipe, zero):
        for command in (("presets", "import", file), ("batch", photo, "--preset", file, "--to", tmp_path / "out")):
            ran = catchlight(*command)
            assert ran.code == 1
            assert "no regular file" in " ".join(ran.err.split())


def test_a_server_does_it_and_nothing_falls_back_by_itself(
    catchlight: Run, tmp_path: Path, start: Start, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out, token = tmp_path / "in", tmp_path / "out", tmp_path / "token"
    make_pictures(folder, ["a.jpg", "faceless.jpg"])
    token.write_text("correct-horse\n")
    usual = ("batch", folder, "--preset", "Passport", "--to", out)
    assert catchlight(*usual, "--token-file", token).code == 2
    assert "no interrupted batch" in catchlight("batch", "--resume", "--to", out).err
    with batch_service(Home(tmp_path / "server"), Echo(tmp_path / "log")(1), catalogue) as batches:
        url = start(token="correct-horse", batches=batches).url
        refused = catchlight(*usual, "--on", url)
        assert (refused.code, "token" in refused.err) == (1, True)
        without = catchlight("batch", "--resume", "--to", out)
        assert (without.code, f"--on {url}" in without.err.replace("\n", " ")) == (2, True)
        ran = catchlight("batch", "--resume", "--to", out, "--on", url, "--token-file", token)
        assert (ran.code, "There is no face." in ran.err, "1 of 2 done, 1 failed" in ran.err) == (1, True, True)
        assert [file.name for file in out.iterdir()] == ["a.png"]
        monkeypatch.setenv("CATCHLIGHT_TOKEN", "correct-horse")
        again = catchlight("batch", "--resume", "--retry-failed", "--to", out, "--on", url)
        assert (again.code, (tmp_path / "log").read_text().split().count("faceless.jpg")) == (1, 2)
