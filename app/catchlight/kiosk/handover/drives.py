"""Removable drives of this computer: the first stick that somebody put in, and whether it may be pulled out again.

Linux: ``linux_drives``. Windows: GetDriveType. macOS: ``diskutil``.
"""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from catchlight.kiosk.handover.mounts import read_mounts

_TOOL_SECONDS = 20.0
MOUNTS = Path("/proc/self/mountinfo")


@dataclass(frozen=True)
class RemovableDrive:
    """A mounted stick. name: as people know it. device: that ``release`` needs."""

    name: str
    path: Path
    device: str = ""

    def free_bytes(self) -> int:
        """Raises OSError where it was pulled out."""
        return shutil.disk_usage(self.path).free


class Drives(Protocol):
    """What a system knows of its removable drives."""

    def present(self) -> bool:
        """Whether a drive is in that can be written to. Raises nothing."""

    def first(self) -> RemovableDrive | None:
        """The first drive, mounted if need be."""

    def release(self, drive: RemovableDrive) -> bool:
        """Write everything out and give the drive free; whether it may be pulled out now."""


def system_drives(folder: str = "") -> Drives:
    """Those of the system that the program runs on. folder: of the configuration, "" to find them."""
    if folder:
        return NamedFolder(Path(folder))
    if sys.platform == "win32":
        return WindowsDrives()
    if sys.platform == "darwin":
        return MacDrives()
    from catchlight.kiosk.handover.linux_drives import LinuxDrives

    return LinuxDrives()


class NamedFolder:
    """The folder that the configuration names: used while something is mounted there, whatever it is."""

    def __init__(self, folder: Path, tool: str | None = None) -> None:
        """tool: path of udisksctl, "" where there is none."""
        self._folder = folder
        self._tool = find_udisks() if tool is None else tool

    def present(self) -> bool:
        return self.first() is not None

    def first(self) -> RemovableDrive | None:
        if not os.path.ismount(self._folder) or not os.access(self._folder, os.W_OK):
            return None
        source = next((one.source for one in read_mounts(MOUNTS) if one.folder == str(self._folder)), "")
        return RemovableDrive(self._folder.name, self._folder, source)

    def release(self, drive: RemovableDrive) -> bool:
        return unmount(self._tool, drive)


class MacDrives:
    """Volumes that ``diskutil`` calls removable or external."""

    def present(self) -> bool:
        return self.first() is not None

    def first(self) -> RemovableDrive | None:
        volumes = Path("/Volumes")
        for path in sorted(volumes.iterdir()) if volumes.is_dir() else []:
            told = run_tool(["/usr/sbin/diskutil", "info", "-plist", str(path)])
            facts: dict[str, Any] = plistlib.loads(told) if told else {}
            outside = facts.get("RemovableMediaOrExternalDevice") and not facts.get("SystemImage")
            if outside and facts.get("WritableVolume"):
                return RemovableDrive(path.name, path, str(facts.get("DeviceNode", "")))
        return None

    def release(self, drive: RemovableDrive) -> bool:
        return run_tool(["/usr/sbin/diskutil", "eject", str(drive.path)]) is not None


class WindowsDrives:
    """Drive letters of the type DRIVE_REMOVABLE. Windows writes such drives through at once: they may be pulled out."""

    _REMOVABLE = 2

    def present(self) -> bool:
        return self.first() is not None

    def first(self) -> RemovableDrive | None:
        import ctypes

        kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - there is none where mypy runs
        letters = kernel.GetLogicalDrives()
        for place in range(26):
            root = f"{chr(ord('A') + place)}:\\"
            if letters >> place & 1 and kernel.GetDriveTypeW(root) == self._REMOVABLE and Path(root).is_dir():
                return RemovableDrive(root[:2], Path(root), root[:2])
        return None

    def release(self, drive: RemovableDrive) -> bool:
        return True


def find_udisks() -> str:
    """The path of udisksctl (udisks2); "" where it is not installed."""
    return shutil.which("udisksctl") or ""


def unmount(tool: str, drive: RemovableDrive) -> bool:
    """Have udisks write everything out; whether it did. tool: of ``find_udisks``."""
    if not tool or not drive.device:
        return False
    return run_tool([tool, "unmount", "--no-user-interaction", "-b", drive.device]) is not None


def run_tool(command: list[str]) -> bytes | None:
    """What a tool of the system says; None where it failed or took too long."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TOOL_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
