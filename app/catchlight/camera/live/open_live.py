"""Opens the camera that a configuration names."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from catchlight.camera.live.port import LiveCamera
from catchlight.camera.live.turning import Rotation

LiveKind = Literal["webcam", "gphoto2", "folder", "video"]


def open_live_camera(kind: LiveKind, device: str, width: int, height: int, rotate: Rotation) -> LiveCamera:
    """device: number, path or address of the webcam; part of the name of a camera over USB; folder of pictures; video file.
    width, height: of frames, asked of webcams; more than a folder's pictures are not shown with. rotate: degrees clockwise.

    Blocks for some seconds. Raises CameraLost where there is none now, NoTethering where this computer cannot drive it.
    """
    if kind == "webcam":
        from catchlight.camera.live.webcam import WebcamCamera

        return WebcamCamera(device, width, height, rotate)
    if kind == "gphoto2":
        from catchlight.camera.live.tethered import TetheredCamera

        return TetheredCamera("" if device.isdecimal() else device, rotate)
    if kind == "folder":
        from catchlight.camera.live.slides import SlidesCamera

        return SlidesCamera(Path(device), width, height, rotate)
    from catchlight.camera.live.video import VideoCamera

    return VideoCamera(Path(device), rotate)
