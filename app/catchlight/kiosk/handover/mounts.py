"""What Linux has mounted (proc_pid_mountinfo(5)), and what its operator has it mount (fstab(5))."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_OCTAL = re.compile(r"\\([0-7]{3})")
"""Blanks in names."""


@dataclass(frozen=True)
class Mount:
    """A mounted file system. device: major and minor number, ``8:1``; 0 as major for one without a block device. source: as it
    was named, often ``/dev/sda1``. whole: not a folder of it alone, as a bind mount shows."""

    device: str
    folder: str
    source: str
    writable: bool
    whole: bool


def read_mounts(file: Path) -> Iterator[Mount]:
    """Those of a table in the form of /proc/self/mountinfo; none where it is not there."""
    for line in _lines(file):
        before, found, after = line.partition(" - ")
        fields, further = before.split(" "), after.split(" ")
        if found and len(fields) > 5 and len(further) > 2:
            options = {*fields[5].split(","), *further[2].split(",")}
            yield Mount(fields[2], _plain(fields[4]), _plain(further[1]), "ro" not in options, _plain(fields[3]) == "/")


@dataclass(frozen=True)
class OwnMount:
    """A line of fstab. source: a path, or ``UUID=...``, ``LABEL=...`` and the like."""

    source: str
    folder: str


def read_fstab(file: Path) -> Iterator[OwnMount]:
    """What the operator has mounted; none where there is no such file."""
    for line in _lines(file):
        fields = line.split()
        if len(fields) > 2 and not fields[0].startswith("#"):
            yield OwnMount(_plain(fields[0].replace('"', "")), _plain(fields[1]))


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []


def _plain(name: str) -> str:
    return _OCTAL.sub(lambda code: chr(int(code[1], 8)), name)
