"""A camera over USB: libgphoto2's own virtual one, which has no live view, in a process of its own, which must choose it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from PIL import Image

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
