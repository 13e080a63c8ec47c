"""A camera, or a film in its place: which there are, and their pictures as they come. Knows no Qt.

OpenCV reads cameras by the system's own way (V4L2, Media Foundation, AVFoundation); the part of Qt that does is 150 MB more.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.picture import ByteImage

TRIED = 4
"""Cameras that are looked for where the system does not list them."""
WIDTH, HEIGHT = 3840, 2160
"""What is asked of a camera; it gives the nearest that it has."""
SILENT_READS = 50
"""Readings without a picture after which a camera is taken for gone."""
SHOWN_SIDE = 1280
"""Longest side of the pictures that are handed on; the full size stays in the shutter."""
_PAUSE = 0.02
_SHOWN_SECONDS = 0.1
"""How long a shown picture may stand in the window's queue before the next one is handed on."""


class CameraFault(CatchlightError):
    """There is no camera, it is in use, or it went away."""

    code = "camera_fault"


def cameras() -> list[int]:
    """Numbers of the cameras that may be there; asking them is what tells."""
    if sys.platform == "linux":
        found = sorted(Path("/dev").glob("video[0-9]*"), key=lambda place: int(place.name[5:]))
        return [int(place.name[5:]) for place in found]
    return list(range(TRIED))


class LatestFrame:
    """Between the window and the thread that reads: the last whole picture, and whether the window has shown the one before."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: ByteImage | None = None
        self.shown = threading.Event()
        self.shown.set()

    def keep(self, picture: ByteImage) -> None:
        with self._lock:
            self._last = picture

    def take(self) -> ByteImage | None:
        """The last picture at the camera's full size, HxWx3 sRGB; None before the first."""
        with self._lock:
            return self._last


def pictures(source: int | Path, shutter: LatestFrame) -> Callable[[Progress], Iterator[ByteImage]]:
    """Work for a follower: yields small pictures, HxWx3 sRGB, no faster than they are shown, until it is cancelled.

    source: number of a camera, or a film, which begins anew at its end. Raises CameraFault.
    """

    def frames(progress: Progress) -> Iterator[ByteImage]:
        import cv2

        device = cv2.VideoCapture(source if isinstance(source, int) else str(source))
        try:
            if not device.isOpened():
                raise CameraFault(
                    Message("The camera cannot be opened. Close other programs that use it, or connect another one.")
                )
            if isinstance(source, int):
                device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
                device.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
                device.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
            silent = 0
            while True:
                progress.check()
                read, picture = device.read()
                if not read:
                    silent += 1
                    if silent > SILENT_READS:
                        raise CameraFault(Message("The camera gives no pictures any more. Connect it again."))
                    if isinstance(source, Path):
                        device.set(cv2.CAP_PROP_POS_FRAMES, 0)
                    time.sleep(_PAUSE)
                    continue
                silent = 0
                frame = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
                shutter.keep(frame)
                if shutter.shown.wait(_SHOWN_SECONDS):
                    shutter.shown.clear()
                    yield _small(frame)
        finally:
            device.release()

    return frames


def _small(frame: ByteImage) -> ByteImage:
    import cv2

    scale = SHOWN_SIDE / max(frame.shape[:2])
    return (
        frame
        if scale >= 1
        else np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    )
