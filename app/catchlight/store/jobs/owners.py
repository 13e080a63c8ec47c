"""Names of those who do jobs, by which another process of the same machine can tell whether they still live.

A lease that ends by the clock ends too early when the clock is set forward, and too late when it is set back. On one machine the
boot, the process and the moment of its start say it without a clock.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
from functools import lru_cache
from pathlib import Path
from typing import Literal

Life = Literal["alive", "dead", "unknown"]
_NAME = re.compile(r"(?P<host>[^/]*)/(?P<boot>[^/]*)/(?P<pid>\d+)/(?P<start>\d+)/[0-9a-f]+")
_BOOT, _PROCESSES = Path("/proc/sys/kernel/random/boot_id"), Path("/proc")
_START_FIELD = 19
"""Of the fields after the name in /proc/PID/stat: when the process started, in ticks since the boot (proc_pid_stat(5))."""


def this_owner() -> str:
    """A name that no other owner has, in this process or another one."""
    pid = os.getpid()
    return f"{socket.gethostname()}/{_boot()}/{pid}/{_started(pid) or 0}/{secrets.token_hex(4)}"


def life_of(owner: str) -> Life:
    """Whether an owner's process runs. ``unknown``: of another machine, of this very process, or where the system does not say;
    then only its lease tells.
    """
    found = _NAME.fullmatch(owner)
    boot, host = _boot(), socket.gethostname()
    if found is None or not boot or found["host"] != host or not found["boot"] or found["start"] == "0":
        return "unknown"
    pid = int(found["pid"])
    if found["boot"] != boot:
        return "dead"
    started = _started(pid)
    if started != int(found["start"]):
        return "dead"
    return "unknown" if pid == os.getpid() else "alive"


@lru_cache
def _boot() -> str:
    """Id of this run of the system, another after every start; empty where the system has none."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _started(pid: int) -> int | None:
    """When a process started, in ticks since the boot; None where there is none, or it is only waiting to be buried."""
    try:
        state, *fields = (_PROCESSES / str(pid) / "stat").read_bytes().rpartition(b") ")[2].split()
    except (OSError, ValueError):
        return None
    return None if state in (b"Z", b"X") else int(fields[_START_FIELD - 1])
