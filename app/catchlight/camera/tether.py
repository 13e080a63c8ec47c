"""A session with a tethered camera: it is released, set, lost and found again, and its pictures are kept in a folder."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from catchlight.camera.port import Camera, CameraLost, CameraPicture, CameraSetting, NoTethering, SettingId, TetherFault
from catchlight.core.errors import StorageFault
from catchlight.core.files.naming import add_number, file_name
from catchlight.core.files.writing import write_atomic
from catchlight.core.messages import Message
from catchlight.core.progress import Progress

PATTERN = "{date}_{number}"
"""Of the names of pictures; {name} is the camera's own."""
LOOK_SECONDS = 0.2
"""How long a camera is waited for before wishes are looked at."""
RETRY_SECONDS = 2.0
"""Between two looks for a camera that is away, and between two tries to write to a disk that refuses."""


@dataclass(frozen=True)
class CameraReady:
    """The camera is there, or one of its settings has changed."""

    name: str
    can_release: bool
    settings: Sequence[CameraSetting]


@dataclass(frozen=True)
class CameraAway:
    """The camera is waited for."""

    message: Message


@dataclass(frozen=True)
class CameraTrouble:
    """A wish that was not fulfilled, or a picture that waits for the disk."""

    message: Message


@dataclass(frozen=True)
class PictureTaken:
    """A picture that lies whole in the folder."""

    path: Path


TetherEvent = CameraReady | CameraAway | CameraTrouble | PictureTaken


class Tether:
    """One session. ``events`` drives the camera; ``release`` and ``choose`` may be called from any thread."""

    def __init__(
        self,
        opened: Callable[[], Camera],
        folder: Path,
        pattern: str = PATTERN,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        """folder: of the session, made with the first picture; nothing in it is ever replaced. pattern: of names, with {name},
        {number} and {date}."""
        self._open = opened
        self.folder = folder
        self._pattern = pattern
        self._retry = retry_seconds
        self._wishes: queue.SimpleQueue[tuple[SettingId, str] | None] = queue.SimpleQueue()
        self._number = 0
        self._last = Path()

    def release(self) -> None:
        """Take a picture as soon as the camera is free."""
        self._wishes.put(None)

    def choose(self, setting: SettingId, value: str) -> None:
        """Set something at the camera."""
        self._wishes.put((setting, value))

    def events(self, progress: Progress) -> Iterator[TetherEvent]:
        """What happens, until ``progress`` is cancelled. Raises NoTethering."""
        told: Message | None = None
        while not progress.cancelled:
            try:
                camera = self._open()
            except NoTethering:
                raise
            except CameraLost as fault:
                if fault.message != told:
                    told = fault.message
                    yield CameraAway(told)
                self._forget_wishes()
                _pause(progress, self._retry)
                continue
            told = None
            try:
                yield from self._session(camera, progress)
            except CameraLost as fault:
                told = fault.message
                yield CameraAway(told)
            finally:
                camera.close()

    def _session(self, camera: Camera, progress: Progress) -> Iterator[TetherEvent]:
        self._forget_wishes()
        yield _ready(camera)
        while not progress.cancelled:
            yield from self._fulfil(camera)
            try:
                for picture in camera.pictures(LOOK_SECONDS):
                    yield from self._keep(picture, progress)
            except CameraLost:
                raise
            except TetherFault as fault:  # a picture that did not come: the next ones may
                yield CameraTrouble(fault.message)
                _pause(progress, LOOK_SECONDS)

    def _fulfil(self, camera: Camera) -> Iterator[TetherEvent]:
        while not self._wishes.empty():
            wish = self._wishes.get()
            try:
                if wish is None:
                    camera.capture()
                    return  # its picture first
                camera.choose(*wish)
            except CameraLost:
                raise
            except TetherFault as fault:
                yield CameraTrouble(fault.message)
            if wish is not None:
                yield _ready(camera)

    def _forget_wishes(self) -> None:
        """What was wished of a camera that is away is not done to it when it is back."""
        while not self._wishes.empty():
            self._wishes.get()

    def _keep(self, picture: CameraPicture, progress: Progress) -> Iterator[TetherEvent]:
        """Write a picture; where the disk refuses, tell it and try again, for the camera may not have it any more."""
        told: Message | None = None
        self._count(Path(picture.name))
        while True:
            try:
                yield PictureTaken(self._written(picture))
                return
            except StorageFault as fault:
                if fault.message != told:
                    told = fault.message
                    yield CameraTrouble(told)
                if progress.cancelled:
                    return
                _pause(progress, self._retry)

    def _count(self, own: Path) -> None:
        """The next number; a raw file and its JPEG share one. own: the name at the camera."""
        if own.stem != self._last.stem or own.suffix.lower() == self._last.suffix.lower():
            self._number += 1
        self._last = own

    def _written(self, picture: CameraPicture) -> Path:
        """The file of a picture, under the first free name. Raises StorageFault."""
        own, further = Path(picture.name), 2
        while True:
            values = {"name": own.stem, "number": f"{self._number:04d}", "date": date.today().isoformat()}
            path = self.folder / file_name(self._pattern, values, own.suffix.lower())
            if "{number}" not in self._pattern and further > 2:
                path = add_number(path, further - 1)
            try:
                write_atomic(path, picture.data, replace=False)
                return path
            except FileExistsError:
                self._number += "{number}" in self._pattern
                further += 1


def _ready(camera: Camera) -> CameraReady:
    """How the camera stands. Raises CameraLost."""
    try:
        settings = camera.settings()
    except CameraLost:
        raise
    except TetherFault:
        settings = ()  # a camera that does not tell what can be set can still be released
    return CameraReady(camera.name, camera.can_release, settings)


def _pause(progress: Progress, seconds: float) -> None:
    """Wait, but not for one who no longer wants it."""
    until = time.monotonic() + seconds
    while not progress.cancelled and time.monotonic() < until:
        time.sleep(0.05)
