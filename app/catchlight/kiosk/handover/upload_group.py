"""The process group of an upload's command: noted beside its files, so that a kiosk that was killed leaves no command running.

Linux tells by /proc which process is which: by number and start time, and by the environment that a process was started with.
Elsewhere nothing is ended, for a number alone may be another's by then.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
NOTE = ".upload-process"
"""Name of the note in the command's folder."""
FOLDER_VARIABLE = "TMPDIR"
"""Of the command's environment: holds its folder, whose name nobody can guess."""


@dataclass(frozen=True)
class UploadGroup:
    """leader: number of the command's process, which is that of its group. started: when, in ticks since the system started
    (proc_pid_stat(5), field 22). folder: of the command."""

    leader: int
    started: int
    folder: Path

    @classmethod
    def note(cls, leader: int, folder: Path) -> None:
        """Write down a command that has just been started. Raises OSError."""
        started = _started(leader)
        if started is not None:
            (folder / NOTE).write_text(json.dumps({"leader": leader, "started": started}))

    @classmethod
    def of(cls, folder: Path) -> UploadGroup:
        """The group that was noted in a folder; one without a leader where the kiosk was killed before it noted it."""
        try:
            note = json.loads((folder / NOTE).read_bytes())
            return cls(int(note["leader"]), int(note["started"]), folder)
        except (OSError, ValueError, KeyError, TypeError):
            return cls(0, 0, folder)

    def kill(self) -> int:
        """End what is left of the command and of what it started; gives how many processes. Raises nothing."""
        with contextlib.ExitStack() as opened:
            handles = [handle for pid in _processes() if (handle := self._handle(pid, opened)) is not None]
            for handle in handles:  # after all were found: the others are known by their leader
                with contextlib.suppress(OSError):  # it has ended by itself
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
        return len(handles)

    def holds(self, pid: int) -> bool:
        """Whether a process belongs to the command: it is in the group of the very leader that was noted, or was started with
        the command's folder in its environment."""
        if self.leader and _started(self.leader) == self.started and _group(pid) == self.leader:
            return True
        return f"{FOLDER_VARIABLE}={self.folder}".encode() in _environment(pid)

    def _handle(self, pid: int, opened: contextlib.ExitStack) -> int | None:
        """Of a process of the command; by it no other is meant that gets its number meanwhile. None for other processes."""
        try:
            handle = os.pidfd_open(pid)
        except OSError:
            return None  # it has ended
        opened.callback(os.close, handle)
        return handle if self.holds(pid) else None


def _processes() -> Iterator[int]:
    """Numbers of this user's processes but this one."""
    if not PROC.joinpath("self/stat").is_file():
        return
    for pid in [int(one.name) for one in PROC.iterdir() if one.name.isdecimal()]:
        with contextlib.suppress(OSError):
            if pid != os.getpid() and PROC.joinpath(str(pid)).stat().st_uid == os.geteuid():
                yield pid


def _fields(pid: int) -> list[str]:
    """What follows the name in /proc/PID/stat: from field 3 on; [] where there is no such process."""
    try:
        return PROC.joinpath(str(pid), "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _started(pid: int) -> int | None:
    fields = _fields(pid)
    return int(fields[19]) if len(fields) > 19 else None


def _group(pid: int) -> int | None:
    fields = _fields(pid)
    return int(fields[2]) if len(fields) > 2 else None


def _environment(pid: int) -> list[bytes]:
    try:
        return PROC.joinpath(str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return []
