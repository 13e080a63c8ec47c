"""A folder in place of a tethered camera: the pictures that a test writes into it are those that are taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from catchlight.camera.port import Camera, CameraLost, CameraPicture, CameraSetting, SettingId, TetherFault
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.intake.folder_scan import FolderScan, Stamp, WaitTimes
from catchlight.intake.watcher import ArrivedFile, FolderWatcher

_PAUSE = 0.05


def folder_camera(folder: Path, limits: DecodeLimits, times: WaitTimes | None = None) -> Callable[[], Camera]:
    """Opens the folder as a camera. What lies there now is none of its pictures; what comes while it is closed is."""
    seen: dict[Path, Stamp] = {}
    if folder.is_dir():
        scan = FolderScan(folder, None, subfolders=False, times=times or WaitTimes(), settled={})
        seen.update(scan.present())
    return lambda: FolderCamera(folder, limits, times or WaitTimes(), seen)


class FolderCamera:
    """See ``port.Camera``. Has nothing to set, and no shutter."""

    can_release = False

    def __init__(self, folder: Path, limits: DecodeLimits, times: WaitTimes, seen: dict[Path, Stamp]) -> None:
        """seen: versions of files that were handed on; grows. Raises CameraLost where there is no folder."""
        self.name = display_name(folder.name)
        self._folder = folder
        self._seen = seen
        self._check()
        self._watcher = FolderWatcher(folder, limits, times=times, settled=seen)
        self._watcher.__enter__()

    def settings(self) -> Sequence[CameraSetting]:
        return ()

    def choose(self, setting: SettingId, value: str) -> None:
        raise TetherFault(Message("{camera} cannot set this now.", camera=self.name))

    def capture(self) -> None:
        raise TetherFault(Message("A folder has no shutter. Take the picture with the camera or its own program."))

    def pictures(self, seconds: float) -> Iterator[CameraPicture]:
        until = time.monotonic() + seconds
        while True:
            self._check()
            for news in self._watcher.take():
                if isinstance(news, ArrivedFile):
                    self._seen[news.path] = news.stamp
                    yield self._read(news.path)
            if time.monotonic() >= until:
                return
            time.sleep(_PAUSE)

    def close(self) -> None:
        self._watcher.__exit__(None, None, None)

    def _read(self, path: Path) -> CameraPicture:
        try:
            return CameraPicture(path.name, path.read_bytes())
        except OSError as fault:
            del self._seen[path]
            raise self._lost() from fault

    def _check(self) -> None:
        if not self._folder.is_dir():
            raise self._lost()

    def _lost(self) -> CameraLost:
        return CameraLost(Message("The folder {path} is not there.", path=display_name(self._folder)))
