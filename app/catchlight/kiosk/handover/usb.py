"""Handing over on a USB stick."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.files.naming import free_path
from catchlight.core.files.writing import write_atomic
from catchlight.core.messages import Message
from catchlight.kiosk.handover.drives import Drives
from catchlight.kiosk.handover.port import Handed, HandoverFault, HandoverFile, HandoverId, check_files

SPARE_BYTES = 1_000_000
"""What a file system needs beside the files themselves."""


class UsbHandover:
    """Writes into the first removable drive, and over nothing that is on it."""

    id: HandoverId = "usb"

    def __init__(self, drives: Drives) -> None:
        self._drives = drives

    def available(self) -> bool:
        return self._drives.present()

    def hand(self, files: Sequence[HandoverFile], address: str, cancelled: Callable[[], bool]) -> Handed:
        """All files or none: those already written are removed where one cannot be."""
        check_files(files)
        drive = self._drives.first()
        if drive is None:
            raise HandoverFault(
                Message("No USB stick is in the kiosk that can be written to. Put one in and try again.")
            )
        written: list[Path] = []
        try:
            if drive.free_bytes() < sum(len(file.data) for file in files) + SPARE_BYTES:
                raise HandoverFault(
                    Message("The USB stick {name} is full. Use another one, or choose another way.", name=drive.name)
                )
            for file in files:
                if cancelled():
                    raise HandoverFault(Message("Nothing was written on the USB stick."))
                written.append(_write(drive.path, file))
        except (OSError, StorageFault) as fault:
            _remove(written)
            raise HandoverFault(
                Message(
                    "The USB stick {name} could not be written: {why} Use another one, or choose another way.",
                    name=drive.name,
                    why=fault.message if isinstance(fault, StorageFault) else f"{fault.strerror or fault}.",
                )
            ) from fault
        except HandoverFault:
            _remove(written)
            raise
        return Handed("usb", place=drive.name, safe_to_remove=self._drives.release(drive))

    def wipe(self) -> None:
        """Nothing: what is on the person's stick stays, and nothing is kept elsewhere."""


def _write(folder: Path, file: HandoverFile) -> Path:
    while True:
        target = free_path(folder / file.name)
        with contextlib.suppress(FileExistsError):  # somebody took the name in between
            write_atomic(target, file.data, replace=False)
            with contextlib.suppress(OSError):  # a file system without rights, as most sticks have
                target.chmod(0o644)  # the person's own computer must be able to read what the kiosk's user wrote
            return target


def _remove(written: Sequence[Path]) -> None:
    for path in written:
        with contextlib.suppress(OSError):  # the stick is gone, and the files with it
            path.unlink(missing_ok=True)
