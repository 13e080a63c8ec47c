"""The operator's command: what it is told, what it may say, and that nothing of it stays."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest
from catchlight.kiosk.handover.port import HandoverFault, HandoverFile
from catchlight.kiosk.handover.upload import UploadHandover


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


def test_a_command_that_is_not_there_is_not_offered(tmp_path: Path, files: list[HandoverFile]) -> None:
    way = UploadHandover([str(tmp_path / "nothing")], 1, tmp_path)
    assert not way.available()
    with pytest.raises(HandoverFault, match="cannot be started"):
        way.hand(files, "", never)
    assert UploadHandover([sys.executable], 1).available()
