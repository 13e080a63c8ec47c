"""A camera over USB: libgphoto2's own virtual one, which has no live view, in a process of its own, which must choose it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.camera.live import tethered
from catchlight.camera.live.tethered import TetheredCamera
from catchlight.camera.live.turning import encode_take
from catchlight.camera.port import CameraLost, CameraPicture, TetherFault
from catchlight.core.messages import Message
from PIL import Image

from tests.camera.live.films import COLOURS, plain, white_corner
from tests.camera.test_gphoto import NEEDS_GPHOTO, SAMPLE

SESSION = """
import hashlib, json
from catchlight.camera.live.open_live import open_live_camera
from catchlight.camera.port import CameraLost, TetherFault
from catchlight.imaging.io import codec

told = {}
camera = open_live_camera("gphoto2", "d750", 1920, 1080, 0)
told["name"], told["live"], told["frame"] = camera.name, camera.has_live_view, camera.frame() is None
taken = camera.take()
told["take"], told["digest"] = taken.name, hashlib.sha256(taken.data).hexdigest()
camera.close()
turned = open_live_camera("gphoto2", "0", 1920, 1080, 90)
picture = codec.decode(turned.take().data)
told["turned"] = [picture.width, picture.height]
turned.close()
try:
    open_live_camera("gphoto2", "Leica", 1920, 1080, 0)
except CameraLost as fault:
    told["unknown"] = fault.message
print(json.dumps(told))
"""


@NEEDS_GPHOTO
def test_it_is_released_and_tells_that_it_has_no_live_view(tmp_path: Path) -> None:
    card = tmp_path / "DCIM" / "100CANON"
    card.mkdir(parents=True)
    (card / "IMG_0001.JPG").write_bytes(SAMPLE.read_bytes())
    environment = {**os.environ, "VCAMERADIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-c", SESSION], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    with Image.open(SAMPLE) as sample:
        width, height = sample.size
    assert told == {
        "name": "Nikon DSC D750",
        "live": False,
        "frame": True,
        "take": "GPH_0099.JPG",
        "digest": hashlib.sha256(SAMPLE.read_bytes()).hexdigest(),
        "turned": [height, width],
        "unknown": "No camera called Leica is connected; there is Nikon DSC D750.",
    }


class UsbCamera:
    """What libgphoto2's virtual camera cannot stand for: one with a live view, that writes a raw file beside each JPEG."""

    name = "Body"

    def __init__(self, *files: str) -> None:
        self.files, self.waiting = files, [CameraPicture("earlier.jpg", b"by its own button")]
        self.previews: list[bytes | TetherFault] = [encode_take(plain(COLOURS[0]), "preview").data] * 2

    def preview(self) -> bytes:
        given = self.previews.pop(0)
        if isinstance(given, TetherFault):
            raise given
        return given

    def capture(self) -> None:
        self.waiting = [CameraPicture(name, name.encode()) for name in self.files]

    def pictures(self, _seconds: float) -> list[CameraPicture]:
        given, self.waiting = self.waiting, []
        return given

    def close(self) -> None:
        self.previews = []


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[[UsbCamera], TetheredCamera]:
    def open_one(body: UsbCamera) -> TetheredCamera:
        monkeypatch.setattr(tethered, "open_camera", lambda _name: body)
        monkeypatch.setattr(tethered, "_TAKE_S", 0.3)
        monkeypatch.setattr(tethered, "_JPEG_S", 0.1)
        return TetheredCamera("", 90)

    return open_one


def test_its_live_view_is_turned_and_a_frame_may_fail(opened: Callable[[UsbCamera], TetheredCamera]) -> None:
    body = UsbCamera()
    camera = opened(body)
    assert camera.has_live_view
    frame = camera.frame()
    assert frame is not None
    assert white_corner(frame) == "top right"
    body.previews = [TetherFault(Message("busy")), CameraLost(Message("gone"))]
    assert camera.frame() is None
    with pytest.raises(CameraLost, match="gone"):
        camera.frame()


def test_the_jpeg_beside_a_raw_file_is_taken(opened: Callable[[UsbCamera], TetheredCamera]) -> None:
    data = encode_take(plain(COLOURS[1]), "b").data
    body = UsbCamera("B.NEF")
    camera = opened(body)
    body.capture = lambda: setattr(  # type: ignore[method-assign]  # a body that writes two files
        body, "waiting", [CameraPicture("B.NEF", b"raw"), CameraPicture("B.JPG", data)]
    )
    assert camera.take().name == "B.JPG"
    silent = opened(UsbCamera())
    with pytest.raises(TetherFault, match="Body took no picture"):
        silent.take()
