"""Atomic writes: all or nothing, and never over a taken name unless asked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import open_new, write_atomic


def test_writes_and_replaces(tmp_path: Path) -> None:
    target = tmp_path / "new" / "a.txt"
    write_atomic(target, b"1")
    write_atomic(target, b"2")
    assert target.read_bytes() == b"2"
    assert os.listdir(target.parent) == ["a.txt"]


def test_refuses_a_taken_name(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_atomic(target, b"1", replace=False)
    with pytest.raises(FileExistsError):
        write_atomic(target, b"2", replace=False)
    assert target.read_bytes() == b"1"
    assert os.listdir(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("there", [True, False])
def test_a_new_file_is_never_one_that_a_link_leads_to(tmp_path: Path, there: bool) -> None:
    aim, link = tmp_path / "aim", tmp_path / "link"
    if there:
        aim.write_bytes(b"kept")
    link.symlink_to(aim)
    with pytest.raises(FileExistsError):
        open_new(link)
    assert [file.read_bytes() for file in (aim,) if file.exists()] == ([b"kept"] if there else [])


def test_refuses_a_taken_name_where_links_are_impossible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuse)
    target = tmp_path / "a.txt"
    write_atomic(target, b"1", replace=False)
    with pytest.raises(FileExistsError):
        write_atomic(target, b"2", replace=False)
    assert target.read_bytes() == b"1"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_full_disk_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.txt"
    write_atomic(target, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFault, match="No space left"):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.txt"]
