"""Processor time of other processes, what this one holds, and how long its window's thread was busy at a stretch."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")


def cpu_of(pids: Sequence[int]) -> float:
    """Seconds of processors that these processes used, and their children that have ended."""
    return sum(_cpu(pid) for pid in pids)


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICK


def resident_mb() -> float:
    """Of this process, 10^6 bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_handles() -> Counter[str]:
    """How many of each kind: files by their names, all others by what they are."""
    kinds: Counter[str] = Counter()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            target = os.readlink(entry)
        except FileNotFoundError:  # closed meanwhile, as that of this listing
            continue
        kinds[Path(target).name if target.startswith("/") else target.split(":")[0]] += 1
    return kinds


def running_threads() -> tuple[int, int]:
    """Of the system and of Python."""
    return len(os.listdir("/proc/self/task")), threading.active_count()


@dataclass
class CpuClock:
    """Processor time that one thread spends in ``with`` blocks. spent: seconds. count: of whatever the caller counts."""

    spent: float = 0.0
    count: int = 0
    _began: float = 0.0

    def __enter__(self) -> CpuClock:
        self._began = time.thread_time()
        return self

    def __exit__(self, *fault: object) -> None:
        self.spent += time.thread_time() - self._began

    def reset(self) -> None:
        self.spent, self.count = 0.0, 0
