"""Which files of a folder are tried, and when: time is what the test says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from catchlight.intake.folder_scan import FolderScan, Stamp, WaitTimes, stamp_of
from catchlight.intake.ignored import is_ignored

pytestmark = pytest.mark.fast


def scan_of(folder: Path, without: Path | None = None, *, subfolders: bool = False, **settled: Stamp) -> FolderScan:
    known = {folder / name: stamp for name, stamp in settled.items()}
    return FolderScan(folder, without, subfolders=subfolders, times=WaitTimes(), settled=known)


def due(scan: FolderScan, now: float) -> list[str]:
    scan.look(now)
    return [path.name for path, _stamp in scan.due(now)]


def test_a_file_is_due_when_size_and_time_stood_still(tmp_path: Path) -> None:
    file, scan = tmp_path / "a.jpg", scan_of(tmp_path)
    file.write_bytes(b"1")
    assert due(scan, 10.0) == []
    assert due(scan, 11.9) == []
    file.write_bytes(b"12")
    assert due(scan, 12.0) == []
    assert due(scan, 13.9) == []
    status = file.stat()
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 1))  # the size is the same
    assert due(scan, 14.0) == []
    assert due(scan, 15.9) == []
    assert due(scan, 16.0) == ["a.jpg"]
    stamp = stamp_of(file)
    assert stamp is not None
    scan.settle(file, stamp)
    assert due(scan, 100.0) == []
    assert scan.pending == 0
    file.write_bytes(b"123")
    assert due(scan, 101.0) == []
    assert due(scan, 103.0) == ["a.jpg"]


def arrived(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_bytes(b"1")


def settle(scan: FolderScan, file: Path) -> None:
    stamp = stamp_of(file)
    assert stamp is not None
    scan.settle(file, stamp)


def test_a_jpeg_waits_for_the_raw_file_that_lies_beside_it(tmp_path: Path) -> None:
    scan = scan_of(tmp_path)
    arrived(tmp_path, "a.JPG", "b.jpg")
    assert due(scan, 0.0) == []
    arrived(tmp_path, "A.dng")
    assert due(scan, 2.5) == ["b.jpg"]
    assert due(scan, 4.5) == ["b.jpg", "A.dng"]
    settle(scan, tmp_path / "A.dng")
    assert due(scan, 4.6) == ["a.JPG", "b.jpg"]
    assert [path.name for path, _stamp in scan.others_of_shot(tmp_path / "a.JPG")] == ["A.dng"]
    assert [path.name for path, _stamp in scan.others_of_shot(tmp_path / "A.dng")] == ["a.JPG"]
    assert scan.others_of_shot(tmp_path / "b.jpg") == ()


def test_a_jpeg_alone_waits_longer_where_raw_files_have_been_seen(tmp_path: Path) -> None:
    arrived(tmp_path, "a.jpg")
    assert due(scan_of(tmp_path), 0.0) == []
    scan = scan_of(tmp_path, **{"gone.NEF": Stamp(1, 1)})
    scan.look(0.0)
    assert due(scan, 16.9) == []
    assert due(scan, 17.0) == ["a.jpg"]
    arrived(tmp_path, "b.png")
    scan.look(20.0)
    assert due(scan, 22.0) == ["a.jpg", "b.png"]


def test_one_that_is_no_whole_picture_is_tried_again_and_given_up_after_a_minute(tmp_path: Path) -> None:
    file, scan = tmp_path / "a.jpg", scan_of(tmp_path)
    file.write_bytes(b"1")
    tried, now = [], 0.0
    while True:
        if due(scan, now):
            tried.append(now)
            if not scan.put_off(file, now):
                break
        now += 0.5
    assert tried == [2.0, 6.0, 14.0, 30.0, 60.0]


def test_what_is_dealt_with_is_left_until_it_changes_or_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"1")
    stamp = stamp_of(file)
    assert stamp is not None
    scan = scan_of(tmp_path, a=stamp)
    scan.look(0.0)
    assert scan.pending == 0
    kept = file.rename(tmp_path / ".a")
    scan.look(1.0)
    kept.rename(file)
    scan.look(2.0)
    assert scan.pending == 1


@pytest.mark.parametrize(
    "name",
    [".a.jpg", "._a.jpg", "~a.jpg", "a.jpg~", "~$a.jpg", "a.jpg.tmp", "A.PART", "a.jpg.crdownload", "a.jpg.filepart",
     ".3f-1.partial", "Thumbs.db", "a.xmp", "report.csv", "Warm.catchlight-preset", "MVI_1.MOV", "a.jpg.pp3", "DSC_1.WAV"],
)  # fmt: skip
def test_names_that_are_no_pictures(name: str) -> None:
    assert is_ignored(name)


@pytest.mark.parametrize("name", ["a.jpg", "A.TIFF", "part.jpg", "tmp", "picture", "a.nef"])
def test_names_that_may_be_pictures(name: str) -> None:
    assert not is_ignored(name)


def test_folders_inside_are_looked_into_where_it_is_wished_but_never_the_results(tmp_path: Path) -> None:
    for name in ("a", "in/b", "in/deep/c", "out/d", ".hidden/e"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"1")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    assert sorted(path.name for path in scan_of(tmp_path).present()) == ["a"]
    inside = scan_of(tmp_path, tmp_path / "out", subfolders=True)
    assert sorted(path.name for path in inside.present()) == ["a", "b", "c"]
