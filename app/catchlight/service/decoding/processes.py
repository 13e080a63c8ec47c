"""Decoding in processes: a decoder that hangs, crashes or eats the memory takes nothing of the service along.

A C library cannot be stopped inside a thread, and a fault in it ends its whole process. Files that are cheap by their header
(most JPEGs and PNGs) are decoded where they are asked for: nothing is gained there, and their pixels need not be copied.
"""

from __future__ import annotations

import contextlib
import json
import logging
import multiprocessing
import threading
import time
from multiprocessing.context import SpawnProcess

from catchlight.core.errors import CatchlightError, ImageTooLarge, InvalidRequest, UnsupportedImage
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.io.deadline import SECONDS, SECONDS_A_MEGAPIXEL
from catchlight.imaging.picture import Picture
from catchlight.service.decoding.cost import is_heavy
from catchlight.service.decoding.transfer import Refusal, unpack
from catchlight.service.decoding.worker import READY, work

START_SECONDS = 60.0
"""How long a process may take to be there: it imports all decoders."""
_LOOK_SECONDS = 0.02
_MOST_PIECES = 3
"""Arrays of one picture: its pixels, and those in its file's colours with what they were in sRGB."""
_KINDS = (ImageTooLarge, InvalidRequest, UnsupportedImage)
_LOG = logging.getLogger(__name__)


class _Gone(Exception):
    """The process has ended by itself."""


class _Decoding:
    """One process, which decodes one file at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._channel, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=work, args=(theirs,), name="decoding", daemon=True)
        self.process.start()
        theirs.close()

    def begin(self, progress: Progress) -> None:
        """Wait until it is there. Raises _Gone, Cancelled."""
        self._wait(time.monotonic() + START_SECONDS, progress)
        if self._received() != READY:
            raise _Gone

    def decode(self, data: bytes, limits: codec.DecodeLimits, called: str, progress: Progress) -> Picture | Refusal:
        """The picture, or code and message of what is wrong with it. Raises _Gone, TimeoutError, Cancelled."""
        ends = time.monotonic() + SECONDS + SECONDS_A_MEGAPIXEL * limits.max_pixels / 1e6
        task = json.dumps([[limits.max_bytes, limits.max_pixels, limits.min_side, limits.setting], called]).encode()
        try:
            self._channel.send_bytes(task)
            self._channel.send_bytes(data)
        except OSError:
            raise _Gone from None
        self._wait(ends, progress)
        head = self._received()
        try:
            pieces = [self._received() for _ in range(min(int(self._received()), _MOST_PIECES))]
            return unpack(head, pieces)
        except ValueError as fault:  # pydantic's too
            _LOG.warning("The process that decodes has sent what is no picture: %s", fault)
            raise _Gone from fault

    def end(self) -> None:
        """Kill it, whatever it is at."""
        self.process.kill()
        self.process.join()
        self._channel.close()
        self.process.close()

    def _wait(self, ends: float, progress: Progress) -> None:
        try:
            while not self._channel.poll(_LOOK_SECONDS):
                progress.check()
                if time.monotonic() > ends:
                    raise TimeoutError
        except BrokenPipeError:
            raise _Gone from None

    def _received(self) -> bytes:
        try:
            return self._channel.recv_bytes()
        except (EOFError, OSError):
            raise _Gone from None


class DecodingProcesses:
    """Started as they are needed, kept for the next file. Thread safe; there are as many as threads decode at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[_Decoding] = []
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """Ids of those that wait for a file."""
        with self._lock:
            return [idle.process.pid or 0 for idle in self._idle]

    def decode(self, data: bytes, limits: codec.DecodeLimits, called: str, progress: Progress | None = None) -> Picture:
        """As ``codec.decode``, in a process where the file is heavy. Raises what that raises, and UnsupportedImage for a file
        under which the process died.
        """
        progress = progress or Progress()
        limits.check_bytes(len(data), called)
        if not is_heavy(data):
            return codec.decode(data, limits, called, progress=progress)
        found = self._decoded(data, limits, called, progress)
        if isinstance(found, Picture):
            return found
        code, message = found
        kind = next((kind for kind in _KINDS if kind.code == code), CatchlightError)
        raise kind(message, code=code)

    def close(self) -> None:
        """End those that wait; one at work ends with its file."""
        with self._lock:
            self._closed, idle = True, self._idle
            self._idle = []
        for process in idle:
            process.end()

    def _decoded(self, data: bytes, limits: codec.DecodeLimits, called: str, progress: Progress) -> Picture | Refusal:
        process = self._taken(progress)
        try:
            found = process.decode(data, limits, called, progress)
        except _Gone:
            code = _exit_code(process)
            process.end()
            _LOG.warning("The process that decoded a file has ended with code %s.", code)
            raise UnsupportedImage(
                Message("{name} cannot be decoded: it may be damaged. Export it again, or a smaller copy.", name=called)
            ) from None
        except TimeoutError:
            process.end()
            raise UnsupportedImage(
                Message("{name} takes far too long to decode; save it again with another program.", name=called)
            ) from None
        except BaseException:
            process.end()
            raise
        self._give_back(process)
        return found

    def _taken(self, progress: Progress) -> _Decoding:
        """A process that is there. Raises CatchlightError where none can be started, Cancelled."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        process = _Decoding()
        try:
            process.begin(progress)
        except (_Gone, TimeoutError):
            process.end()
            raise CatchlightError(
                Message("The process that decodes pictures does not start. There may be too little memory.")
            ) from None
        except BaseException:
            process.end()
            raise
        return process

    def _give_back(self, process: _Decoding) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(process)
                return
        process.end()


def _exit_code(process: _Decoding) -> int | None:
    with contextlib.suppress(ValueError):
        process.process.join(1.0)
        return process.process.exitcode
    return None
