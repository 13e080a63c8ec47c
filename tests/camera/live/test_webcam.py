"""A camera on the network through OpenCV: newest frames, takes, and a camera that falls silent."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from catchlight.camera.live import webcam
from catchlight.camera.live.open_live import open_live_camera
from catchlight.camera.live.port import Frame, LiveCamera
from catchlight.camera.port import CameraLost
from catchlight.imaging.io import codec

from tests.camera.live.films import colour_of, network_camera, white_corner


def wait_for(look: Callable[[], object], seconds: float = 15.0) -> None:
    until = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < until
        time.sleep(0.02)


def next_frame(camera: LiveCamera) -> Frame:
    found: list[Frame] = []

    def look() -> bool:
        frame = camera.frame()
        if frame is not None:
            found.append(frame)
        return bool(found)

    wait_for(look)
    return found[0]


def test_frames_are_the_newest_turned_and_each_given_once() -> None:
    with network_camera() as (address, stalled):
        camera = open_live_camera("webcam", address, 640, 480, 90)
        try:
            first = next_frame(camera)
            assert first.shape == (160, 96, 3)
            assert white_corner(first) == "top right"
            stalled.set()
            time.sleep(0.3)
            while camera.frame() is not None:
                pass
            assert camera.frame() is None
            stalled.clear()
            time.sleep(0.5)  # about fifteen frames come meanwhile
            before = time.monotonic()
            assert colour_of(next_frame(camera)) is not None
            assert time.monotonic() - before < 0.4  # not the oldest of them
            taken = camera.take()
            picture = codec.decode(taken.data)
            assert (taken.name, picture.width, picture.height) == ("take_0001.jpg", 96, 160)
            assert white_corner(picture.rgb8) == "top right"
        finally:
            camera.close()


@pytest.mark.parametrize("read_ms", [500, 30_000], ids=["reads that fail", "a read that hangs"])
def test_a_silent_camera_is_lost_and_can_be_opened_again(read_ms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webcam, "_READ_MS", read_ms)
    with network_camera() as (address, stalled):
        camera = open_live_camera("webcam", address, 640, 480, 0)
        next_frame(camera)
        stalled.set()
        with pytest.raises(CameraLost, match="Connect it again"):
            wait_for(lambda: camera.frame() is not None and False)
        camera.close()
        stalled.clear()
        again = open_live_camera("webcam", address, 640, 480, 0)
        assert next_frame(again).shape == (96, 160, 3)
        again.close()


def test_a_camera_that_is_not_there_is_told(tmp_path: object) -> None:
    with pytest.raises(CameraLost, match="gives no picture"):
        open_live_camera("webcam", f"{tmp_path}/video7", 640, 480, 0)
