"""Where marks of pictures go: sidecars that other programs find, and the store where a folder takes none."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
from catchlight.imaging.sidecar.mark import NO_MARK, PictureMark
from catchlight.imaging.sidecar.packet import put_mark, read_mark
from catchlight.paths import Home
from catchlight.service.marks import marks as module
from catchlight.service.marks.marks import MarkFiles, PictureGone
from catchlight.store.marks import MarkStore

THREE = PictureMark(3, "pick", "green")


@pytest.fixture
def marks(home: Home) -> Iterator[MarkFiles]:
    files = MarkFiles(lambda: MarkStore(home.marks))
    yield files
    files.close()


def _names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.suffix == ".xmp"}


def _refuse(_file: Path, _data: bytes) -> None:
    try:
        raise PermissionError(13, "Permission denied")
    except PermissionError as fault:
        raise StorageFault(module.Message("no")) from fault


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    folder = tmp_path / "shots"
    folder.mkdir()
    for name in ("a.jpg", "b.CR2", "b.jpg", "c.png"):
        (folder / name).write_bytes(b"\xff\xd8\xff")
    return folder


def test_a_picture_has_a_sidecar_and_a_raw_file_both_names(marks: MarkFiles, shots: Path) -> None:
    for name in ("a.jpg", "b.CR2", "b.jpg"):
        assert marks.read(shots / name) == NO_MARK
        assert marks.write(shots / name, THREE) is None
        assert marks.read(shots / name) == THREE
    assert _names(shots) == {"a.jpg.xmp", "b.CR2.xmp", "b.xmp", "b.jpg.xmp"}


def test_a_picture_that_is_gone_gets_no_sidecar_but_one_whose_disk_is_away_is_remembered(
    marks: MarkFiles, shots: Path
) -> None:
    (shots / "a.jpg").unlink()
    with pytest.raises(PictureGone, match="not there any more"):
        marks.write(shots / "a.jpg", THREE)
    assert _names(shots) == set()
    away = shots / "away" / "d.jpg"
    assert marks.write(away, THREE) is not None
    assert marks.read(away) == THREE
    assert not away.parent.exists()


def test_the_sidecar_of_a_raw_file_says_nothing_of_the_jpeg_beside_it(marks: MarkFiles, shots: Path) -> None:
    (shots / "b.xmp").write_bytes(put_mark(None, THREE))
    (shots / "a.xmp").write_bytes(put_mark(None, THREE))
    assert marks.read(shots / "b.CR2") == THREE
    assert marks.read(shots / "b.jpg") == NO_MARK
    assert marks.read(shots / "a.jpg") == THREE
    marks.write(shots / "a.jpg", PictureMark(1))
    assert {read_mark((shots / name).read_bytes()) for name in ("a.xmp", "a.jpg.xmp")} == {PictureMark(1)}


def test_the_files_of_a_shot_have_one_mark_and_the_newest_of_all_counts(marks: MarkFiles, shots: Path) -> None:
    raw, jpeg = shots / "b.CR2", shots / "b.jpg"
    assert marks.write(jpeg, THREE, [raw]) is None
    assert _names(shots) == {"b.CR2.xmp", "b.xmp", "b.jpg.xmp"}
    assert marks.read(raw) == marks.read(jpeg) == marks.read(raw, [jpeg]) == THREE
    for name in _names(shots):
        os.utime(shots / name, (1000, 1000))
    (shots / "b.jpg.xmp").write_bytes(put_mark(None, PictureMark(5)))
    assert marks.read(raw, [jpeg]) == marks.read(jpeg, [raw]) == PictureMark(5)
    jpeg.unlink()
    marks.write(raw, PictureMark(1), [jpeg])
    assert read_mark((shots / "b.jpg.xmp").read_bytes()) == PictureMark(5), "a file that is gone is not marked"
    with pytest.raises(PictureGone):
        marks.write(jpeg, THREE, [raw])


def test_what_the_newest_file_of_a_shot_says_itself_counts_where_there_is_no_sidecar(
    marks: MarkFiles, shots: Path
) -> None:
    for number, name in enumerate(("b.CR2", "b.jpg"), 1):
        (shots / name).write_bytes(b"\xff\xd8\xff\xe1\0\0" + put_mark(None, PictureMark(number)) + b"\xff\xd9")
        os.utime(shots / name, (1000 * number, 1000 * number))
    assert marks.read(shots / "b.CR2", [shots / "b.jpg"]) == marks.read(shots / "b.jpg", [shots / "b.CR2"])
    assert marks.read(shots / "b.CR2", [shots / "b.jpg"]).rating == 2


def test_a_folder_that_takes_nothing_keeps_the_mark_of_every_file_of_a_shot(
    marks: MarkFiles, shots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, jpeg = shots / "b.CR2", shots / "b.jpg"
    monkeypatch.setattr(module, "write_atomic", _refuse)
    assert marks.write(raw, THREE, [jpeg]) is not None
    assert marks.read(raw) == marks.read(jpeg) == THREE


def _left(shots: Path, name: str, mark: PictureMark, at: int) -> None:
    """A sidecar that another program wrote at that second."""
    (shots / name).write_bytes(put_mark(None, mark))
    os.utime(shots / name, (at, at))


def test_of_two_pictures_with_one_name_each_has_its_own_mark(marks: MarkFiles, shots: Path) -> None:
    first, second = shots / "a.jpg", shots / "a.TIF"
    second.write_bytes(b"II*\0")
    _left(shots, "a.xmp", PictureMark(1), 1000)
    assert marks.read(first) == marks.read(second) == PictureMark(1), "what is left of a raw file stands for both"
    marks.write(second, PictureMark(4))
    marks.write(first, PictureMark(0, "reject"))
    assert (marks.read(second), marks.read(first)) == (PictureMark(4), PictureMark(0, "reject"))
    assert read_mark((shots / "a.xmp").read_bytes()) == PictureMark(1)
    _left(shots, "a.xmp", PictureMark(2), 9_999_999_999)
    assert marks.read(second) == PictureMark(4), "a picture's own name counts before one that it shares"
    second.unlink()
    assert marks.read(first) == PictureMark(2), "alone it has both names, and the newer one counts"


def test_of_two_raw_files_with_one_name_each_has_its_own_mark(marks: MarkFiles, shots: Path) -> None:
    camera, converted = shots / "b.CR2", shots / "b.dng"
    converted.write_bytes(b"II*\0")
    marks.write(converted, PictureMark(2))
    assert _names(shots) == {"b.dng.xmp"}
    marks.write(camera, PictureMark(5))
    assert (marks.read(converted), marks.read(camera)) == (PictureMark(2), PictureMark(5))
    assert _names(shots) == {"b.dng.xmp", "b.CR2.xmp", "b.xmp"}
    (shots / "b.nef").write_bytes(b"II*\0")
    assert marks.read(shots / "b.nef") == PictureMark(5), "what may be of either stands for one without a mark"
    marks.write(camera, PictureMark(3))
    assert read_mark((shots / "b.xmp").read_bytes()) == PictureMark(5), "whose it is cannot be told"
    assert marks.read(camera) == PictureMark(3)


def test_a_name_in_capitals_and_small_letters_that_is_one_file_is_no_other_picture(
    marks: MarkFiles, shots: Path
) -> None:
    _left(shots, "a.xmp", PictureMark(1), 1000)
    with contextlib.suppress(FileExistsError):  # where capitals make no difference, which is what the link stands for
        (shots / "a.JPG").hardlink_to(shots / "a.jpg")
    marks.write(shots / "a.jpg", PictureMark(3))
    assert read_mark((shots / "a.xmp").read_bytes()) == PictureMark(3)


def test_of_two_sidecars_the_newer_one_counts(marks: MarkFiles, shots: Path) -> None:
    for number, name in enumerate(("b.CR2.xmp", "b.xmp"), 1):
        (shots / name).write_bytes(put_mark(None, PictureMark(number)))
        os.utime(shots / name, (1000 * number, 1000 * number))
    assert marks.read(shots / "b.CR2").rating == 2
    os.utime(shots / "b.CR2.xmp", (9000, 9000))
    assert marks.read(shots / "b.CR2").rating == 1


def test_a_packet_inside_the_picture_counts_where_there_is_no_sidecar(marks: MarkFiles, shots: Path) -> None:
    (shots / "a.jpg").write_bytes(b"\xff\xd8\xff\xe1\0\0" + put_mark(None, PictureMark(2, "", "red")) + b"\xff\xd9")
    assert marks.read(shots / "a.jpg") == PictureMark(2, "", "red")
    marks.write(shots / "a.jpg", NO_MARK)
    assert marks.read(shots / "a.jpg") == NO_MARK


def test_a_damaged_sidecar_is_left_as_it_is_and_the_mark_kept(marks: MarkFiles, shots: Path) -> None:
    (shots / "a.jpg.xmp").write_bytes(b"<x:xmpmeta")
    assert marks.read(shots / "a.jpg") == NO_MARK
    refused = marks.write(shots / "a.jpg", THREE)
    assert refused is not None
    assert refused.startswith("a.jpg.xmp is damaged and was left as it is.")
    assert (shots / "a.jpg.xmp").read_bytes() == b"<x:xmpmeta"
    assert marks.read(shots / "a.jpg") == THREE


def test_a_folder_that_takes_nothing_is_told_and_the_mark_is_kept(
    marks: MarkFiles, shots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.name == "posix" and os.geteuid() != 0:
        shots.chmod(0o500)
    else:  # root may write anywhere
        monkeypatch.setattr(module, "write_atomic", _refuse)
    refused = marks.write(shots / "a.jpg", THREE)
    assert refused is not None
    assert refused.startswith(f"Nothing can be written into the folder {shots}: it is read-only.")
    assert _names(shots) == set()
    assert marks.read(shots / "a.jpg") == THREE
    shots.chmod(0o700)
    monkeypatch.undo()
    assert marks.write(shots / "a.jpg", PictureMark(1)) is None
    assert marks.store.get(shots / "a.jpg") is None
    assert marks.read(shots / "a.jpg") == PictureMark(1)


def test_kept_marks_outlive_the_program(home: Home, shots: Path) -> None:
    for mark in (THREE, PictureMark(1, "reject")):
        store = MarkStore(home.marks)
        store.put(shots / "a.jpg", mark)
        store.close()
    again = MarkStore(home.marks)
    assert again.get(shots / "a.jpg") == PictureMark(1, "reject")
    assert again.get(shots / "c.png") is None
    again.close()
