"""A video file in place of a camera, played in real time and over again: for demonstrations and tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from catchlight.camera.live.port import Frame
from catchlight.camera.live.turning import Rotation, encode_take, turn_frame
from catchlight.camera.port import CameraLost, CameraPicture
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message

_USUAL_RATE = 25.0
_BEHIND_S = 1.0
"""Seconds that a player may fall behind before it leaves out what it missed."""


class VideoCamera:
    """See ``LiveCamera``. A take is the frame that is shown."""

    has_live_view = True

    def __init__(self, path: Path, rotate: Rotation, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises CameraLost where there is no such file or it is no video."""
        import cv2

        self.name = display_name(path.name)
        self._path, self._rotate, self._clock = path, rotate, clock
        self._film = cv2.VideoCapture(str(path)) if path.is_file() else None
        self._rate = self._film.get(cv2.CAP_PROP_FPS) if self._film is not None else 0.0
        if not 1 <= self._rate <= 240:
            self._rate = _USUAL_RATE
        self._next = clock()
        self._shown: Frame | None = None
        self._takes = 0
        if self._film is None or not self._film.isOpened() or not self._advance():
            self.close()
            raise self._lost()
        self._fresh = True

    def frame(self) -> Frame | None:
        self._check()
        now = self._clock()
        if now - self._next > _BEHIND_S:
            self._next = now
        while self._next <= now:
            if not self._advance():
                raise self._lost()
        fresh, self._fresh = self._fresh, False
        return self._shown if fresh else None

    def take(self) -> CameraPicture:
        self._check()
        assert self._shown is not None
        self._takes += 1
        return encode_take(self._shown, f"take_{self._takes:04d}")

    def close(self) -> None:
        if self._film is not None:
            self._film.release()

    def _advance(self) -> bool:
        """The next frame, at the end the first; False where there is none."""
        import cv2

        assert self._film is not None
        read, picture = self._film.read()
        if not read:
            self._film.set(cv2.CAP_PROP_POS_FRAMES, 0)
            read, picture = self._film.read()
        if read:
            self._shown = turn_frame(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8), self._rotate)
            self._fresh = True
            self._next += 1 / self._rate
        return read

    def _check(self) -> None:
        if not self._path.is_file():
            raise self._lost()

    def _lost(self) -> CameraLost:
        return CameraLost(
            Message(
                "The video {path} is not there, or cannot be played. Give another file.", path=display_name(self._path)
            )
        )
