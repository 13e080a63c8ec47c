"""A heart that beats in the GUI thread: its longest silence in each phase, and what the thread was doing then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

BEAT_MS = 5
LATE_MS = 35
"""After so long without a beat the watch looks where the GUI thread is."""


def where(thread: int, package: str = "/catchlight/gui/") -> list[str]:
    """Lines of a package's modules that a thread is in, the innermost first.

    No frame is held longer than that: what it holds, a painter for one, could not be let go of in time.
    """
    frame, found = sys._current_frames().get(thread), []
    while frame is not None:
        code = frame.f_code
        if package in code.co_filename:
            found.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return found


@dataclass
class Silence:
    """The longest gap of a phase. busy: ms in it that the GUI thread itself computed; the rest it waited for others."""

    ms: float = 0.0
    busy: float = 0.0
    over: int = 0
    """How many gaps were over the bar."""
    where: list[str] = field(default_factory=list)


class Heart:
    """Beats from ``start`` to ``stop``. Made and used in the GUI thread."""

    def __init__(self, bar_ms: float = 50.0) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.silences: dict[str, Silence] = {}
        self._bar = bar_ms
        self._phase = ""
        self._last, self._cpu = time.perf_counter(), time.thread_time()
        self._thread = threading.get_ident()
        self._seen: list[str] = []
        self._end = threading.Event()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.beat)
        self._timer.start(BEAT_MS)
        self._watch = threading.Thread(target=self._look, daemon=True, name="watch")
        self._watch.start()

    def stop(self) -> None:
        self._timer.stop()
        self._end.set()
        self._watch.join()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """What the beats in between are counted for."""
        self._phase, self._last, self._cpu = name, time.perf_counter(), time.thread_time()
        self._seen = []
        yield
        self.beat()
        self._phase = ""

    def beat(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        gap, seen = (now - self._last) * 1000, self._seen
        if self._phase:
            silence = self.silences.setdefault(self._phase, Silence())
            silence.over += gap > self._bar
            if gap > silence.ms:
                silence.ms, silence.busy, silence.where = gap, (cpu - self._cpu) * 1000, seen
        self._seen = []
        self._last, self._cpu = now, cpu

    def _look(self) -> None:
        while not self._end.wait(0.004):
            if not self._phase or (time.perf_counter() - self._last) * 1000 < LATE_MS or len(self._seen) > 6:
                continue
            said = " < ".join(where(self._thread)[:4]) or "the event loop"
            beside = [where(one, "/catchlight/")[:2] for one in sys._current_frames() if one != self._thread]
            said += "".join(f"; beside it {' < '.join(lines)}" for lines in beside if lines)
            if said not in self._seen:
                self._seen.append(said)

    def report(self) -> int:
        """Print every phase, the longest first; gives how many gaps in all were over the bar."""
        for name, found in sorted(self.silences.items(), key=lambda item: -item[1].ms):
            mark = f"  over the bar, {found.over} times" if found.over else ""
            print(f"  {found.ms:7.1f} ms ({found.busy:5.1f} busy)  {name}{mark}", flush=True)
            for where in found.where if found.over else ():
                print(f"            in {where}", flush=True)
        return sum(found.over for found in self.silences.values())
