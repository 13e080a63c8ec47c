"""CPU seconds of processes that come and go: what the parts of a lab cost, each with all that it has started; Linux only."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(root: int) -> float:
    """User and system time of a process and of all below it, those included that have ended and were waited for."""
    try:
        fields = Path(f"/proc/{root}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    spent = sum(map(int, fields[11:15])) / _TICK
    for task in Path(f"/proc/{root}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            spent += sum(cpu_seconds(int(child)) for child in task.read_text().split())
    return spent
