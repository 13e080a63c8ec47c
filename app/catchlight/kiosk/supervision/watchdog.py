"""Keeps the kiosk running for months: started again when it crashes or hangs, with a cover below it that hides the desktop."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Literal

from catchlight.core.keep_alive import RestartDelay, StopSignals
from catchlight.kiosk.supervision.heartbeat import LEAVE, RESTART, STARTED

CoverWord = Literal["moment", "out_of_order"]
Kept = Callable[[Connection], None]
"""What a kept process does until its connection ends. Pickled: a function of a module, or an object of one."""
_LOOK_SECONDS = 0.5
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class WatchLimits:
    """Seconds. start: until the attract screen is shown; beat: without a sign of life, before a hung kiosk is ended; quick: a
    kiosk that lived shorter has crashed at once; stop: it may take to end when asked. crashes: at once, in a row, after which the
    cover says that the kiosk is out of order; it is tried again for ever. first, longest: before it is started again."""

    start: float = 90.0
    beat: float = 15.0
    quick: float = 30.0
    stop: float = 9.0
    crashes: int = 3
    first: float = 0.2
    longest: float = 30.0


@dataclass
class _Child:
    process: SpawnProcess
    channel: Connection
    begun: float
    heard: float
    started: bool = False
    hung: bool = False


class Watchdog:
    """Runs in the main thread of a process of its own, which loads neither Qt nor the engine."""

    def __init__(
        self,
        kiosk: Kept,
        cover: Kept | None = None,
        died: Callable[[bool], None] = lambda hung: None,
        alive: Callable[[], None] = lambda: None,
        limits: WatchLimits | None = None,
    ) -> None:
        """cover: receives CoverWords, and shows them until its connection ends. died: called after each crash, with whether it
        hung: what it left is wiped there. alive: called at least once a second, for who watches the watchdog."""
        self._kiosk, self._cover_work = kiosk, cover
        self._died, self._alive = died, alive
        self._limits = limits or WatchLimits()
        self._context = multiprocessing.get_context("spawn")
        self._signals = StopSignals()
        self._delay = RestartDelay(self._limits.first, self._limits.longest, self._limits.quick)
        self._child: _Child | None = None
        self._cover: _Child | None = None
        self._cover_due = 0.0
        self._word: CoverWord = "moment"
        self._quick = 0

    def run(self) -> int:
        """Until staff leave the kiosk, or SIGTERM or SIGINT comes; gives the exit code of the whole."""
        due: float | None = 0.0
        with self._signals.caught():
            try:
                while not self._signals.count:
                    self._keep_cover()
                    if self._child is None and due is not None and time.monotonic() >= due:
                        self._child = self._start(self._kiosk, "kiosk")
                    self._look(due)
                    self._alive()
                    if self._child is not None and not self._child.process.is_alive():
                        delay = self._bury(self._child)
                        if delay is None:
                            return LEAVE
                        due = time.monotonic() + delay
            finally:
                self._end(self._child)
                self._end(self._cover)
        return LEAVE

    def _start(self, work: Kept, name: str) -> _Child:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs,), name=name)
        process.start()
        theirs.close()
        now = time.monotonic()
        _LOG.info("The %s runs as process %d.", name, process.pid)
        return _Child(process, ours, now, now)

    def _look(self, due: float | None) -> None:
        """Wait up to a second for something to happen, hear the kiosk, end it when it hangs."""
        watched: list[Connection | int] = [self._signals.wake]
        child, before = self._child, time.monotonic()
        if child is not None:
            watched += [child.process.sentinel, child.channel]
        wait(watched, _LOOK_SECONDS if child is not None or due is None else max(0.0, min(_LOOK_SECONDS, due - before)))
        if child is None:
            return
        try:
            while child.channel.poll():
                child.started = child.channel.recv() == STARTED or child.started
                child.heard = time.monotonic()
        except (EOFError, OSError):  # it has closed its end: it ends, or never will
            with contextlib.suppress(OSError):
                child.process.join(self._limits.stop)
        now = time.monotonic()
        if now - before > _LOOK_SECONDS + self._limits.beat / 2:  # this process slept too: the computer was suspended
            child.heard = now
        silent = now - child.heard
        if child.process.is_alive() and silent > (self._limits.beat if child.started else self._limits.start):
            _LOG.error("The kiosk has given no sign of life for %.0f s and is ended.", silent)
            child.hung = True
            child.process.kill()
            child.process.join()
        elif child.started and now - child.begun > self._limits.quick:
            self._quick = 0
            self._show("moment")

    def _bury(self, child: _Child) -> float | None:
        """The kiosk has ended: seconds until it is started again, None where that was meant."""
        child.process.join()
        code, lived = child.process.exitcode, time.monotonic() - child.begun
        self._forget(child)
        self._child = None
        if code == LEAVE:
            return None
        if code == RESTART:
            return self._delay.after(lived) if lived < self._limits.quick else 0.0
        self._quick = self._quick + 1 if lived < self._limits.quick else 0
        if self._quick >= self._limits.crashes:
            self._show("out_of_order")
        delay = self._delay.after(lived)
        _LOG.error("The kiosk has ended with code %s after %.0f s; it is started again in %.1f s.", code, lived, delay)
        try:
            self._died(child.hung)
        except Exception:  # noqa: BLE001 - border: whatever cannot be done now, the kiosk is started again
            _LOG.exception("What the kiosk has left could not be seen to.")
        return delay

    def _keep_cover(self) -> None:
        """Start the cover, again where it has died, not more often than every five seconds."""
        if self._cover_work is None:
            return
        if self._cover is not None and not self._cover.process.is_alive():
            _LOG.warning("The cover has ended with code %s.", self._cover.process.exitcode)
            self._forget(self._cover)
            self._cover = None
        if self._cover is None and time.monotonic() >= self._cover_due:
            self._cover_due = time.monotonic() + 5.0
            self._cover = self._start(self._cover_work, "cover")
            self._tell_cover()

    def _show(self, word: CoverWord) -> None:
        if word != self._word:
            self._word = word
            self._tell_cover()

    def _tell_cover(self) -> None:
        if self._cover is not None:
            with contextlib.suppress(OSError):  # it is started anew soon, and told then
                self._cover.channel.send(self._word)

    def _end(self, child: _Child | None) -> None:
        """The end of its connection asks a process to stop; one that takes too long is ended."""
        if child is None:
            return
        child.channel.close()
        child.process.join(self._limits.stop)
        if child.process.is_alive():
            _LOG.warning("Process %d did not stop in time and is ended.", child.process.pid)
            child.process.kill()
            child.process.join()
        child.process.close()

    def _forget(self, child: _Child) -> None:
        child.channel.close()
        child.process.close()
