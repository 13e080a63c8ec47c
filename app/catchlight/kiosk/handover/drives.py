"""Removable drives of this computer: the first stick that somebody put in, and whether it may be pulled out again.

Linux: /proc/self/mounts and /sys/class/block say what is removable or hangs on USB; ``udisksctl`` (udisks2), where there is one,
mounts and unmounts. Windows: GetDriveType. macOS: ``diskutil``.
"""

from __future__ import annotations

import plistlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

_MOUNT_FOLDERS = ("/media/", "/run/media/", "/mnt/")
"""Where removable drives are mounted; the system itself is never handed over to."""
_NO_STICKS = ("loop", "ram", "zram", "sr", "fd", "dm-", "md")
_TOOL_SECONDS = 20.0
_OCTAL = re.compile(r"\\([0-7]{3})")


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


def system_drives() -> Drives:
    """Those of the system that the program runs on."""
    if sys.platform == "win32":
        return WindowsDrives()
    return MacDrives() if sys.platform == "darwin" else LinuxDrives()


class LinuxDrives:
    """root: of the file system, another one for tests. tool: path of udisksctl, "" where there is none."""

    def __init__(self, root: Path = Path("/"), tool: str | None = None) -> None:
        self._root = root
        self._tool = shutil.which("udisksctl") or "" if tool is None else tool

    def present(self) -> bool:
        mounted = next(self._mounted(), None) is not None
        return mounted or (bool(self._tool) and next(self._unmounted(), None) is not None)

    def first(self) -> RemovableDrive | None:
        found = next(self._mounted(), None)
        if found is not None or not self._tool:
            return found
        for device in self._unmounted():
            if _ran([self._tool, "mount", "--no-user-interaction", "-b", f"/dev/{device}"]) is not None:
                return next(self._mounted(), None)
        return None

    def release(self, drive: RemovableDrive) -> bool:
        if not self._tool:
            return False
        return _ran([self._tool, "unmount", "--no-user-interaction", "-b", drive.device]) is not None

    def _mounts(self) -> list[tuple[str, str, str]]:
        """Device, folder and options of each mount."""
        try:
            lines = (self._root / "proc/self/mounts").read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        except OSError:
            return []
        parts = [[_OCTAL.sub(lambda code: chr(int(code[1], 8)), part) for part in line.split(" ")] for line in lines]
        return [(part[0], part[1], part[3]) for part in parts if len(part) > 3]

    def _mounted(self) -> Iterator[RemovableDrive]:
        for device, folder, options in self._mounts():
            writable = "rw" in options.split(",")
            if writable and folder.startswith(_MOUNT_FOLDERS) and self._is_removable(Path(device).name):
                path = Path(folder) if self._root == Path("/") else self._root / folder.lstrip("/")
                yield RemovableDrive(path.name, path, device)

    def _unmounted(self) -> Iterator[str]:
        """Names of partitions, and of drives without any, that nobody has mounted and that have a medium in them."""
        mounted = {Path(device).name for device, _, _ in self._mounts()}
        folder = self._root / "sys/class/block"
        names = sorted(one.name for one in folder.iterdir()) if folder.is_dir() else []
        for name in names:
            block = (folder / name).resolve()
            if name in mounted or name.startswith(_NO_STICKS) or not self._is_removable(name):
                continue
            has_parts = any((part / "partition").exists() for part in block.iterdir() if part.is_dir())
            if not has_parts and _read(block / "size") not in ("", "0"):
                yield name

    def _is_removable(self, name: str) -> bool:
        """Whether a block device or the drive that it is a partition of can be taken out, or hangs on USB."""
        if not name or name.startswith(_NO_STICKS):
            return False
        block = (self._root / "sys/class/block" / name).resolve()
        drive = block.parent if (block / "partition").exists() else block
        return _read(drive / "removable") == "1" or any(part.startswith("usb") for part in drive.parts)


class MacDrives:
    """Volumes that ``diskutil`` calls removable or external."""

    def present(self) -> bool:
        return self.first() is not None

    def first(self) -> RemovableDrive | None:
        volumes = Path("/Volumes")
        for path in sorted(volumes.iterdir()) if volumes.is_dir() else []:
            told = _ran(["/usr/sbin/diskutil", "info", "-plist", str(path)])
            facts: dict[str, Any] = plistlib.loads(told) if told else {}
            outside = facts.get("RemovableMediaOrExternalDevice") and not facts.get("SystemImage")
            if outside and facts.get("WritableVolume"):
                return RemovableDrive(path.name, path, str(facts.get("DeviceNode", "")))
        return None

    def release(self, drive: RemovableDrive) -> bool:
        return _ran(["/usr/sbin/diskutil", "eject", str(drive.path)]) is not None


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


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _ran(command: list[str]) -> bytes | None:
    """What a tool of the system says; None where it failed or took too long."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TOOL_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
