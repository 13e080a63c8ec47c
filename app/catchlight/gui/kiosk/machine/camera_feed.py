"""The camera between two threads and the window: one takes frames and pictures, one looks at the frames. Knows no Qt."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from catchlight.camera.live.port import Frame, LiveCamera
from catchlight.camera.port import CameraLost, CameraPicture, TetherFault
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.kiosk.guidance.port import Guidance

RETRY_S = 2.0
"""Between two tries to find a camera that is lost."""
_PAUSE_S = 0.01
_SHOWN_S = 0.1
"""How long a frame may wait in the window's queue before the next one is handed on."""


@dataclass(frozen=True)
class LostNews:
    """The camera is away, and why."""

    why: Message


@dataclass(frozen=True)
class FoundNews:
    """The camera is there, for the first time or again. live: whether it has a live view."""

    name: str
    live: bool


@dataclass(frozen=True)
class MissedNews:
    """The camera did not take the picture, and why."""

    why: Message


FeedNews = Frame | CameraPicture | LostNews | FoundNews | MissedNews


class CameraFeed:
    """The window sets ``watching`` and calls ``release``; the sources run on threads of their own until they are cancelled."""

    def __init__(
        self, open_camera: Callable[[], LiveCamera], look: Callable[[Frame], Guidance], retry_s: float = RETRY_S
    ) -> None:
        """look: of the guide; called on the second thread."""
        self._open = open_camera
        self._look = look
        self._retry_s = retry_s
        self._wanted = threading.Event()
        self._fresh = threading.Condition()
        self._latest: Frame | None = None
        self.watching = threading.Event()
        self.shown = threading.Event()
        self.shown.set()

    def release(self) -> None:
        """Take a picture as soon as possible."""
        self._wanted.set()

    def forget(self) -> None:
        """What was asked for and what was seen."""
        self._wanted.clear()
        with self._fresh:
            self._latest = None

    def news(self, progress: Progress) -> Iterator[FeedNews]:
        """Frames while ``watching`` is set, no faster than they are shown; pictures; and the camera's coming and going."""
        camera: LiveCamera | None = None
        try:
            while True:
                progress.check()
                try:
                    if camera is None:
                        camera = self._open()
                        yield FoundNews(camera.name, camera.has_live_view)
                    yield from self._from(camera)
                except CameraLost as error:
                    if camera is not None:
                        camera.close()
                        camera = None
                    yield LostNews(error.message)
                    self._wait(progress)
        finally:
            if camera is not None:
                camera.close()

    def guidance(self, progress: Progress) -> Iterator[Guidance]:
        """What the newest frames say, as fast as they can be looked at."""
        while True:
            progress.check()
            with self._fresh:
                if self._latest is None:
                    self._fresh.wait(_SHOWN_S)
                frame, self._latest = self._latest, None
            if frame is not None and self.watching.is_set():
                yield self._look(frame)

    def _from(self, camera: LiveCamera) -> Iterator[FeedNews]:
        """What the camera gives now: a picture where one is wanted, else a frame where somebody watches."""
        if self._wanted.is_set():
            self._wanted.clear()
            try:
                yield camera.take()
            except CameraLost:
                raise
            except TetherFault as error:
                yield MissedNews(error.message)
            return
        if not self.watching.is_set():
            self.watching.wait(_SHOWN_S)
            return
        frame = camera.frame()
        if frame is None:
            time.sleep(_PAUSE_S)
            return
        with self._fresh:
            self._latest = frame
            self._fresh.notify()
        if self.shown.wait(_SHOWN_S):
            self.shown.clear()
            yield frame

    def _wait(self, progress: Progress) -> None:
        until = time.monotonic() + self._retry_s
        while time.monotonic() < until:
            progress.check()
            time.sleep(_PAUSE_S)
