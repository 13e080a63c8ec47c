"""Which files a command reads and which it writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from catchlight.engine.errors import InvalidRequest

READABLE = {".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif", ".avif"}
"""Suffixes of the pictures that are taken out of a folder."""


@dataclass(frozen=True)
class Target:
    """Where a result goes: an exact file, or a folder and the stem of a name whose suffix the result decides."""

    source: Path
    folder: Path
    stem: str
    suffix: str | None

    def path(self, suffix: str) -> Path:
        return self.folder / (self.stem + (self.suffix or suffix))


def pictures(inputs: Sequence[Path]) -> list[Path]:
    """The files that were named, and those in the folders that were named, in order and each once."""
    found: dict[Path, None] = {}
    for entry in inputs:
        if entry.is_dir():
            inside = sorted(file for file in entry.iterdir() if file.is_file() and file.suffix.lower() in READABLE)
            if not inside:
                raise typer.BadParameter(f"There are no pictures in the folder {entry}.")
            found.update(dict.fromkeys(inside))
        else:
            found[entry] = None
    return list(found)


def targets(inputs: Sequence[Path], out: Path, ending: str, together: bool = False) -> list[Target]:
    """One target for each input (for all of them together: one). ``ending`` is added to names inside a folder.

    A file name for several inputs is a fault of usage.
    """
    sources = pictures(inputs)
    from_folder = any(entry.is_dir() for entry in inputs)
    as_file = bool(out.suffix) and not out.is_dir()
    if as_file and (together or (len(sources) == 1 and not from_folder)):
        return [Target(sources[0], out.parent, out.stem, out.suffix)]
    if as_file:
        raise typer.BadParameter(f"{out} looks like a file, but several pictures are to be written: name a folder.")
    if together:
        return [Target(sources[0], out, f"{sources[0].stem}-{ending}", None)]
    stems = Counter(source.stem for source in sources)
    return [
        Target(
            source, out, f"{source.stem if stems[source.stem] == 1 else source.name.replace('.', '_')}-{ending}", None
        )
        for source in sources
    ]


def check_free(target: Path, sources: Sequence[Path], overwrite: bool) -> None:
    """Raises InvalidRequest where a result would replace its own source, or anything without ``overwrite``."""
    if not target.exists():
        return
    if any(source.exists() and target.samefile(source) for source in sources):
        raise InvalidRequest(f"{target} is the source itself, which is never written over. Choose another name.")
    if not overwrite:
        raise InvalidRequest(f"{target} exists already. Choose another name, or give --overwrite.")
    if not target.is_file():
        raise InvalidRequest(f"{target} is no file that could be replaced.")
