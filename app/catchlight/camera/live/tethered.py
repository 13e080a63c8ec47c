"""DSLR and mirrorless cameras over USB: released from here, with a live view where the camera has one."""

from __future__ import annotations

import time
from pathlib import Path

from catchlight.camera.gphoto import GphotoCamera, open_camera
from catchlight.camera.live.port import Frame
from catchlight.camera.live.turning import Rotation, turn_file, turn_frame
from catchlight.camera.port import CameraLost, CameraPicture, TetherFault
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.imaging.io import codec

_TAKE_S = 15.0
"""Seconds for focus, flash, exposure, and the picture to come over USB."""
_JPEG_S = 3.0
"""Seconds that the JPEG beside a raw file is waited for."""
_LOOK_S = 0.2
_JPEGS = frozenset({".jpg", ".jpeg"})


class TetheredCamera:
    """See ``LiveCamera``. A take is the camera's own file: of a raw file and a JPEG the JPEG."""

    def __init__(self, name: str, rotate: Rotation) -> None:
        """name: part of the camera's name, empty for the first. Raises NoTethering, CameraLost."""
        self._rotate = rotate
        self._camera: GphotoCamera = open_camera(name)
        self.name = self._camera.name
        try:
            self.has_live_view = self._offers_preview()
        except CameraLost:
            self._camera.close()
            raise

    def frame(self) -> Frame | None:
        if not self.has_live_view:
            return None
        try:
            return turn_frame(codec.decode(self._camera.preview()).rgb8, self._rotate)
        except CameraLost:
            raise
        except CatchlightError:  # busy with a picture, or a frame that was cut off: the next one comes
            return None

    def take(self) -> CameraPicture:
        for _earlier in self._camera.pictures(0):
            pass  # by the camera's own button: nobody asked for it
        self._camera.capture()
        until, raw = time.monotonic() + _TAKE_S, None
        while time.monotonic() < until:
            for picture in self._camera.pictures(_LOOK_S):
                if Path(picture.name).suffix.lower() in _JPEGS:
                    return turn_file(picture, self._rotate)
                raw = raw or picture
                until = min(until, time.monotonic() + _JPEG_S)
        if raw is not None:
            return turn_file(raw, self._rotate)
        raise TetherFault(
            Message("{camera} took no picture. Look whether it finds focus, and at its screen.", camera=self.name)
        )

    def close(self) -> None:
        self._camera.close()

    def _offers_preview(self) -> bool:
        """Asked by trying: what drivers say they can do is often more than the model does."""
        try:
            codec.decode(self._camera.preview())
        except CameraLost:
            raise
        except CatchlightError:
            return False
        return True
