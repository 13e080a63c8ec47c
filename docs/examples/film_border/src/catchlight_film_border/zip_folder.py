"""Delivery into a folder with one ZIP file for each delivery: ``zipfolder:///srv/portraits``."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from catchlight.service.delivery.targets import DeliveryFault

_TEMPORARY = ".part"


def make_target(address: str, options: Mapping[str, Any]) -> ZipFolder:
    """What Catchlight calls with the whole address. options: those of ``delivery`` in the settings; none is needed here."""
    folder = address.partition("://")[2]
    if not folder:
        raise DeliveryFault("zipfolder:// names no folder. Write zipfolder:///path/of/the/folder.")
    return ZipFolder(Path(folder))


class ZipFolder:
    """A DeliveryTarget: the file ``NAME/portrait.png`` of a delivery is the member ``portrait.png`` of ``NAME.zip``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> bytes | None:
        archive, member = self._place(name)
        if not archive.exists():
            return None
        with zipfile.ZipFile(archive) as opened:
            return opened.read(member) if member in opened.namelist() else None

    def size(self, name: str) -> int | None:
        archive, member = self._place(name)
        if not archive.exists():
            return None
        with zipfile.ZipFile(archive) as opened:
            return opened.getinfo(member).file_size if member in opened.namelist() else None

    def write(self, name: str, data: bytes) -> None:
        """Write the archive anew beside the old one, then put it in its place: a reader sees the one or the other, whole."""
        archive, member = self._place(name)
        archive.parent.mkdir(parents=True, exist_ok=True)
        temporary = archive.with_name(archive.name + _TEMPORARY)
        with zipfile.ZipFile(temporary, "w") as opened:
            for other, kept in self._members(archive).items():
                if other != member:
                    opened.writestr(other, kept)
            opened.writestr(member, data)
        os.replace(temporary, archive)

    def location(self, name: str) -> str:
        archive, member = self._place(name)
        return f"zipfolder://{archive}!{member}"

    def tidy(self, folder: str) -> None:
        archive, _ = self._place(f"{folder}/")
        archive.with_name(archive.name + _TEMPORARY).unlink(missing_ok=True)

    def _place(self, name: str) -> tuple[Path, str]:
        parcel, _, member = name.partition("/")
        return self._folder / f"{parcel}.zip", member

    @staticmethod
    def _members(archive: Path) -> dict[str, bytes]:
        if not archive.exists():
            return {}
        with zipfile.ZipFile(archive) as opened:
            return {name: opened.read(name) for name in opened.namelist()}
