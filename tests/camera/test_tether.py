"""A session with a folder in place of a camera: names, a folder that goes away, and a disk that refuses."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from catchlight.camera.port import CameraPicture
from catchlight.camera.tether import CameraAway, CameraReady, CameraTrouble, PictureTaken, Tether, TetherEvent
from catchlight.core.progress import Progress
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.intake.folder_scan import WaitTimes

from tests.camera.folder_camera import folder_camera
from tests.service.batch.conftest import make_pictures

QUICK = WaitTimes(still=0.1)


def drive(tether: Tether, does: Callable[[TetherEvent, int], bool | None]) -> list[TetherEvent]:
    """The events until ``does``, which is told each with its number, gives True; fails after half a minute."""
    found, progress = [], Progress()
    stop = threading.Timer(30.0, progress.cancel)
    stop.start()
    try:
        for event in tether.events(progress):
            found.append(event)
            if does(event, len(found)):
                progress.cancel()
                return found
    finally:
        stop.cancel()
        stop.join()
    raise AssertionError(f"ended with {found}")


def test_a_source_that_goes_away_is_told_and_taken_up_again(tmp_path: Path) -> None:
    source, session = tmp_path / "from the camera", tmp_path / "session"
    old, first, second = make_pictures(tmp_path / "made", ["old.jpg", "first.jpg", "second.jpg"])
    source.mkdir()
    shutil.copy(old, source)
    tether = Tether(folder_camera(source, DecodeLimits(), QUICK), session, "{number}", retry_seconds=0.2)

    def does(event: TetherEvent, number: int) -> bool | None:
        if isinstance(event, CameraReady) and number == 1:
            tether.release()
        elif isinstance(event, CameraTrouble):
            shutil.copy(first, source)
        elif isinstance(event, PictureTaken) and event.path.name == "0001.jpg":
            source.rename(tmp_path / "away")
        elif isinstance(event, CameraAway):
            shutil.copy(second, tmp_path / "away")  # while it is not looked at
            (tmp_path / "away").rename(source)
        return isinstance(event, PictureTaken) and event.path.name == "0002.jpg"

    events = drive(tether, does)
    assert [type(event) for event in events] == [
        CameraReady,
        CameraTrouble,
        PictureTaken,
        CameraAway,
        CameraReady,
        PictureTaken,
    ]
    assert isinstance(events[1], CameraTrouble)
    assert "has no shutter" in events[1].message
    assert {file.name: file.read_bytes() for file in session.iterdir()} == {
        "0001.jpg": first.read_bytes(),
        "0002.jpg": second.read_bytes(),
    }


class Card:
    """A camera with pictures to give, once."""

    name, can_release = "Card", True

    def __init__(self, *names: str) -> None:
        self.left = [CameraPicture(name, name.encode()) for name in names]

    def settings(self) -> tuple[()]:
        return ()

    def pictures(self, _seconds: float) -> list[CameraPicture]:
        given, self.left = self.left, []
        return given

    def close(self) -> None:
        pass


def taken(folder: Path, pattern: str, *names: str) -> list[str]:
    tether = Tether(lambda: Card(*names), folder, pattern)  # type: ignore[arg-type,return-value]  # only what a session asks of it
    events = drive(tether, lambda _event, number: number == len(names) + 1)
    return [event.path.name for event in events if isinstance(event, PictureTaken)]


def test_nothing_is_replaced_and_a_raw_file_shares_its_number(tmp_path: Path) -> None:
    assert taken(tmp_path, "{number}", "A.JPG", "A.NEF", "B.NEF", "B.JPG", "C.JPG", "C.JPG") == [
        "0001.jpg",
        "0001.nef",
        "0002.nef",
        "0002.jpg",
        "0003.jpg",
        "0004.jpg",
    ]
    assert taken(tmp_path, "{number}", "A.JPG") == ["0005.jpg"]
    assert taken(tmp_path, "{name}", "A.JPG", "A.JPG", "A.JPG") == ["A.jpg", "A_2.jpg", "A_3.jpg"]
    assert (tmp_path / "0001.jpg").read_bytes() == b"A.JPG"


def test_a_picture_waits_for_a_disk_that_refuses(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    tether = Tether(lambda: Card("A.JPG"), blocked, "{number}", retry_seconds=0.05)  # type: ignore[arg-type,return-value]  # only what a session asks of it

    def does(event: TetherEvent, _number: int) -> bool:
        if isinstance(event, CameraTrouble):
            blocked.unlink()
        return isinstance(event, PictureTaken)

    assert [type(event) for event in drive(tether, does)] == [CameraReady, CameraTrouble, PictureTaken]
    assert (blocked / "0001.jpg").read_bytes() == b"A.JPG"
