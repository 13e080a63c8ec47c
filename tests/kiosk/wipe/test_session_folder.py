"""What a session wrote goes with it, at its end and after a crash; what others wrote stays."""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.kiosk.wipe.ram_disk import file_system, is_in_memory, session_roots
from catchlight.kiosk.wipe.receipt_log import ReceiptLog
from catchlight.kiosk.wipe.session_folder import PREFIX, SessionFolder, sweep_leftovers

POSIX = pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX systems know them")
CRASHING = """
import sys, time
from pathlib import Path
from catchlight.kiosk.wipe.session_folder import SessionFolder
folder = SessionFolder.create(Path(sys.argv[1]))
(folder.temporary / "take.jpg").write_bytes(b"a face")
print(folder.path, flush=True)
time.sleep(60)
"""


def place(folder: SessionFolder, kind: str) -> Path:
    """A folder in the session's, as a library makes it."""
    made = folder.path / kind
    made.mkdir(exist_ok=True)
    return made


def fill(folder: SessionFolder) -> None:
    """What a session leaves: takes, a result, rows in a store, temporary files."""
    (place(folder, "takes") / "1.jpg").write_bytes(b"first take")
    (place(folder, "takes") / "2.jpg").write_bytes(b"second take")
    (place(folder, "results") / "sheet.pdf").write_bytes(b"sheet")
    with closing(sqlite3.connect(place(folder, "home") / "generations.sqlite")) as database, database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE generations (id TEXT)")
        database.executemany("INSERT INTO generations VALUES (?)", [("a",), ("b",), ("c",)])


def test_a_wipe_removes_and_counts_everything(tmp_path: Path) -> None:
    log = ReceiptLog(tmp_path / "receipts.jsonl")
    folder = SessionFolder.create(tmp_path, log)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    fill(folder)
    folder.at_wipe("portraits", lambda: 2)
    receipt = folder.wipe("done")
    assert not folder.path.exists()
    assert receipt.removed == {"portraits": 2, "takes": 2, "results": 1, "home": 1, "rows": 3}
    assert hashlib.sha256(b"first take").hexdigest() in receipt.digests
    assert len(receipt.digests) == 4
    assert not receipt.remaining
    assert [(kept.session, kept.reason) for kept in log.receipts()] == [(folder.session, "done")]
    assert "take" not in log.path.read_text().replace('"takes"', "")


def test_links_are_removed_and_not_followed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "holiday.jpg").write_bytes(b"of somebody else")
    folder = SessionFolder.create(tmp_path)
    (place(folder, "takes") / "folder").symlink_to(kept)
    (place(folder, "takes") / "file").symlink_to(kept / "holiday.jpg")
    receipt = folder.wipe("done")
    assert not receipt.remaining
    assert not folder.path.exists()
    assert (kept / "holiday.jpg").read_bytes() == b"of somebody else"


def test_a_folder_that_refuses_is_opened_and_emptied(tmp_path: Path) -> None:
    folder = SessionFolder.create(tmp_path)
    closed = place(folder, "takes") / "closed"
    closed.mkdir()
    (closed / "1.jpg").write_bytes(b"x")
    (closed / "1.jpg").chmod(0)
    closed.chmod(0)
    assert folder.wipe("done").remaining == []
    assert not folder.path.exists()


def test_what_cannot_be_forgotten_is_told_and_the_rest_is_wiped(tmp_path: Path) -> None:
    def refuse() -> int:
        raise OSError("the printer is gone")

    folder = SessionFolder.create(tmp_path)
    (place(folder, "takes") / "1.jpg").write_bytes(b"x")
    folder.at_wipe("spool", refuse)
    folder.at_wipe("portraits", lambda: 1)
    receipt = folder.wipe("idle")
    assert receipt.remaining == ["spool"]
    assert receipt.removed == {"portraits": 1, "takes": 1}
    assert not folder.path.exists()


def test_temporary_files_lie_in_the_session_while_it_lives(tmp_path: Path) -> None:
    before = tempfile.gettempdir(), os.environ.get("TMPDIR")
    folder = SessionFolder.create(tmp_path)
    folder.use_for_temporary_files()
    with tempfile.NamedTemporaryFile() as file:
        assert Path(file.name).is_relative_to(folder.path)
    written = subprocess.run(
        [sys.executable, "-c", "import tempfile; print(tempfile.mkstemp()[1])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert folder.wipe("done").removed["temporary"] == 1
    assert not Path(written.stdout.strip()).exists()
    assert (tempfile.gettempdir(), os.environ.get("TMPDIR")) == before


@POSIX
def test_the_session_of_a_killed_process_is_swept_and_a_living_one_is_not(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CRASHING, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as crashing:
        assert crashing.stdout is not None
        path = Path(crashing.stdout.readline().strip())
        living = SessionFolder.create(tmp_path)
        assert sweep_leftovers([tmp_path]) == []
        assert path.exists()
        crashing.send_signal(signal.SIGKILL)
        crashing.wait()
        (receipt,) = sweep_leftovers([tmp_path])
    assert receipt.reason == "crash"
    assert receipt.removed["temporary"] == 1
    assert not path.exists()
    assert living.path.exists()
    living.wipe("done")
    assert list(tmp_path.glob(f"{PREFIX}*")) == []


def test_a_link_with_the_name_of_a_session_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "documents"
    target.mkdir()
    (target / "letter").write_bytes(b"x")
    (tmp_path / f"{PREFIX}0123").symlink_to(target)
    assert sweep_leftovers([tmp_path]) == []
    assert (target / "letter").exists()


def test_the_file_system_of_a_folder_is_that_of_its_innermost_mount(tmp_path: Path) -> None:
    inner = tmp_path / "a b" / "inner"
    inner.mkdir(parents=True)
    mounts = tmp_path / "mountinfo"
    blank = str(tmp_path / "a b").replace(" ", r"\040")
    mounts.write_text(
        f"1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:5 / {blank} rw,nosuid shared:1 - tmpfs tmpfs rw,size=1g\n"
    )
    assert file_system(inner, mounts) == "tmpfs"
    assert file_system(tmp_path, mounts) == "ext4"
    assert file_system(tmp_path / "none", mounts) == ""


@pytest.mark.skipif(not is_in_memory(Path("/dev/shm")), reason="no file system in memory here")
def test_sessions_lie_in_memory_where_there_is_such_a_place() -> None:
    assert session_roots()[0] == Path("/dev/shm")
    folder = SessionFolder.create()
    assert folder.in_memory
    folder.wipe("done")


def test_receipts_are_bounded(tmp_path: Path) -> None:
    log = ReceiptLog(tmp_path / "receipts.jsonl", most_bytes=400)
    folder = SessionFolder.create(tmp_path, log)
    receipt = folder.wipe("done")
    for _ in range(20):
        log.append(receipt)
    assert 3 <= len(list(log.receipts())) < 20
    with log.path.open("a") as file:
        file.write('{"session": "cut')
    assert all(kept.reason == "done" for kept in log.receipts())
