"""Sticks: which drive is one, and that nothing on it is written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from catchlight.kiosk.handover.drives import LinuxDrives, RemovableDrive, system_drives
from catchlight.kiosk.handover.port import HandoverFault, HandoverFile
from catchlight.kiosk.handover.usb import UsbHandover


def never() -> bool:
    return False


class Machine:
    """A file system with the facts that Linux tells of block devices."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "sys/class/block").mkdir(parents=True)
        (root / "proc/self").mkdir(parents=True)
        self._mounts = ["proc /proc proc rw 0 0", "/dev/nvme0n1p1 / ext4 rw,noatime 0 0"]
        self.add("nvme0n1", removable=False, bus="pci0/nvme", parts=1, name="nvme0n1p")
        self.write_mounts()

    def add(self, device: str, *, removable: bool, bus: str, parts: int, name: str = "", size: int = 1000) -> None:
        place = self.root / "sys/devices" / bus / device
        place.mkdir(parents=True)
        (place / "removable").write_text(f"{int(removable)}\n")
        (place / "size").write_text(f"{size}\n")
        (self.root / "sys/class/block" / device).symlink_to(place)
        for number in range(1, parts + 1):
            part = place / f"{name or device}{number}"
            part.mkdir()
            (part / "partition").write_text(f"{number}\n")
            (part / "size").write_text(f"{size}\n")
            (self.root / "sys/class/block" / part.name).symlink_to(part)

    def mount(self, device: str, folder: str, options: str = "rw,nosuid") -> Path:
        self._mounts.append(f"/dev/{device} {folder.replace(' ', chr(92) + '040')} vfat {options} 0 0")
        self.write_mounts()
        place = self.root / folder.lstrip("/")
        place.mkdir(parents=True)
        return place

    def write_mounts(self) -> None:
        (self.root / "proc/self/mounts").write_text("\n".join(self._mounts) + "\n")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "root")


def test_without_a_stick_nothing_is_offered(machine: Machine, files: list[HandoverFile]) -> None:
    usb = UsbHandover(LinuxDrives(machine.root, ""))
    assert not usb.available()
    with pytest.raises(HandoverFault, match="No USB stick"):
        usb.hand(files, "", never)


def test_a_stick_gets_the_files_beside_what_is_on_it(machine: Machine, files: list[HandoverFile]) -> None:
    machine.add("sda", removable=True, bus="pci0/usb1/1-1", parts=1)
    stick = machine.mount("sda1", "/media/kiosk/My Stick")
    (stick / "photo.jpg").write_bytes(b"grandmother")
    usb = UsbHandover(LinuxDrives(machine.root, ""))
    assert usb.available()
    before = os.umask(0o077)  # as the kiosk's own files are kept from others
    try:
        handed = usb.hand(files, "", never)
    finally:
        os.umask(before)
    if os.name == "posix":
        assert (stick / "sheet.pdf").stat().st_mode & 0o777 == 0o644, "the person must be able to read it"
    assert (handed.place, handed.safe_to_remove) == ("My Stick", False)
    assert {one.name: one.read_bytes() for one in stick.iterdir()} == {
        "photo.jpg": b"grandmother",
        "photo_2.jpg": files[0].data,
        "sheet.pdf": files[1].data,
    }


@pytest.mark.parametrize(
    ("removable", "bus", "folder", "options", "offered"),
    [
        (True, "pci0/mmc0", "/run/media/kiosk/CARD", "rw", True),
        (False, "pci0/usb2/2-1", "/media/SSD", "rw", True),
        (False, "pci0/ata1", "/media/inside", "rw", False),
        (True, "pci0/usb1/1-1", "/media/locked", "ro,nosuid", False),
        (True, "pci0/usb1/1-1", "/boot/efi", "rw", False),
    ],
)
def test_only_drives_that_come_out_are_offered(
    machine: Machine, removable: bool, bus: str, folder: str, options: str, offered: bool
) -> None:
    machine.add("sda", removable=removable, bus=bus, parts=1)
    machine.mount("sda1", folder, options)
    assert LinuxDrives(machine.root, "").present() is offered


def test_a_stick_is_mounted_and_released_by_udisks(machine: Machine, tmp_path: Path, files: list[HandoverFile]) -> None:
    machine.add("sr0", removable=True, bus="pci0/ata2", parts=0)
    machine.add("sdb", removable=True, bus="pci0/usb1/1-2", parts=0, size=0)  # a card reader without a card
    machine.add("sdc", removable=True, bus="pci0/usb1/1-3", parts=1)
    stick = machine.root / "run/media/kiosk/STICK"
    stick.mkdir(parents=True)
    calls, tool = tmp_path / "calls", tmp_path / "udisksctl"
    mounts = machine.root / "proc/self/mounts"
    line = "/dev/sdc1 /run/media/kiosk/STICK vfat rw 0 0"
    tool.write_text(f'#!/bin/sh\necho "$@" >> {calls}\n[ $1 = mount ] && echo "{line}" >> {mounts}\nexit 0\n')
    tool.chmod(0o755)
    drives = LinuxDrives(machine.root, str(tool))
    assert drives.present()
    handed = UsbHandover(drives).hand(files, "", never)
    assert (handed.place, handed.safe_to_remove) == ("STICK", True)
    assert calls.read_text().splitlines() == [
        "mount --no-user-interaction -b /dev/sdc1",
        "unmount --no-user-interaction -b /dev/sdc1",
    ]
    assert (stick / "photo.jpg").read_bytes() == files[0].data


class OneDrive:
    def __init__(self, drive: RemovableDrive) -> None:
        self._drive = drive

    def present(self) -> bool:
        return True

    def first(self) -> RemovableDrive:
        return self._drive

    def release(self, drive: RemovableDrive) -> bool:
        return True


class FullDrive(RemovableDrive):
    def free_bytes(self) -> int:
        return 100_000


def test_a_full_stick_is_told_before_anything_is_written(tmp_path: Path, files: list[HandoverFile]) -> None:
    with pytest.raises(HandoverFault, match="STICK is full"):
        UsbHandover(OneDrive(FullDrive("STICK", tmp_path))).hand(files, "", never)
    assert list(tmp_path.iterdir()) == []


def test_a_stick_that_was_pulled_out_is_told(tmp_path: Path, files: list[HandoverFile]) -> None:
    with pytest.raises(HandoverFault, match="could not be written"):
        UsbHandover(OneDrive(RemovableDrive("STICK", tmp_path / "gone"))).hand(files, "", never)


def test_a_cancel_leaves_no_half_of_the_files(tmp_path: Path, files: list[HandoverFile]) -> None:
    with pytest.raises(HandoverFault, match="Nothing was written"):
        UsbHandover(OneDrive(RemovableDrive("STICK", tmp_path))).hand(
            files, "", lambda: (tmp_path / "photo.jpg").exists()
        )
    assert list(tmp_path.iterdir()) == []


def test_this_systems_drives_can_be_asked() -> None:
    assert system_drives().present() in (True, False)
