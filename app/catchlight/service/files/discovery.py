"""Which files are pictures: one list for single commands, batches and the window.

A folder gives its pictures, by a known suffix or else by content; what it leaves out is counted with the reason, but for what
goes with pictures (sidecars, films), which nobody misses. A file that was named by itself is taken: what is wrong with it is said
when it is read. What goes with pictures is taken only where nothing else was named, so that ``*`` stands for a folder's pictures.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from catchlight.core.files.kinds import (
    RAW_SUFFIXES,
    SUFFIXES,
    is_companion,
    is_raw,
    may_have_raw,
    shot_of,
)

__all__ = ["RAW_SUFFIXES", "SUFFIXES", "DiscoveredFiles", "Reason", "find_pictures", "is_picture_file", "pair_shots"]

HEAD_BYTES = 64
"""By so many bytes the content of a file is known."""

Reason = Literal["companion", "hidden", "other", "pair", "folder", "irregular", "unreachable"]
WORDS: Mapping[Reason, tuple[str, str]] = {
    "hidden": ("hidden or of the system", "hidden or of the system"),
    "other": ("no picture that can be read", "no pictures that can be read"),
    "pair": ("JPEG beside its raw file", "JPEGs beside their raw files"),
    "folder": ("folder inside", "folders inside"),
    "irregular": ("no regular file", "no regular files"),
    "unreachable": ("not to be reached", "not to be reached"),
}
"""Why something in a folder is left out, for one and for several. What goes with pictures is not told of."""


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
    beside = {key for key, file in files.items() if is_companion(file.name)}
    if len(beside) < len(files):
        files = {key: file for key, file in files.items() if key not in beside}
    ordered: dict[Reason, int] = {reason: left_out[reason] for reason in WORDS if left_out[reason]}
    return DiscoveredFiles(tuple(files.values()), ordered, pairs, tuple(empty), tuple(closed))


def pair_shots(files: Iterable[Path]) -> tuple[list[Path], dict[Path, Path]]:
    """The files without the JPEGs that lie beside a raw file of the same name, and each of those by its raw file."""
    every = list(files)
    raws = {shot_of(file): file for file in every if is_raw(file)}
    pairs = {raws[shot_of(file)]: file for file in every if may_have_raw(file) and shot_of(file) in raws}
    paired = set(pairs.values())
    return [file for file in every if file not in paired], pairs


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
    if is_companion(name):
        return "companion"
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
    return name.startswith(".")


def _is_marked_hidden(status: os.stat_result) -> bool:
    """By an attribute of Windows or a flag of macOS."""
    attributes, flags = getattr(status, "st_file_attributes", 0), getattr(status, "st_flags", 0)
    return bool(attributes & stat.FILE_ATTRIBUTE_HIDDEN or flags & stat.UF_HIDDEN)


def _has_content_of_a_picture(path: Path) -> bool:
    from catchlight.imaging.io.codec import is_picture_head

    try:
        with path.open("rb", buffering=0) as file:
            return is_picture_head(file.read(HEAD_BYTES))
    except OSError:
        return False
