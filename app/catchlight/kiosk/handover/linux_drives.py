"""Sticks on Linux: what the kernel (/sys) or udisks2 says can be taken out, and never a disk of the operator's own.

The operator's own are: drives that hold a file system which is mounted elsewhere (the system itself may start from a stick), and
what fstab(5) names, by its device, its label or its folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from catchlight.kiosk.handover.drives import RemovableDrive, find_udisks, run_tool, unmount
from catchlight.kiosk.handover.mounts import Mount, OwnMount, read_fstab, read_mounts

MOUNT_FOLDERS = ("/media/", "/run/media/", "/mnt/")
"""Where removable drives are mounted."""
_NO_STICKS = ("loop", "ram", "zram", "sr", "fd", "dm-", "md")
_HINT = re.compile(r"^\s*(HintSystem|HintIgnore|Removable|Drive):\s*'?([^'\n]*?)'?\s*$", re.MULTILINE)
"""Of what ``udisksctl info`` tells of a block device and of its drive."""
_BY_NAME = {
    "UUID": "by-uuid",
    "LABEL": "by-label",
    "PARTUUID": "by-partuuid",
    "PARTLABEL": "by-partlabel",
    "ID": "by-id",
}
"""Folders of /dev/disk, by the tags of fstab."""


class LinuxDrives:
    """See ``Drives``."""

    def __init__(self, root: Path = Path("/"), tool: str | None = None) -> None:
        """root: of the file system, another one for tests. tool: path of udisksctl, "" where there is none."""
        self._root = root
        self._tool = find_udisks() if tool is None else tool

    def present(self) -> bool:
        mounted = next(self._mounted(), None) is not None
        return mounted or (bool(self._tool) and next(self._unmounted(), None) is not None)

    def first(self) -> RemovableDrive | None:
        found = next(self._mounted(), None)
        if found is not None or not self._tool:
            return found
        for device in self._unmounted():
            if run_tool([self._tool, "mount", "--no-user-interaction", "-b", f"/dev/{device}"]) is not None:
                return next(self._mounted(), None)
        return None

    def release(self, drive: RemovableDrive) -> bool:
        return unmount(self._tool, drive)

    def _mounted(self) -> Iterator[RemovableDrive]:
        mounts = list(read_mounts(self._root / "proc/self/mountinfo"))
        own = list(read_fstab(self._root / "etc/fstab"))
        kept = {folder.folder for folder in own}
        for mount in mounts:
            block = self._block(mount)
            if not (mount.writable and mount.whole and mount.folder.startswith(MOUNT_FOLDERS)) or block is None:
                continue
            if mount.folder not in kept and self._is_stick(block, mounts, own):
                path = Path(mount.folder) if self._root == Path("/") else self._root / mount.folder.lstrip("/")
                yield RemovableDrive(path.name, path, f"/dev/{block.name}")

    def _unmounted(self) -> Iterator[str]:
        """Names of partitions, and of drives without any, that nobody has mounted and that have a medium in them."""
        mounts, own = list(read_mounts(self._root / "proc/self/mountinfo")), list(read_fstab(self._root / "etc/fstab"))
        mounted = {block.name for mount in mounts if (block := self._block(mount)) is not None}
        folder = self._root / "sys/class/block"
        names = sorted(one.name for one in folder.iterdir()) if folder.is_dir() else []
        for name in names:
            block = (folder / name).resolve()
            if name in mounted or not self._is_stick(block, mounts, own):
                continue
            has_parts = any((part / "partition").exists() for part in block.iterdir() if part.is_dir())
            if not has_parts and _read(block / "size") not in ("", "0"):
                yield name

    def _block(self, mount: Mount) -> Path | None:
        """The folder in /sys of the block device that a mount shows; None where there is none behind it."""
        block = self._root / "sys/dev/block" / mount.device
        return block.resolve() if block.exists() else None

    def _is_stick(self, block: Path, mounts: list[Mount], own: list[OwnMount]) -> bool:
        """Whether a block device can be taken out, and is not the operator's. block: its folder in /sys."""
        if block.name.startswith(_NO_STICKS):
            return False
        drive = _drive_of(block)
        system = (
            _drive_of(place) == drive
            for mount in mounts
            if not mount.folder.startswith(MOUNT_FOLDERS) and (place := self._block(mount)) is not None
        )
        if any(system) or any(self._is_named(one, block) for one in own):
            return False
        return _read(drive / "removable") == "1" or self._is_removable_to_udisks(block.name)

    def _is_named(self, own: OwnMount, block: Path) -> bool:
        """Whether a line of fstab means this device, or another part of its drive."""
        tag, has_tag, value = own.source.partition("=")
        folder = _BY_NAME.get(tag)
        name = f"dev/disk/{folder}/{value}" if has_tag and folder is not None else own.source.lstrip("/")
        meant = self._root / "sys/class/block" / (self._root / name).resolve().name
        return bool(own.source) and meant.exists() and _drive_of(meant.resolve()) == _drive_of(block)

    def _is_removable_to_udisks(self, name: str) -> bool:
        """Disks behind a USB bridge do not say that they are removable; udisks knows by what they hang on, and by its rules."""
        if not self._tool:
            return False
        told = run_tool([self._tool, "info", "-b", f"/dev/{name}"])
        if told is None:
            return False
        hints = dict(_HINT.findall(told.decode("utf-8", "replace")))
        drive = hints.get("Drive", "").rpartition("/")[2]
        if not drive or "true" in (hints.get("HintSystem"), hints.get("HintIgnore")):
            return False
        told = run_tool([self._tool, "info", "-p", f"drives/{drive}"])
        return told is not None and dict(_HINT.findall(told.decode("utf-8", "replace"))).get("Removable") == "true"


def _drive_of(block: Path) -> Path:
    """The drive that a partition lies on; a drive itself as it is."""
    return block.parent if (block / "partition").exists() else block


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError:
        return ""
