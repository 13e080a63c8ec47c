"""A heart that beats in the GUI thread: its longest silence in each phase, and what every thread was doing then.

Beside it beats a process that does nothing else: when that stands still too, it is the machine that stood, not the window.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

BEAT_MS = 5
LATE_MS = 45
"""After so long without a beat the lines of all threads are noted."""
NOTED_MS = 10
"""Longer gaps are kept, to be compared with when the machine stood."""
LINES = 4
"""So many are told of each thread, the innermost first."""
BESIDE = """
import os, sys, time

def cost():
    begun = time.thread_time_ns()
    sum(range(3000))
    return time.thread_time_ns() - begun

parent, last = os.getppid(), time.perf_counter()
since, costs = last, []
while os.getppid() == parent:
    time.sleep(0.002)
    now = time.perf_counter()
    if now - last > 0.008:
        sys.stdout.write(f"stood {last + 0.002} {now}\\n")
    last = now
    costs.append(cost())
    if now - since > 0.03:
        sys.stdout.write(f"{sorted(costs)[len(costs) // 2]} {since} {now}\\n")
        since, costs = now, []
"""
"""The process beside: begin and end of each time that it stood, by the clock that all processes share on Linux, and how much
computing one and the same small piece of work took meanwhile: that tells when the machine was slow without standing."""
_THREAD = re.compile(r"^(?:Current thread|Thread) 0x([0-9a-f]+)")
_LINE = re.compile(r'^  File "([^"]*)", line (\d+) in (.*)$')


@dataclass
class Gap:
    """A time without a beat, from ``begin`` to ``end`` (seconds).

    busy: ms in it that the GUI thread itself computed; the rest it waited. kernel: ms of these that the system took for
    it, as for new pages. rubbish: ms of it in which Python looked for rubbish. stolen: ms for which the host took the one
    processor or the other away meanwhile: a thread on it stands then, and its time is counted on. stood: ms of it in which
    the machine stood. slowed: how many times as long as usually the process beside computed in it.
    """

    begin: float = 0.0
    end: float = 0.0
    busy: float = 0.0
    where: list[str] = field(default_factory=list)
    kernel: float = 0.0
    rubbish: float = 0.0
    stolen: float = 0.0
    stood: float = 0.0
    slowed: float = 1.0

    @property
    def ms(self) -> float:
        return (self.end - self.begin) * 1000

    @property
    def own(self) -> float:
        """ms without the times in which the machine stood."""
        return self.ms - self.stood


class Host:
    """What the host of this machine takes of its processors for others; nothing where that is not told."""

    def __init__(self) -> None:
        self._file = os.open("/proc/stat", os.O_RDONLY) if sys.platform.startswith("linux") else None
        self._lines = 1 + (os.cpu_count() or 1)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)

    def taken(self) -> list[float]:
        """Seconds of all processors together, and of each."""
        if self._file is None:
            return [0.0] * self._lines
        lines = os.pread(self._file, 160 * self._lines, 0).split(b"\n")[: self._lines]
        return [int(line.split()[8]) / os.sysconf("SC_CLK_TCK") for line in lines]


def spent() -> tuple[float, float]:
    """Seconds that this thread has computed, and those of them that the system took for it (0 where that is not told)."""
    if not sys.platform.startswith("linux"):
        return time.thread_time(), 0.0
    import resource

    return time.thread_time(), resource.getrusage(resource.RUSAGE_THREAD).ru_stime


class Heart:
    """Beats until ``stop``. Made and used in the GUI thread.

    Nothing of Python watches it: what looks at threads in Python holds them up itself, for as long as what it looks for.
    """

    def __init__(self, bar_ms: float = 50.0, *, where: bool = False) -> None:
        """where: note what the threads are doing in a gap, by a watch outside Python, which sees who holds up the others.
        It reads stacks that may change under its eyes, and rarely crashes the program.
        """
        from PySide6.QtCore import Qt, QTimer

        self._gaps: dict[str, list[Gap]] = {}
        self._bar = bar_ms
        self._phase = ""
        self._host = Host()
        self._taken_first, self._begun = self._host.taken(), time.perf_counter()
        self._taken = self._taken_first
        self._told = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by ``stop``
        self._beside = subprocess.Popen([sys.executable, "-u", "-c", BESIDE], stdout=self._told)
        self._last, self._spent = time.perf_counter(), spent()
        self._rubbish, self._look_begun = 0.0, 0.0
        gc.callbacks.append(self._looked)
        self._thread = threading.get_ident()
        self._seen = tempfile.TemporaryFile("w+") if where else None  # noqa: SIM115 - closed by ``stop``
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.beat)
        self._timer.start(BEAT_MS)

    def stop(self) -> None:
        self._timer.stop()
        gc.callbacks.remove(self._looked)
        self._beside.kill()
        self._beside.wait()
        self._told.close()
        self._host.close()
        if self._seen is not None:
            faulthandler.cancel_dump_traceback_later()
            self._seen.close()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """What the beats in between are counted for."""
        self._phase = name
        self._begin()
        yield
        self.beat()
        self._phase = ""

    def beat(self) -> None:
        now, (busy, kernel) = time.perf_counter(), spent()
        gap = Gap(self._last, now, (busy - self._spent[0]) * 1000)
        gap.kernel, gap.rubbish = (kernel - self._spent[1]) * 1000, self._rubbish * 1000
        gap.stolen = (
            max(after - before for before, after in zip(self._taken[1:], self._host.taken()[1:], strict=True)) * 1000
        )
        if self._phase:
            noted = self._gaps.setdefault(self._phase, [])
            if gap.ms > NOTED_MS or not noted:
                gap.where = self._noted() if gap.ms > self._bar else []
                noted.append(gap)
        if self._seen is not None:
            if gap.ms > LATE_MS:
                self._seen.seek(0)
                self._seen.truncate()
            faulthandler.dump_traceback_later(LATE_MS / 1000, file=self._seen)
        self._begin()

    def _begin(self) -> None:
        self._taken = self._host.taken()
        self._last, self._spent, self._rubbish = time.perf_counter(), spent(), 0.0

    def _looked(self, state: str, _info: dict[str, Any]) -> None:
        """Python begins or ends to look for rubbish, in whichever thread: all others stand meanwhile."""
        if state == "start":
            self._look_begun = time.perf_counter()
        else:
            self._rubbish += time.perf_counter() - self._look_begun

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
        """Print the longest gap of every phase; gives how many gaps in all were over the bar without what the machine stood."""
        share = (self._host.taken()[0] - self._taken_first[0]) / (
            (time.perf_counter() - self._begun) * (os.cpu_count() or 1)
        )
        print(f"  the host of this machine kept {share:.1%} of its processors to itself meanwhile")
        self._compare()
        total = 0
        for name, gaps in sorted(self._gaps.items(), key=lambda item: -max(gap.own for gap in item[1])):
            most, over = max(gaps, key=lambda gap: gap.own), sum(gap.own > self._bar for gap in gaps)
            mark = f"  over the bar, {over} times" if over else ""
            of = f"{most.busy:5.1f} busy, {most.kernel:.1f} of it the system, {most.rubbish:.1f} for rubbish"
            host = f"{most.stolen:.0f} of a processor stolen, {most.stood:5.1f} more the machine stood"
            host += f", which took {most.slowed:.1f} times as long as usually"
            print(f"  {most.own:7.1f} ms ({of}, {host})  {name}{mark}")
            for where in most.where if over else ():
                print(f"            in {where}", flush=True)
            total += over
        longest = max((gap.ms for gaps in self._gaps.values() for gap in gaps), default=0.0)
        print(f"  {longest:7.1f} ms is the longest with what the machine stood", flush=True)
        computed = [(gap.busy, name) for name, gaps in self._gaps.items() for gap in gaps]
        busy, name = max(computed, default=(0.0, ""))
        print(f"  {busy:7.1f} ms is the longest that the window's thread itself computed: {name}", flush=True)
        return total

    def _compare(self) -> None:
        """Tell each gap what the process beside has seen meanwhile."""
        self._told.seek(0)
        lines = [(kind, float(begin), float(end)) for kind, begin, end in map(str.split, self._told)]
        stood = [(begin, end) for kind, begin, end in lines if kind == "stood"]
        costs = [(float(kind), begin, end) for kind, begin, end in lines if kind != "stood"]
        usual = statistics.median(cost for cost, _, _ in costs) if costs else 1.0
        for gap in (gap for gaps in self._gaps.values() for gap in gaps):
            gap.stood = sum(max(0.0, min(end, gap.end) - max(begin, gap.begin)) for begin, end in stood) * 1000
            meanwhile = [cost for cost, begin, end in costs if begin < gap.end and end > gap.begin]
            gap.slowed = max(meanwhile, default=usual) / usual
