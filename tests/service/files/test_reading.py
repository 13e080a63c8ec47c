"""Files are read only where they are regular and not too large."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from catchlight.core.errors import CatchlightError, ImageTooLarge, StorageFault, UnsupportedImage
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.files.reading import check_file, read_file, read_picture

PYTHON_WORDS = ("Error", "object", "None", "Traceback", "0x", "()")


@pytest.mark.parametrize(
    ("kind", "said"), [("pipe", "a pipe"), ("zero", "a device"), ("folder", "a folder"), ("tty", "a device")]
)
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, kind: str, said: str) -> None:
    place = tmp_path / "p.jpg"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to("/dev/zero" if kind == "zero" else "/dev/ptmx")
    began = time.monotonic()
    for reading in (read_file, check_file):
        with pytest.raises(UnsupportedImage, match=f"p.jpg is no regular file but {said}"):
            reading(place, DecodeLimits(1000))
    assert time.monotonic() - began < 1


def test_the_size_is_asked_before_anything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "huge.tif"
    with place.open("wb") as file:
        file.truncate(60_000_000_000)

    def opened(*_: object) -> int:
        raise AssertionError("it was opened")

    monkeypatch.setattr(os, "open", opened)
    with pytest.raises(ImageTooLarge, match=r"60000\.0 MB; the limit is 1000 MB\. .*localLimits\.maxBytes"):
        read_file(place, DecodeLimits(1_000_000_000))


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a.jpg"
    place.write_bytes(bytes(900))
    check = os.fstat

    def grown(handle: int) -> os.stat_result:
        status = check(handle)
        place.write_bytes(bytes(5000))
        return status

    monkeypatch.setattr(os, "fstat", grown)
    with pytest.raises(ImageTooLarge):
        read_file(place, DecodeLimits(1000))


@pytest.mark.parametrize("name", ["gone.jpg", "x" * 300 + ".jpg", "a\0.jpg"])
def test_what_the_system_refuses_is_told_without_pythons_words(tmp_path: Path, name: str) -> None:
    with pytest.raises(StorageFault, match="Could not read") as refused:
        read_file(tmp_path / name, DecodeLimits(1000))
    assert not any(word in refused.value.message for word in PYTHON_WORDS)


def test_a_picture_is_read(tmp_path: Path, sample_bytes: bytes) -> None:
    (tmp_path / "a.png").write_bytes(sample_bytes)
    picture = read_picture(tmp_path / "a.png", DecodeLimits())
    assert (picture.width, picture.metadata.name) == (512, "a.png")
    (tmp_path / "b.png").write_bytes(b"")
    with pytest.raises(CatchlightError, match="empty"):
        read_picture(tmp_path / "b.png", DecodeLimits())
