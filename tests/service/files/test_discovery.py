"""Folders give their pictures, say what else was in them, and hang on nothing."""

from __future__ import annotations

import io
import os
import socket
from pathlib import Path

import pytest
from catchlight.service.files.discovery import SUFFIXES, DiscoveredFiles, find_pictures, is_picture_file
from PIL import Image


@pytest.fixture(scope="module")
def jpeg() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (80, 80), (90, 120, 150)).save(out, "JPEG")
    return out.getvalue()


def names(found: DiscoveredFiles) -> list[str]:
    return [file.name for file in found.files]


def test_every_known_suffix_in_any_case_is_a_picture(tmp_path: Path, jpeg: bytes) -> None:
    usual = ("jpg", "jpeg", "jpe", "jfif", "jfi", "jif", "mpo", "png", "apng", "webp", "tif", "tiff", "bmp", "dib")
    wanted = (*usual, "heic", "heif", "heics", "heifs", "hif", "avif", "avifs")
    assert {f".{suffix}" for suffix in wanted} <= SUFFIXES
    for number, suffix in enumerate(sorted(SUFFIXES)):
        (tmp_path / f"{number:02d}{suffix}").write_bytes(jpeg)
        (tmp_path / f"{number:02d}-capital{suffix.upper()}").write_bytes(jpeg)
    found = find_pictures([tmp_path])
    assert len(found.files) == 2 * len(SUFFIXES)
    assert (found.left_out, found.left_out_said) == ({}, "")


def test_content_tells_where_the_suffix_does_not(tmp_path: Path, jpeg: bytes, sample_bytes: bytes) -> None:
    for name, data in (("scan", jpeg), ("IMG.jpg_large", jpeg), ("x.tmp", sample_bytes), ("clip.gif", b"GIF89a" * 9)):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "notes.txt").write_text("words")
    (tmp_path / "empty").write_bytes(b"")
    found = find_pictures([tmp_path])
    assert names(found) == ["IMG.jpg_large", "scan", "x.tmp"]
    assert found.left_out == {"other": 3}


def test_what_is_hidden_is_left_out_and_told(tmp_path: Path, jpeg: bytes) -> None:
    for name in ("a.jpg", ".hidden.jpg"):
        (tmp_path / name).write_bytes(jpeg)
    (tmp_path / ".trash").mkdir()
    found = find_pictures([tmp_path])
    assert names(found) == ["a.jpg"]
    assert found.left_out_said == "2 left out: 2 hidden or of the system."


def test_what_goes_with_pictures_is_passed_over_without_a_word(tmp_path: Path, jpeg: bytes) -> None:
    beside = (
        "a.jpg.xmp",
        "a.XMP",
        "a.pp3",
        "a.THM",
        "MVI_1.MOV",
        "note.wav",
        "Thumbs.db",
        ".DS_Store",
        "._a.jpg",
        "desktop.ini",
    )
    for name in ("a.jpg", *beside):
        (tmp_path / name).write_bytes(jpeg)
    for name in ("@eaDir", "__MACOSX", "Previews.lrdata"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.jpg").write_bytes(jpeg)
    found = find_pictures([tmp_path])
    assert names(found) == ["a.jpg"]
    assert (found.left_out, found.left_out_said) == ({}, "")
    every = find_pictures([tmp_path / name for name in ("a.jpg", *beside)])  # as a shell reads *
    assert names(every) == ["a.jpg"]
    assert names(find_pictures([tmp_path / "a.XMP"])) == ["a.XMP"]  # named alone: reading it says what it is


def test_raw_files_are_pictures_and_stand_for_the_jpeg_of_the_same_shot(tmp_path: Path, jpeg: bytes) -> None:
    for name in ("a.JPG", "a.DNG", "b.CR2", "c.jpg", "c.png", "c.NEF"):
        (tmp_path / name).write_bytes(jpeg)
    found = find_pictures([tmp_path])
    assert names(found) == ["a.DNG", "b.CR2", "c.NEF", "c.png"]
    assert found.pairs == {tmp_path / "a.DNG": tmp_path / "a.JPG", tmp_path / "c.NEF": tmp_path / "c.jpg"}
    assert found.left_out_said == "2 left out: 2 JPEGs beside their raw files."


def test_both_of_a_shot_that_were_named_are_one_only_where_that_is_wanted(tmp_path: Path, jpeg: bytes) -> None:
    both = [tmp_path / "a.jpg", tmp_path / "a.nef"]
    for file in both:
        file.write_bytes(jpeg)
    assert names(find_pictures(both)) == ["a.jpg", "a.nef"]
    paired = find_pictures(both, pair_named=True)
    assert names(paired) == ["a.nef"]
    assert paired.pairs == {tmp_path / "a.nef": tmp_path / "a.jpg"}
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.jpg").write_bytes(jpeg)
    assert find_pictures([other / "a.jpg", tmp_path / "a.nef"], pair_named=True).pairs == {}


def test_only_regular_files_are_pictures(tmp_path: Path, jpeg: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg)
    (tmp_path / "folder.jpg").mkdir()
    (tmp_path / "good-link.jpg").symlink_to("a.jpg")
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "zero.jpg").symlink_to("/dev/zero")
    (tmp_path / "broken.jpg").symlink_to("gone.jpg")
    (tmp_path / "loop.jpg").symlink_to("loop.jpg")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket.jpg"))
        found = find_pictures([tmp_path])
        assert not is_picture_file(tmp_path / "socket.jpg")
    assert names(found) == ["a.jpg", "good-link.jpg"]
    assert found.left_out == {"folder": 1, "irregular": 3, "unreachable": 2}
    said = found.left_out_said
    assert said == "6 left out: 1 folder inside, 3 no regular files, 2 not to be reached."
    assert [is_picture_file(tmp_path / name) for name in ("a.jpg", "pipe.jpg", "zero.jpg", "loop.jpg")] == [
        True
    ] + 3 * [False]


def test_a_folder_that_leads_into_itself_ends(tmp_path: Path, jpeg: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg)
    (tmp_path / "self").symlink_to(tmp_path, target_is_directory=True)
    found = find_pictures([tmp_path])
    assert (names(found), found.left_out) == (["a.jpg"], {"folder": 1})


def test_a_folder_that_cannot_be_listed_leaves_the_others(
    tmp_path: Path, jpeg: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("open", "closed", "void"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.jpg").write_bytes(jpeg)
    (tmp_path / "void" / "a.jpg").unlink()
    scan = os.scandir

    def guarded(folder: Path) -> object:  # the tests may run as root, whom no permission stops
        if folder.name == "closed":
            raise PermissionError(13, "Permission denied")
        return scan(folder)

    monkeypatch.setattr(os, "scandir", guarded)
    found = find_pictures([tmp_path / "closed", tmp_path / "open", tmp_path / "void"])
    assert found.files == (tmp_path / "open" / "a.jpg",)
    assert found.closed == ((tmp_path / "closed", "Permission denied"),)
    assert found.empty == (tmp_path / "void",)


def test_what_was_named_is_taken_once_and_whatever_it_is(tmp_path: Path, jpeg: bytes) -> None:
    (tmp_path / "b.jpg").write_bytes(jpeg)
    (tmp_path / "a.jpg").write_bytes(jpeg)
    odd = tmp_path / ".odd.txt"
    found = find_pictures([odd, tmp_path / "b.jpg", tmp_path, tmp_path / "." / "a.jpg"])
    assert found.files == (odd, tmp_path / "b.jpg", tmp_path / "a.jpg")


def test_names_that_are_no_utf8_are_found(tmp_path: Path, jpeg: bytes) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.jpg")).write_bytes(jpeg)
    assert [os.fsencode(file.name) for file in find_pictures([tmp_path]).files] == [b"caf\xe9.jpg"]


def test_nothing_stops_at_five_hundred(tmp_path: Path, jpeg: bytes) -> None:
    for number in range(620):
        (tmp_path / f"{number:04d}.jpg").write_bytes(jpeg)
    assert len(find_pictures([tmp_path]).files) == 620
