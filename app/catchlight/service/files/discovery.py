"""Which files are pictures: one list for single commands, batches and the window.

A folder gives its pictures, by a known suffix or else by content; what it leaves out is counted with the reason. A file that
was named by itself is always taken: what is wrong with it is said when it is read.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

SUFFIXES = frozenset({
    ".jpg", ".jpeg", ".jpe", ".jfif", ".jfi", ".jif", ".jps", ".mpo", ".png", ".apng", ".webp", ".tif", ".tiff", ".bmp",
    ".dib", ".heic", ".heics", ".heif", ".heifs", ".hif", ".avif", ".avifs",
})  # fmt: skip
"""Suffixes of the developed types that are read, in small letters."""
DEVELOPED_BESIDE_RAW = frozenset({".jpg", ".jpeg", ".jpe", ".hif", ".heif", ".heic"})
"""What cameras write beside a raw file, of the same shot and with the same name."""
RAW_SUFFIXES = frozenset({
    ".3fr", ".arw", ".cr2", ".cr3", ".crw", ".dcr", ".dng", ".erf", ".fff", ".gpr", ".iiq", ".k25", ".kdc", ".mef", ".mos",
    ".mrw", ".nef", ".nrw", ".orf", ".pef", ".raf", ".raw", ".rw2", ".rwl", ".sr2", ".srf", ".srw", ".x3f",
})  # fmt: skip
"""Suffixes of camera raw files, which are read too; many of them are shaped like TIFF and hold a small preview."""
SYSTEM_NAMES = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "@eadir", "__macosx", "icon\r", "$recycle.bin"})
"""What Windows, macOS and network storage leave in folders, in small letters."""
HEAD_BYTES = 64
"""By so many bytes the content of a file is known."""

Reason = Literal["hidden", "other", "pair", "folder", "irregular", "unreachable"]
WORDS: Mapping[Reason, tuple[str, str]] = {
    "hidden": ("hidden or of the system", "hidden or of the system"),
    "other": ("no picture that can be read", "no pictures that can be read"),
    "pair": ("JPEG beside its raw file", "JPEGs beside their raw files"),
    "folder": ("folder inside", "folders inside"),
    "irregular": ("no regular file", "no regular files"),
    "unreachable": ("not to be reached", "not to be reached"),
}
"""Why something in a folder is left out, for one and for several."""


@dataclass(frozen=True)
class DiscoveredFiles:
    """Pictures, and what was left out.

    files: each once, those of a folder by name. pairs: the JPEG of a shot by its raw file, which is taken for both. left_out:
    how many entries of folders, by reason. empty: folders without a picture. closed: folders that cannot be listed, with the
    system's reason.
    """

    files: tuple[Path, ...]
    left_out: Mapping[Reason, int] = field(default_factory=dict)
    pairs: Mapping[Path, Path] = field(default_factory=dict)
    empty: tuple[Path, ...] = ()
    closed: tuple[tuple[Path, str], ...] = ()

    @property
    def left_out_said(self) -> str:
        """``3 left out: 2 hidden or of the system, 1 no regular file.``; empty for none."""
        total = sum(self.left_out.values())
        if not total:
            return ""
        parts = [f"{count} {WORDS[reason][count > 1]}" for reason, count in self.left_out.items() if count]
        return f"{total} left out: {', '.join(parts)}."


def find_pictures(inputs: Iterable[Path], *, pair_named: bool = False) -> DiscoveredFiles:
    """The files that were named and the pictures of folders that were named, in order and each once.

    A raw file and the JPEG of the same shot in a folder are one picture, the raw file. pair_named: also where both were named.

    Raises nothing for a bad entry: folders that cannot be listed are among ``closed``.
    """
    files: dict[str, Path] = {}
    pairs: dict[Path, Path] = {}
    left_out: Counter[Reason] = Counter()
    empty: list[Path] = []
    closed: list[tuple[Path, str]] = []
    for entry in inputs:
        if not os.path.isdir(entry):
            files.setdefault(os.path.abspath(entry), entry)
            continue
        try:
            inside, without = _listed(entry)
        except OSError as fault:
            closed.append((entry, fault.strerror or str(fault)))
            continue
        left_out.update(without)
        inside, paired = pair_shots(inside)
        pairs |= paired
        left_out["pair"] += len(paired)
        for file in inside:
            files.setdefault(os.path.abspath(file), file)
        if not inside:
            empty.append(entry)
    if pair_named:
        kept, paired = pair_shots(files.values())
        files = {os.path.abspath(file): file for file in kept}
        pairs |= paired
    ordered: dict[Reason, int] = {reason: left_out[reason] for reason in WORDS if left_out[reason]}
    return DiscoveredFiles(tuple(files.values()), ordered, pairs, tuple(empty), tuple(closed))


def pair_shots(files: Iterable[Path]) -> tuple[list[Path], dict[Path, Path]]:
    """The files without the JPEGs that lie beside a raw file of the same name, and each of those by its raw file."""
    every = list(files)
    raws = {_shot(file): file for file in every if file.suffix.lower() in RAW_SUFFIXES}
    pairs = {
        raws[_shot(file)]: file for file in every if file.suffix.lower() in DEVELOPED_BESIDE_RAW and _shot(file) in raws
    }
    paired = set(pairs.values())
    return [file for file in every if file not in paired], pairs


def _shot(file: Path) -> tuple[Path, str]:
    return file.parent, file.stem.lower()


def is_picture_file(path: Path) -> bool:
    """Whether a folder would give this file: a regular one with a known suffix or a picture's content."""
    try:
        return _reason(path.name, os.stat(path), path) is None
    except (OSError, ValueError):
        return False


def _listed(folder: Path) -> tuple[list[Path], Counter[Reason]]:
    """The pictures of a folder by name, and how many of its entries are none. Raises OSError."""
    inside: list[Path] = []
    without: Counter[Reason] = Counter()
    for entry in _entries(folder):
        path = folder / entry.name
        try:
            reason = _reason(entry.name, entry.stat(), path)
        except OSError:
            reason = "hidden" if _is_hidden_name(entry.name) else "unreachable"
        if reason is None:
            inside.append(path)
        else:
            without[reason] += 1
    return sorted(inside), without


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        yield from entries


def _reason(name: str, status: os.stat_result, path: Path) -> Reason | None:
    """Why an entry is no picture; None where it is one. status: of what a link leads to."""
    if _is_hidden_name(name) or _is_marked_hidden(status):
        return "hidden"
    if stat.S_ISDIR(status.st_mode):
        return "folder"
    if not stat.S_ISREG(status.st_mode):
        return "irregular"
    suffix = os.path.splitext(name)[1].lower()
    if suffix in SUFFIXES or suffix in RAW_SUFFIXES:
        return None
    return None if _has_content_of_a_picture(path) else "other"


def _is_hidden_name(name: str) -> bool:
    """Dot files, which macOS's ``._*`` companions are among, and what systems leave behind."""
    return name.startswith(".") or name.lower() in SYSTEM_NAMES


def _is_marked_hidden(status: os.stat_result) -> bool:
    """By an attribute of Windows or a flag of macOS."""
    attributes, flags = getattr(status, "st_file_attributes", 0), getattr(status, "st_flags", 0)
    return bool(attributes & stat.FILE_ATTRIBUTE_HIDDEN or flags & stat.UF_HIDDEN)


def _has_content_of_a_picture(path: Path) -> bool:
    from catchlight.imaging.io import codec

    try:
        with path.open("rb", buffering=0) as file:
            return codec.sniff(file.read(HEAD_BYTES)) in (*codec.EXTENSIONS, codec.RAW)
    except OSError:
        return False
