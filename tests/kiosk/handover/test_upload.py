"""The operator's command: what it is told, what it may say, and that nothing of it stays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from catchlight.kiosk.handover.port import HandoverFault, HandoverFile
from catchlight.kiosk.handover.upload import UploadHandover, clear_uploads
from catchlight.kiosk.handover.upload_group import NOTE, UploadGroup
from catchlight.kiosk.wipe.folder_lock import FolderLock

from tests.doubles import eventually


def never() -> bool:
    return False


def command(folder: Path, script: str) -> list[str]:
    file = folder / "upload.py"
    file.write_text(f"import hashlib, json, os, pathlib, subprocess, sys, time\n{script}\n")
    return [sys.executable, str(file)]


def hand(tmp_path: Path, files: list[HandoverFile], script: str, timeout_s: float = 10) -> str:
    place = tmp_path / "session"
    place.mkdir(exist_ok=True)
    try:
        return UploadHandover(command(tmp_path, script), timeout_s, place).hand(files, "", never).code
    finally:
        assert list(place.iterdir()) == []


def test_the_command_gets_the_files_and_says_the_code(
    tmp_path: Path, files: list[HandoverFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "sesame")
    note = tmp_path / "note.json"
    script = f"""
told = json.load(sys.stdin)
for row in told["files"]:
    data = pathlib.Path(row["path"]).read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (row["bytes"], row["sha256"])
pathlib.Path({str(note)!r}).write_text(json.dumps([told, dict(os.environ), os.getcwd()]))
print(json.dumps({{"code": "AB-12 34"}}))"""
    assert hand(tmp_path, files, script) == "AB-12 34"
    told, environment, folder = json.loads(note.read_text())
    assert (told["protocol"], [row["name"] for row in told["files"]]) == (1, ["photo.jpg", "sheet.pdf"])
    assert folder == told["folder"]
    assert "SECRET_TOKEN" not in environment
    assert environment["PATH"] == os.environ["PATH"]
    assert environment["TMPDIR"] == folder, "what it puts aside goes with its folder"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("sys.exit(3)", "The upload failed"),
        ("print('hello')", "no code"),
        ("print('[1]')", "no code"),
        ("""print('{"code": 5}')""", "no code"),
        ("""print('{"error": "Photo\\\\nrefused"}')""", "refused: Photo refused"),
        ("""print('{"error": "Try tomorrow"}'); sys.exit(1)""", "refused: Try tomorrow"),
        ("os.write(1, b'x' * 300_000)", "no code"),
    ],
)
def test_what_goes_wrong_is_told(tmp_path: Path, files: list[HandoverFile], script: str, said: str) -> None:
    with pytest.raises(HandoverFault, match=said):
        hand(tmp_path, files, script)


@pytest.mark.skipif(os.name != "posix", reason="children of a command are ended by its process group")
def test_a_command_that_hangs_is_ended_with_its_children(tmp_path: Path, files: list[HandoverFile]) -> None:
    child = tmp_path / "child"
    script = f"""
one = subprocess.Popen(["sleep", "60"])
pathlib.Path({str(child)!r}).write_text(str(one.pid))
time.sleep(60)"""
    with pytest.raises(HandoverFault, match="too long"):
        hand(tmp_path, files, script, 1.0)
    pid = int(child.read_text())
    for _ in range(200):
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            break
        time.sleep(0.01)
    else:
        pytest.fail("a child of the command goes on")


def test_a_cancel_ends_the_command(tmp_path: Path, files: list[HandoverFile]) -> None:
    way = UploadHandover(command(tmp_path, "time.sleep(60)"), 60, tmp_path)
    with pytest.raises(HandoverFault, match="cancelled"):
        way.hand(files, "", lambda: True)


def test_what_a_killed_kiosk_left_is_removed_at_its_next_start(tmp_path: Path) -> None:
    left, other = tmp_path / "catchlight-upload-x1", tmp_path / "other"
    for folder in (left, other):
        folder.mkdir()
        (folder / "photo.jpg").touch()
    UploadHandover(["true"], 1, tmp_path)
    assert list(tmp_path.iterdir()) == [other]


ORPHAN = """
import sys
from pathlib import Path
from catchlight.kiosk.handover.port import HandoverFile
from catchlight.kiosk.handover.upload import UploadHandover
way = UploadHandover(sys.argv[2:], 60, Path(sys.argv[1]))
way.hand([HandoverFile("photo.jpg", "image/jpeg", b"a face")], "", lambda: False)
"""


def state_of(pid: int) -> str:
    """One letter as of proc_pid_stat(5); "" where there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells which process is which")
@pytest.mark.parametrize("leader", ["lives", "has ended"])
def test_a_command_whose_kiosk_was_killed_is_ended_with_its_children(tmp_path: Path, leader: str) -> None:
    """Its leader is known by its start; without it the others are by the folder in their environment."""
    place, pids = tmp_path / "session", tmp_path / "pids"
    place.mkdir()
    script = f"""
child, kiosk = subprocess.Popen(["sleep", "60"]), os.getppid()
pathlib.Path({str(pids)!r} + ".part").write_text(f"{{os.getpid()}} {{child.pid}}")
os.rename({str(pids)!r} + ".part", {str(pids)!r})
while os.getppid() == kiosk:
    time.sleep(0.01)
time.sleep({60 if leader == "lives" else 0})"""
    kiosk = subprocess.Popen([sys.executable, "-c", ORPHAN, str(place), *command(tmp_path, script)])
    bystander = subprocess.Popen(["sleep", "60"])
    try:
        assert eventually(pids.is_file, 30)
        one, other = map(int, pids.read_text().split())
        kiosk.kill()
        kiosk.wait()
        assert eventually(lambda: state_of(one) in ("S", "R") if leader == "lives" else state_of(one) in ("", "Z"), 30)
        assert state_of(other) in ("S", "R")
        assert clear_uploads(place) == 1
        assert eventually(lambda: {state_of(pid) for pid in (one, other)} <= {"", "Z"})
        assert list(place.iterdir()) == []
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells which process is which")
def test_another_process_that_has_the_number_by_now_is_left_alone(tmp_path: Path) -> None:
    foreign = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        UploadGroup.note(foreign.pid, tmp_path)
        noted = json.loads((tmp_path / NOTE).read_text())
        assert UploadGroup.of(tmp_path).holds(foreign.pid)
        (tmp_path / NOTE).write_text(json.dumps({**noted, "started": noted["started"] - 1}))
        assert not UploadGroup.of(tmp_path).holds(foreign.pid)
        assert UploadGroup.of(tmp_path).kill() == 0
        assert foreign.poll() is None
    finally:
        foreign.kill()
        foreign.wait()


@pytest.mark.skipif(os.name != "posix", reason="locks of folders as POSIX systems know them")
def test_an_upload_that_runs_is_no_leftover(tmp_path: Path) -> None:
    running = tmp_path / "catchlight-upload-x1"
    running.mkdir()
    lock = FolderLock.take(running)
    assert lock is not None
    assert clear_uploads(tmp_path) == 0
    lock.release()
    assert clear_uploads(tmp_path) == 1


def test_a_command_that_is_not_there_is_not_offered(tmp_path: Path, files: list[HandoverFile]) -> None:
    way = UploadHandover([str(tmp_path / "nothing")], 1, tmp_path)
    assert not way.available()
    with pytest.raises(HandoverFault, match="cannot be started"):
        way.hand(files, "", never)
    assert UploadHandover([sys.executable], 1).available()
