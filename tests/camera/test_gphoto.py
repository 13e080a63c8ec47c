"""The adapter of libgphoto2 with the library's own virtual camera, which a process must choose before it loads the library."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from catchlight.camera.gphoto import fault_of, open_camera
from catchlight.camera.port import CameraLost, NoTethering
from catchlight.paths import resources

NEEDS_GPHOTO = pytest.mark.skipif(
    sys.platform != "linux" or importlib.util.find_spec("gphoto2") is None,
    reason="python-gphoto2, the extra tether, is not installed",
)
SAMPLE = resources() / "samples" / "officer.jpg"
SESSION = """
import json, sys
from pathlib import Path
from catchlight.camera.gphoto import find_cameras, open_camera
from catchlight.camera.port import CameraLost, TetherFault
from catchlight.camera.tether import CameraReady, CameraTrouble, PictureTaken, Tether
from catchlight.core.progress import Progress

told = {"cameras": [[one.name, one.port] for one in find_cameras()], "taken": [], "apertures": [], "troubles": []}
try:
    open_camera("Leica")
except CameraLost as fault:
    told["unknown"] = fault.message
tether, progress = Tether(lambda: open_camera("d750"), Path(sys.argv[1]), "{name}_{number}"), Progress()
for event in tether.events(progress):
    if isinstance(event, CameraReady):
        told["settings"] = [one.id for one in event.settings]
        told["apertures"].append(next(one.value for one in event.settings if one.id == "aperture"))
        if len(told["apertures"]) == 1:
            tether.choose("iso", "100")
            tether.choose("aperture", "f/5.6")
            tether.release()
    elif isinstance(event, CameraTrouble):
        told["troubles"].append(event.message)
    elif isinstance(event, PictureTaken):
        told["taken"].append(event.path.name)
        if len(told["taken"]) == 1:
            tether.release()
        else:
            progress.cancel()
print(json.dumps(told))
"""


@NEEDS_GPHOTO
def test_it_is_found_set_and_released_and_its_pictures_are_kept(tmp_path: Path) -> None:
    card, session = tmp_path / "card" / "DCIM" / "100CANON", tmp_path / "session"
    card.mkdir(parents=True)
    (card / "IMG_0001.JPG").write_bytes(SAMPLE.read_bytes())
    environment = {**os.environ, "VCAMERADIR": str(tmp_path / "card"), "PYTHONPATH": os.pathsep.join(sys.path)}
    session.mkdir()
    (session / "GPH_0099_0001.jpg").write_bytes(b"of an earlier session")
    ran = subprocess.run(
        [sys.executable, "-c", SESSION, str(session)], env=environment, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["cameras"] == [["Nikon DSC D750", "usb:001,001"]]
    assert told["unknown"] == "No camera called Leica is connected; there is Nikon DSC D750."
    assert told["settings"] == ["shutter", "aperture", "compensation"]
    assert told["apertures"] == ["f/2.8", "f/2.8", "f/5.6"]
    assert told["troubles"] == ["Nikon DSC D750 cannot set this now."]
    assert len(told["taken"]) == 2
    assert (session / "GPH_0099_0001.jpg").read_bytes() == b"of an earlier session"
    for name in told["taken"]:
        assert (session / name).read_bytes() == SAMPLE.read_bytes()


def test_a_session_that_is_worth_nothing_is_told_from_a_wish_that_failed() -> None:
    for code in (-52, -7, -105):
        assert isinstance(fault_of(code, "gone"), CameraLost)
    assert "Another program has the camera" in fault_of(-53, "Could not claim the USB device").message
    refused = fault_of(-1, "Unspecified error")
    assert not isinstance(refused, CameraLost)
    assert "refused (Unspecified error)" in refused.message


def test_windows_is_told_what_serves_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(NoTethering, match="watch that folder"):
        open_camera()


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gphoto2", None)
    with pytest.raises(NoTethering, match=r"catchlight\[tether\]"):
        open_camera()
