"""The camera is looked at between sessions, and never while one has it."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from catchlight.camera.live.port import Frame
from catchlight.camera.live.slides import SlidesCamera
from catchlight.camera.live.turning import encode_take
from catchlight.camera.port import CameraLost, CameraPicture
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import CameraSource
from catchlight.kiosk.supervision import camera_check
from catchlight.kiosk.supervision.camera_check import AGAIN_S, EVERY_S, CameraCheck

from tests.camera.live.films import COLOURS, plain


class Body:
    """A camera that a test holds. dark: it opens and gives no frame."""

    name = "EOS"
    has_live_view = True

    def __init__(self) -> None:
        self.opened = self.closed = 0
        self.dark = False
        self.lost: Message | None = None

    def open(self) -> Body:
        self._check()
        self.opened += 1
        return self

    def frame(self) -> Frame | None:
        self._check()
        return None if self.dark else np.zeros((2, 2, 3), np.uint8)

    def take(self) -> CameraPicture:
        self._check()
        return CameraPicture("1.jpg", b"")

    def close(self) -> None:
        self.closed += 1

    def _check(self) -> None:
        if self.lost is not None:
            raise CameraLost(self.lost)


class Clock:
    """Time that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def body() -> Body:
    return Body()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def check(body: Body, clock: Clock) -> CameraCheck:
    return CameraCheck(CameraSource(kind="gphoto2", device="EOS"), body.open, clock=clock)


def test_a_folder_camera_is_opened_until_it_gives_a_frame(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    source = CameraSource(kind="folder", device=str(folder))
    check = CameraCheck(source, lambda: SlidesCamera(folder, 640, 480, 0))
    assert check().status == "fault"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(b"no picture")
    assert check().status == "fault", "it is there, and shows nothing"
    (folder / "a.jpg").write_bytes(encode_take(plain(COLOURS[0], (160, 96)), "a.jpg").data)
    check.refresh()
    assert (check().status, check().message) == ("ok", "The camera gives a picture.")


@pytest.mark.skipif(sys.platform != "linux", reason="webcams are listed so on Linux")
def test_a_webcam_is_looked_for_where_linux_lists_it(body: Body, tmp_path: Path) -> None:
    check = CameraCheck(CameraSource(kind="webcam", device="2"), body.open, tmp_path)
    assert check().status == "fault"
    assert body.opened == 0
    (tmp_path / "video2").touch()
    assert check().status == "ok"
    assert (body.opened, body.closed) == (1, 1)


def test_a_camera_is_opened_rarely_and_a_lost_one_sooner_again(body: Body, clock: Clock, check: CameraCheck) -> None:
    check()
    clock.now += EVERY_S - 1
    check()
    assert body.opened == 1, "its lamp goes on each time"
    clock.now += 1
    body.lost = Message("The camera sleeps.")
    assert (check().status, check().message) == ("fault", "The camera sleeps.")
    body.lost = None
    assert check().status == "fault"
    clock.now += AGAIN_S
    assert check().status == "ok"
    check.refresh()
    check()
    assert body.opened == 3


def test_a_camera_that_stays_dark_is_a_fault(body: Body, check: CameraCheck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_check, "FRAME_S", 0.05)
    body.dark = True
    assert (check().status, "no picture" in check().message) == ("fault", True)
    assert body.closed == 1
    body.has_live_view = False
    check.refresh()
    assert check().status == "ok"


def test_a_camera_in_a_session_is_known_by_what_the_session_saw(body: Body, clock: Clock, check: CameraCheck) -> None:
    camera = check.open()
    clock.now += EVERY_S
    assert (check().status, body.opened) == ("ok", 1)
    body.lost = Message("The cable is out.")
    with pytest.raises(CameraLost):
        camera.frame()
    clock.now += EVERY_S
    assert check().message == "The cable is out."
    camera.close()
    camera.close()
    with pytest.raises(CameraLost, match="cable"):
        check.open()
    body.lost = None
    assert check.open().take().name == "1.jpg"


def test_a_session_waits_for_a_look_to_end(body: Body, check: CameraCheck) -> None:
    looking, go_on = threading.Event(), threading.Event()

    def slow() -> Body:
        looking.set()
        go_on.wait(10)
        return body.open()

    waiting = CameraCheck(CameraSource(kind="gphoto2"), slow)
    look = threading.Thread(target=waiting)
    look.start()
    assert looking.wait(10)
    session = threading.Thread(target=lambda: waiting.open().close())
    session.start()
    go_on.set()
    for thread in (look, session):
        thread.join(10)
        assert not thread.is_alive()
    assert (body.opened, body.closed) == (2, 2)
