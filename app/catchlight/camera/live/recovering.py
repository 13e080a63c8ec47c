"""A camera that may go away and come back: told, looked for again, and taken up without a restart."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from catchlight.camera.live.port import Frame, LiveCamera
from catchlight.camera.port import CameraLost, CameraPicture
from catchlight.core.messages import Message

RETRY_S = 2.0
"""Seconds between two tries to open a camera that is away."""


@dataclass(frozen=True)
class CameraLoss:
    """A camera that is away. message: what to do. since_s: seconds since it was lost. tries: to open it since then."""

    message: Message
    since_s: float
    tries: int


class RecoveringCamera:
    """Stands for whichever camera ``opener`` opens. To be used from one thread, as ``LiveCamera``."""

    def __init__(
        self,
        opener: Callable[[], LiveCamera],
        retry_s: float = RETRY_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """opener: as ``open_live_camera`` with its arguments. Nothing is opened before the first ``frame`` or ``take``."""
        self._opener, self._retry_s, self._clock = opener, retry_s, clock
        self._camera: LiveCamera | None = None
        self._message: Message | None = None
        self._since = self._tried = float("-inf")
        self._tries = 0

    @property
    def loss(self) -> CameraLoss | None:
        """None while the camera is there, and before it was first asked for."""
        if self._message is None:
            return None
        return CameraLoss(self._message, self._clock() - self._since, self._tries)

    @property
    def name(self) -> str:
        """Of the camera; empty while there is none."""
        return "" if self._camera is None else self._camera.name

    @property
    def has_live_view(self) -> bool:
        return self._camera is not None and self._camera.has_live_view

    def frame(self) -> Frame | None:
        """As ``LiveCamera.frame``; None while the camera is away: see ``loss``. Raises NoTethering."""
        camera = self._opened()
        if camera is None:
            return None
        try:
            return camera.frame()
        except CameraLost as fault:
            self._lose(fault)
            return None

    def take(self) -> CameraPicture:
        """As ``LiveCamera.take``. Raises CameraLost while the camera is away, and TetherFault."""
        camera = self._opened()
        if camera is None:
            assert self._message is not None
            raise CameraLost(self._message)
        try:
            return camera.take()
        except CameraLost as fault:
            self._lose(fault)
            raise

    def close(self) -> None:
        """Let the camera go; the next ``frame`` opens it again."""
        if self._camera is not None:
            self._camera.close()
        self._camera = self._message = None
        self._tried = float("-inf")

    def _opened(self) -> LiveCamera | None:
        """The camera, opened where it is time for a try."""
        if self._camera is None and self._clock() - self._tried >= self._retry_s:
            try:
                self._camera = self._opener()
            except CameraLost as fault:
                self._lose(fault)
            else:
                self._message = None
        return self._camera

    def _lose(self, fault: CameraLost) -> None:
        now = self._clock()
        if self._camera is not None:
            self._camera.close()
            self._camera = None
        if self._message is None:
            self._since, self._tries = now, 0
        else:
            self._tries += 1
        self._message, self._tried = fault.message, now
