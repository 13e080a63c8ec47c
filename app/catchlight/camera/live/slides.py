"""A folder of pictures in place of a camera, shown one after another: for demonstrations and tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from catchlight.camera.live.port import Frame
from catchlight.camera.live.turning import Rotation, turn_file, turn_frame
from catchlight.camera.port import CameraLost, CameraPicture
from catchlight.core.errors import CatchlightError
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message
from catchlight.imaging.io import codec
from catchlight.imaging.io.formats.jpeg.preview import read_reduced, reduce_to
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.picture import ByteImage
from catchlight.intake.ignored import is_ignored

SHOWN_S = 4.0
"""Seconds for which each picture is shown."""
_RATE = 25.0
_SCAN_S = 0.5


@dataclass(frozen=True)
class Slide:
    """A picture of the folder as it is shown. data: its file."""

    path: Path
    stamp: tuple[int, int]
    data: bytes
    frame: Frame


class SlidesCamera:
    """See ``LiveCamera``. A take is the file itself of the picture that is shown."""

    has_live_view = True

    def __init__(
        self, folder: Path, width: int, height: int, rotate: Rotation, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """width, height: that frames have at most. Raises CameraLost where there is no folder or no picture in it."""
        self.name = display_name(folder.name)
        self._folder, self._side, self._rotate, self._clock = folder, max(width, height), rotate, clock
        self._refused: set[tuple[Path, tuple[int, int]]] = set()
        self._scanned = self._changed = self._framed = float("-inf")
        self._slide: Slide | None = None
        self._current()

    def frame(self) -> Frame | None:
        slide, now = self._current(), self._clock()
        if now - self._framed < 1 / _RATE:
            return None
        self._framed = now
        return slide.frame

    def take(self) -> CameraPicture:
        slide = self._current()
        return turn_file(CameraPicture(slide.path.name, slide.data), self._rotate)

    def close(self) -> None:
        self._slide = None

    def _current(self) -> Slide:
        """The picture that is shown now. Raises CameraLost."""
        now, slide = self._clock(), self._slide
        due = slide is None or now - self._changed >= SHOWN_S
        if slide is not None and not due and now - self._scanned < _SCAN_S:
            return slide
        self._scanned = now
        there = self._present()
        if slide is not None and not due and there.get(slide.path) == slide.stamp:
            return slide
        self._slide, self._changed = self._next(there, slide), now
        return self._slide

    def _present(self) -> dict[Path, tuple[int, int]]:
        """Files of the folder with their times and sizes, by name; what cannot be listed is none."""
        found = {}
        try:
            for path in sorted(self._folder.iterdir()):
                if not is_ignored(path.name) and path.is_file():
                    state = path.stat()
                    found[path] = (state.st_mtime_ns, state.st_size)
        except OSError as fault:
            raise self._lost() from fault
        return found

    def _next(self, there: dict[Path, tuple[int, int]], shown: Slide | None) -> Slide:
        """The first readable picture behind the one that was shown, from the first again at the end."""
        names = list(there)
        later = [path for path in names if shown is not None and path > shown.path]
        for path in (*later, *(path for path in names if path not in later)):
            stamp = there[path]
            if shown is not None and (path, stamp) == (shown.path, shown.stamp):
                return shown
            if (path, stamp) in self._refused:
                continue
            try:
                data = path.read_bytes()
                frame = self._read(data, path.name)
            except (CatchlightError, OSError):  # no picture: passed over until it changes
                self._refused.add((path, stamp))
                continue
            return Slide(path, stamp, data, turn_frame(frame, self._rotate))
        raise self._lost()

    def _read(self, data: bytes, name: str) -> ByteImage:
        """A file's pixels, upright, no larger than they are shown. Raises what decoding raises."""
        small = read_reduced(data, self._side, DecodeLimits(), name)
        return reduce_to(
            codec.decode(data, name=name).rgb8 if small is None else np.asarray(small.pixels, np.uint8), self._side
        )

    def _lost(self) -> CameraLost:
        return CameraLost(
            Message("The folder {path} is not there, or has no picture in it.", path=display_name(self._folder))
        )
