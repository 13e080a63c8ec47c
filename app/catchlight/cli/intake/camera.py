"""A tethered camera beside a watch: Enter releases it, and what it says is told between the pictures."""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from catchlight.camera.gphoto import find_cameras, open_camera
from catchlight.camera.port import CameraLost
from catchlight.camera.tether import CameraAway, CameraReady, PictureTaken, Tether, TetherEvent
from catchlight.core.files.naming import display_name
from catchlight.core.progress import Progress

_END_SECONDS = 5.0


class CameraBeside:
    """The camera on a thread of its own. ``said`` is asked by whoever writes to the terminal."""

    def __init__(self, tether: Tether) -> None:
        self._tether = tether
        self._progress = Progress()
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._fault: Exception | None = None
        self._name = ""
        self._drives = threading.Thread(target=self._drive, name="camera", daemon=True)
        self._hears = threading.Thread(target=self._hear, name="Enter", daemon=True)

    def begin(self) -> None:
        self._drives.start()
        self._hears.start()

    def close(self) -> None:
        """Let the camera go."""
        self._progress.cancel()
        self._drives.join(_END_SECONDS)

    def said(self) -> list[str]:
        """What there is to tell since the last call. Raises NoTethering."""
        if self._fault is not None:
            raise self._fault
        lines = []
        while not self._said.empty():
            lines.append(self._said.get())
        return lines

    def _drive(self) -> None:
        try:
            for event in self._tether.events(self._progress):
                line = self._line(event)
                if line:
                    self._said.put(line)
        except Exception as fault:  # noqa: BLE001 - the border of the thread: raised again by ``said``
            self._fault = fault

    def _line(self, event: TetherEvent) -> str:
        if isinstance(event, PictureTaken):
            return f"Taken: {display_name(event.path.name)}"
        if isinstance(event, CameraReady):
            first, self._name = event.name != self._name, event.name
            return f"{event.name} is connected. Enter takes a picture, and so does its own button." if first else ""
        if isinstance(event, CameraAway):
            self._name = ""
        return event.message

    def _hear(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # no terminal, or one that was closed: its own button releases
            for _line in sys.stdin or ():
                self._tether.release()


@contextlib.contextmanager
def camera_beside(folder: Path, name: str, pattern: str) -> Iterator[CameraBeside]:
    """While it lasts, a camera's pictures come into the folder. name: a part of the model's; empty for the first."""
    beside = CameraBeside(Tether(lambda: open_camera(name), folder, pattern))
    beside.begin()
    try:
        yield beside
    finally:
        beside.close()


def check_camera() -> None:
    """Whether cameras can be driven at all; that none is there yet is no fault. Raises NoTethering."""
    with contextlib.suppress(CameraLost):
        find_cameras()
