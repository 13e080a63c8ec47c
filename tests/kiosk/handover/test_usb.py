"""Sticks: which drive is one, and that nothing on it is written over."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from catchlight.kiosk.handover.drives import MOUNTS, NamedFolder, RemovableDrive, system_drives
from catchlight.kiosk.handover.linux_drives import LinuxDrives
from catchlight.kiosk.handover.mounts import read_mounts
from catchlight.kiosk.handover.port import HandoverFault, HandoverFile
from catchlight.kiosk.handover.usb import UsbHandover


def never() -> bool:
    return False


class Machine:
    """A file system with the facts that Linux tells of block devices and mounts, and a udisksctl that answers from a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("sys/class/block", "sys/dev/block", "proc/self", "etc", "dev/disk/by-uuid", "dev/disk/by-label"):
            (root / folder).mkdir(parents=True)
        self._devices = 0
        self._mounts = ["21 1 0:5 / /proc rw,nosuid - proc proc rw"]
        self.add("nvme0n1", removable=False, bus="pci0/nvme", parts=1, name="nvme0n1p")
        self.mount("nvme0n1p1", "/", make=False)

    def add(self, device: str, *, removable: bool, bus: str, parts: int, name: str = "", size: int = 1000) -> None:
        place = self.root / "sys/devices" / bus / device
        place.mkdir(parents=True)
        (place / "removable").write_text(f"{int(removable)}\n")
        self._block(place, size)
        for number in range(1, parts + 1):
            part = place / f"{name or device}{number}"
            part.mkdir()
            (part / "partition").write_text(f"{number}\n")
            self._block(part, size)

    def _block(self, place: Path, size: int) -> None:
        self._devices += 1
        (place / "size").write_text(f"{size}\n")
        (place / "dev").write_text(f"8:{self._devices}\n")
        for link in (f"sys/class/block/{place.name}", f"sys/dev/block/8:{self._devices}"):
            (self.root / link).symlink_to(place)
        (self.root / "dev" / place.name).touch()

    def mount(
        self,
        device: str,
        folder: str,
        options: str = "rw,nosuid",
        inside: str = "/",
        source: str = "",
        make: bool = True,
    ) -> Path:
        number = (self.root / "sys/class/block" / device / "dev").read_text().strip()
        named = folder.replace(" ", chr(92) + "040")
        self._mounts.append(f"22 1 {number} {inside} {named} {options} shared:1 - vfat {source or f'/dev/{device}'} rw")
        self.write_mounts()
        place = self.root / folder.lstrip("/")
        if make:
            place.mkdir(parents=True)
        return place

    def write_mounts(self) -> None:
        (self.root / "proc/self/mountinfo").write_text("\n".join(self._mounts) + "\n")

    def udisks(self, told: dict[str, str], mounts: str = "") -> tuple[str, Path]:
        """A tool that answers ``info`` with these facts, and a file of its calls. mounts: a line of mountinfo that ``mount``
        brings."""
        calls, tool = self.root / "calls", self.root / "udisksctl"
        facts = "\n".join(f"    {name}:   {value}" for name, value in told.items())
        table = self.root / "proc/self/mountinfo"
        tool.write_text(
            f"#!/bin/sh\n[ $1 = info ] && cat <<'END' && exit 0\n{facts}\nEND\necho \"$@\" >> {calls}\n"
            f"[ $1 = mount ] && echo '{mounts}' >> {table}\nexit 0\n"
        )
        tool.chmod(0o755)
        return str(tool), calls


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
        (True, "pci0/usb1/1-1", "/mnt/stick", "rw", True),
        (False, "pci0/usb2/2-1", "/media/SSD", "rw", False),
        (False, "pci0/usb2/2-1", "/mnt/backup", "rw", False),
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


@pytest.mark.parametrize(
    ("told", "offered"),
    [
        ({"HintSystem": "false", "Drive": "'/org/freedesktop/UDisks2/drives/SSD_1'", "Removable": "true"}, True),
        ({"HintSystem": "true", "Drive": "'/org/freedesktop/UDisks2/drives/SSD_1'", "Removable": "true"}, False),
        ({"HintIgnore": "true", "Drive": "'/org/freedesktop/UDisks2/drives/SSD_1'", "Removable": "true"}, False),
        ({"HintSystem": "false", "Drive": "'/org/freedesktop/UDisks2/drives/SSD_1'", "MediaRemovable": "true"}, False),
        ({"HintSystem": "false", "Drive": "'/'", "Removable": "true"}, False),
    ],
)
def test_udisks_says_which_disks_behind_a_bridge_come_out(
    machine: Machine, told: dict[str, str], offered: bool
) -> None:
    machine.add("sda", removable=False, bus="pci0/usb2/2-1", parts=1)
    machine.mount("sda1", "/media/SSD")
    tool, _ = machine.udisks(told)
    assert LinuxDrives(machine.root, tool).present() is offered


@pytest.mark.parametrize(
    "line",
    [
        "/dev/sda1 /srv/backup ext4 defaults 0 2",
        "/dev/sda2 /srv/backup ext4 defaults 0 2",
        "UUID=1234-ABCD /srv/backup vfat defaults 0 2",
        "LABEL=My\\040Backup /srv/backup vfat defaults 0 2",
        "/dev/disk/by-uuid/1234-ABCD /srv/backup vfat noauto 0 0",
        "//nas/share /media/STICK cifs defaults 0 0",
    ],
)
def test_what_the_operator_has_mounted_is_never_taken(machine: Machine, line: str) -> None:
    machine.add("sda", removable=True, bus="pci0/usb1/1-1", parts=2)
    machine.mount("sda1", "/media/STICK")
    for name in ("by-uuid/1234-ABCD", "by-label/My Backup"):
        (machine.root / "dev/disk" / name).symlink_to(machine.root / "dev/sda1")
    assert LinuxDrives(machine.root, "").present()
    (machine.root / "etc/fstab").write_text(f"# the operator's\n{line}\n")
    assert not LinuxDrives(machine.root, "").present()


def test_a_stick_that_the_system_starts_from_is_never_taken(machine: Machine) -> None:
    machine.add("sda", removable=True, bus="pci0/usb1/1-1", parts=2)
    machine.mount("sda1", "/boot/firmware")
    machine.mount("sda2", "/media/data")
    tool, _ = machine.udisks({})
    assert not LinuxDrives(machine.root, tool).present()


def test_a_folder_of_a_stick_that_is_mounted_elsewhere_is_not_the_stick(machine: Machine) -> None:
    machine.add("sda", removable=True, bus="pci0/usb1/1-1", parts=1)
    machine.mount("sda1", "/media/bound", inside="/photos")
    assert not LinuxDrives(machine.root, "").present()


def test_a_mount_under_any_name_is_known_by_its_device(machine: Machine) -> None:
    machine.add("sda", removable=True, bus="pci0/usb1/1-1", parts=1)
    machine.mount("sda1", "/media/STICK", source="/dev/disk/by-label/STICK")
    found = LinuxDrives(machine.root, "").first()
    assert found is not None
    assert (found.name, found.device) == ("STICK", "/dev/sda1")


def test_a_stick_is_mounted_and_released_by_udisks(machine: Machine, files: list[HandoverFile]) -> None:
    machine.add("sr0", removable=True, bus="pci0/ata2", parts=0)
    machine.add("sdb", removable=True, bus="pci0/usb1/1-2", parts=0, size=0)  # a card reader without a card
    machine.add("sdc", removable=True, bus="pci0/usb1/1-3", parts=1)
    stick = machine.root / "run/media/kiosk/STICK"
    stick.mkdir(parents=True)
    number = (machine.root / "sys/class/block/sdc1/dev").read_text().strip()
    tool, calls = machine.udisks({}, f"30 1 {number} / /run/media/kiosk/STICK rw - vfat /dev/sdc1 rw")
    drives = LinuxDrives(machine.root, tool)
    assert drives.present()
    handed = UsbHandover(drives).hand(files, "", never)
    assert (handed.place, handed.safe_to_remove) == ("STICK", True)
    assert calls.read_text().splitlines() == [
        "mount --no-user-interaction -b /dev/sdc1",
        "unmount --no-user-interaction -b /dev/sdc1",
    ]
    assert (stick / "photo.jpg").read_bytes() == files[0].data


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_folder_that_the_configuration_names_is_used_while_something_is_mounted_there(tmp_path: Path) -> None:
    assert system_drives(str(tmp_path)).first() is None, "a folder of the system's own disk"
    mounted = next(
        Path(one.folder)
        for one in read_mounts(MOUNTS)
        if one.writable and os.access(one.folder, os.W_OK) and Path(one.folder).is_dir()
    )
    found = NamedFolder(mounted, "").first()
    assert found is not None
    assert found.path == mounted
    assert not NamedFolder(mounted, "").release(found)


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
