"""Webcams, through OpenCV: V4L2, Media Foundation or AVFoundation, and network cameras by their address."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catchlight.camera.live.port import Frame
from catchlight.camera.live.turning import Rotation, encode_take, turn_frame
from catchlight.camera.port import CameraLost, CameraPicture
from catchlight.core.messages import Message

if TYPE_CHECKING:
    import cv2

SILENT_S = 2.0
"""Seconds without a frame after which a camera counts as lost."""
_FIRST_S = 8.0
"""The same before the first frame: cameras take seconds to start."""
_FAILED_READS = 20
_PAUSE_S = 0.02
_CLOSE_S = 2.0
_OPEN_MS, _READ_MS = 5000, 2000
"""Milliseconds after which OpenCV gives up a network camera."""


@dataclass(frozen=True)
class NumberedFrame:
    """The frame with this number since the camera was opened, as it came: HxWx3 BGR."""

    number: int
    bgr: Frame


class FrameGrabber:
    """Reads a camera on a thread of its own and keeps the newest frame, so that what is shown is never old."""

    def __init__(self, source: int | str, width: int, height: int) -> None:
        self._source, self._size = source, (width, height)
        self._changed = threading.Condition()
        self._newest: NumberedFrame | None = None
        self._heard = time.monotonic()
        self._allowed = _FIRST_S
        self._ended = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def newest(self, after: int, wait_s: float = 0.0) -> NumberedFrame | None:
        """The newest frame with a number above ``after``; waits at most so long for one. Raises CameraLost where none has come
        for ``SILENT_S``, or the camera ended."""
        until = time.monotonic() + wait_s
        with self._changed:
            while True:
                if self._newest is not None and self._newest.number > after:
                    return self._newest
                now = time.monotonic()
                if self._ended or now - self._heard > self._allowed:
                    raise _lost()
                if now >= until:
                    return None
                self._changed.wait(min(until - now, 0.1))

    def close(self) -> None:
        """Let the camera go. A read that hangs ends by itself later, and the camera with it."""
        self._stop.set()
        self._thread.join(_CLOSE_S)

    def _run(self) -> None:
        import cv2

        device = self._opened()
        failed = number = 0
        try:
            while device.isOpened() and not self._stop.is_set() and failed < _FAILED_READS:
                read, picture = device.read()
                if not read:
                    failed += 1
                    self._stop.wait(_PAUSE_S)
                    continue
                failed, number = 0, number + 1
                with self._changed:
                    self._newest = NumberedFrame(number, np.asarray(picture, np.uint8))
                    self._heard, self._allowed = time.monotonic(), SILENT_S
                    self._changed.notify_all()
        except cv2.error:  # what some drivers give where the device goes away while it is read
            pass
        finally:
            device.release()
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _opened(self) -> cv2.VideoCapture:
        import cv2

        if isinstance(self._source, str):
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS]
            return cv2.VideoCapture(self._source, cv2.CAP_ANY, limits)
        device = cv2.VideoCapture(self._source)
        if device.isOpened():
            # Over USB 2 a full picture comes at a full rate only as motion JPEG.
            device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            device.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            device.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        return device


class WebcamCamera:
    """See ``LiveCamera``. A take is the next frame, as a JPEG."""

    has_live_view = True

    def __init__(self, device: str, width: int, height: int, rotate: Rotation) -> None:
        """device: number of the camera, or its path or address. width, height: asked of it; it gives the nearest that it has.
        Raises CameraLost where it gives no frame."""
        self.name = Message("Webcam {number}", number=device) if device.isdecimal() else device
        self._rotate = rotate
        self._seen = self._takes = 0
        self._grabber = FrameGrabber(int(device) if device.isdecimal() else device, width, height)
        try:
            if self._grabber.newest(0, _FIRST_S) is None:
                raise _lost()
        except CameraLost:
            self._grabber.close()
            raise

    def frame(self) -> Frame | None:
        found = self._grabber.newest(self._seen)
        return None if found is None else self._shown(found)

    def take(self) -> CameraPicture:
        found = self._grabber.newest(self._seen, SILENT_S)
        if found is None:
            raise _lost()
        self._takes += 1
        return encode_take(self._shown(found), f"take_{self._takes:04d}")

    def close(self) -> None:
        self._grabber.close()

    def _shown(self, found: NumberedFrame) -> Frame:
        import cv2

        self._seen = found.number
        return turn_frame(np.asarray(cv2.cvtColor(found.bgr, cv2.COLOR_BGR2RGB), np.uint8), self._rotate)


def _lost() -> CameraLost:
    return CameraLost(Message("The camera gives no picture. Connect it again, and close other programs that use it."))
