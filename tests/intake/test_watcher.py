"""A folder that is really watched: what a slow writer, a torn file and a folder that goes away make of it."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import UnsupportedImage
from catchlight.imaging.io import codec
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.picture import Picture
from catchlight.intake.folder_scan import WaitTimes
from catchlight.intake.watcher import ArrivedFile, FolderWatcher, ForeignFile, IntakeNews, RefusedFile, WatchNotice
from catchlight.intake.whole import check_whole

QUICK = WaitTimes(still=0.3, bad=1.0, rescan=30.0)


def picture(seed: int, media_type: str = "image/jpeg") -> bytes:
    pixels = np.random.default_rng(seed).integers(0, 256, (90, 80, 3), np.uint8)
    return codec.encode(Picture(pixels), media_type)


def gather(
    watcher: FolderWatcher, enough: Callable[[list[IntakeNews]], object], seconds: float = 20.0
) -> list[IntakeNews]:
    found: list[IntakeNews] = []
    until = time.monotonic() + seconds
    while not enough(found):
        assert time.monotonic() < until, f"waited in vain; came: {found}"
        found += watcher.take()
        time.sleep(0.02)
    return found


def test_a_writer_that_pauses_is_waited_for(tmp_path: Path) -> None:
    data = picture(1)
    with FolderWatcher(tmp_path, DecodeLimits(), times=QUICK) as watcher, (tmp_path / "slow.jpg").open("wb") as file:
        file.write(data[:-9])  # nearly all, and then a pause that is longer than files must stand still
        file.flush()
        time.sleep(0.8)
        assert watcher.take() == []
        assert not watcher.settled
        file.write(data[-9:])
        file.flush()
        found = gather(watcher, lambda found: found)
    assert [one.sha256 for one in found if isinstance(one, ArrivedFile)] == [hashlib.sha256(data).hexdigest()]


def test_what_arrives_is_handed_on_once_with_its_sum(tmp_path: Path) -> None:
    data = picture(1)
    with FolderWatcher(tmp_path, DecodeLimits(), times=QUICK) as watcher:
        gather(watcher, lambda _found: watcher.settled)
        (tmp_path / "a.jpg").write_bytes(data)  # the system tells of it: the next look at all is 30 s away
        (tmp_path / "torn.jpg").write_bytes(picture(3)[:-40])
        (tmp_path / "text.jpg").write_text("no picture")
        found = gather(watcher, lambda found: len(found) == 3)
        assert watcher.take() == []
    arrived = [one for one in found if isinstance(one, ArrivedFile)]
    refused = {one.path.name: one.fault for one in found if isinstance(one, RefusedFile)}
    assert [(one.path.name, one.sha256) for one in arrived] == [("a.jpg", hashlib.sha256(data).hexdigest())]
    assert sorted(refused) == ["text.jpg", "torn.jpg"]
    assert "torn.jpg is not complete: The end of the file is missing" in refused["torn.jpg"].message


def test_a_file_that_is_no_picture_by_name_nor_content_is_foreign(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("words")
    (tmp_path / "reserved").write_bytes(bytes(100))  # may become a picture yet
    (tmp_path / "torn").write_bytes(picture(3)[:-40])
    with FolderWatcher(tmp_path, DecodeLimits(), times=QUICK) as watcher:
        found = gather(watcher, lambda found: len(found) == 3)
    kinds = {one.path.name: type(one) for one in found if not isinstance(one, WatchNotice)}
    assert kinds == {"notes.txt": ForeignFile, "reserved": ForeignFile, "torn": RefusedFile}


@pytest.mark.parametrize("poll", [False, True])
def test_a_folder_that_is_made_anew_is_watched_again(tmp_path: Path, poll: bool) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    with FolderWatcher(folder, DecodeLimits(), times=QUICK, poll=poll) as watcher:
        gather(watcher, lambda _found: watcher.settled)
        shutil.rmtree(folder)
        away = gather(watcher, lambda found: found)
        assert isinstance(away[0], WatchNotice)
        assert "is waited for" in away[0].message
        assert not watcher.settled
        folder.mkdir()
        back = gather(watcher, lambda found: found)
        assert "is back" in str(back[0])
        gather(watcher, lambda _found: watcher.settled)
        (folder / "a.jpg").write_bytes(picture(1))
        found = gather(watcher, lambda found: found, seconds=4.0)
    assert isinstance(found[0], ArrivedFile)


@pytest.mark.parametrize("media_type", ["image/jpeg", "image/png", "image/webp", "image/tiff", "image/bmp"])
def test_a_picture_is_whole_only_with_its_last_byte(media_type: str) -> None:
    data = picture(5, media_type) if media_type != "image/bmp" else _bmp()
    check_whole(data)
    for missing in (1, 2, 20, len(data) // 3, len(data) - 30):
        with pytest.raises(UnsupportedImage):
            check_whole(data[:-missing])


def _bmp() -> bytes:
    import cv2

    return cv2.imencode(".bmp", np.random.default_rng(5).integers(0, 256, (90, 80, 3), np.uint8))[1].tobytes()
