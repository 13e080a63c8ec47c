"""A heart that beats in the GUI thread: its longest silence in each phase, and what every thread was doing then."""

from __future__ import annotations

import faulthandler
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

BEAT_MS = 5
LATE_MS = 45
"""After so long without a beat the lines of all threads are noted."""
LINES = 4
"""So many are told of each thread, the innermost first."""
_THREAD = re.compile(r"^(?:Current thread|Thread) 0x([0-9a-f]+)")
_LINE = re.compile(r'^  File "([^"]*)", line (\d+) in (.*)$')


@dataclass
class Silence:
    """The longest gap of a phase. busy: ms in it that the GUI thread itself computed; the rest it waited for others."""

    ms: float = 0.0
    busy: float = 0.0
    over: int = 0
    """How many gaps were over the bar."""
    where: list[str] = field(default_factory=list)


def taken() -> float | None:
    """Seconds of all processors that this machine's host gave to others; None where that is not told."""
    if not sys.platform.startswith("linux"):
        return None
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


class Heart:
    """Beats until ``stop``. Made and used in the GUI thread.

    Nothing of Python watches it: what looks at threads in Python holds them up itself, for as long as what it looks for.
    """

    def __init__(self, bar_ms: float = 50.0, *, where: bool = False) -> None:
        """where: note what the threads are doing in a gap, by a watch outside Python, which sees who holds up the others.
        It reads stacks that may change under its eyes, and rarely crashes the program.
        """
        from PySide6.QtCore import Qt, QTimer

        self.silences: dict[str, Silence] = {}
        self._bar = bar_ms
        self._phase = ""
        self._taken, self._begun = taken(), time.perf_counter()
        self._last, self._cpu = time.perf_counter(), time.thread_time()
        self._thread = threading.get_ident()
        self._seen = tempfile.TemporaryFile("w+") if where else None  # noqa: SIM115 - closed by ``stop``
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.beat)
        self._timer.start(BEAT_MS)

    def stop(self) -> None:
        self._timer.stop()
        if self._seen is not None:
            faulthandler.cancel_dump_traceback_later()
            self._seen.close()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """What the beats in between are counted for."""
        self._phase, self._last, self._cpu = name, time.perf_counter(), time.thread_time()
        yield
        self.beat()
        self._phase = ""

    def beat(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        gap = (now - self._last) * 1000
        if self._phase:
            silence = self.silences.setdefault(self._phase, Silence())
            silence.over += gap > self._bar
            if gap > silence.ms:
                silence.ms, silence.busy = gap, (cpu - self._cpu) * 1000
                silence.where = self._noted() if gap > self._bar else []
        if self._seen is not None:
            if gap > LATE_MS:
                self._seen.seek(0)
                self._seen.truncate()
            faulthandler.dump_traceback_later(LATE_MS / 1000, file=self._seen)
        self._last, self._cpu = time.perf_counter(), time.thread_time()

    def _noted(self) -> list[str]:
        """What the watch has written: the innermost lines of each thread."""
        if self._seen is None:
            return []
        self._seen.seek(0)
        names = {thread.ident: thread.name for thread in threading.enumerate()}
        told: list[str] = []
        lines = 0
        for written in self._seen:
            if thread := _THREAD.match(written):
                ident = int(thread[1], 16)
                told.append("the window:" if ident == self._thread else f"{names.get(ident, 'another')}:")
                lines = 0
            elif (line := _LINE.match(written)) and told and lines < LINES:
                told[-1] += f" {'/'.join(line[1].split('/')[-2:])}:{line[2]} {line[3]}"
                lines += 1
        return told

    def report(self) -> int:
        """Print every phase, the longest first; gives how many gaps in all were over the bar."""
        if self._taken is not None and (now := taken()) is not None:
            share = (now - self._taken) / ((time.perf_counter() - self._begun) * (os.cpu_count() or 1))
            print(f"  the host of this machine kept {share:.1%} of its processors to itself meanwhile")
        for name, found in sorted(self.silences.items(), key=lambda item: -item[1].ms):
            mark = f"  over the bar, {found.over} times" if found.over else ""
            print(f"  {found.ms:7.1f} ms ({found.busy:5.1f} busy)  {name}{mark}", flush=True)
            for where in found.where if found.over else ():
                print(f"            in {where}", flush=True)
        return sum(found.over for found in self.silences.values())
