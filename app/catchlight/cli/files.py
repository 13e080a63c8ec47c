"""Which files a command reads and which it writes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from catchlight.core.errors import InvalidRequest
from catchlight.core.files.naming import MOST_BYTES, SPARE_BYTES, display_name, distinct_stems, portable_stem
from catchlight.core.files.originals import is_one_of
from catchlight.core.messages import Message
from catchlight.service.files.discovery import DiscoveredFiles, find_pictures


@dataclass(frozen=True)
class OutputTarget:
    """Where a result goes: an exact file, or a folder and the stem of a name whose suffix the result decides.

    sources: the pictures that go into it; the first gives the name.
    """

    sources: tuple[Path, ...]
    folder: Path
    stem: str
    suffix: str | None

    @property
    def source(self) -> Path:
        return self.sources[0]

    def path(self, suffix: str) -> Path:
        return self.folder / (self.stem + (self.suffix or suffix))


@dataclass(frozen=True)
class RunOutputs:
    """The results of a run, no two of one name, and the pictures that were found for them."""

    targets: tuple[OutputTarget, ...]
    found: DiscoveredFiles

    @property
    def suffix(self) -> str | None:
        """Of an exact file; else the results decide."""
        return self.targets[0].suffix


def pictures(inputs: Sequence[Path]) -> DiscoveredFiles:
    """The files that were named, and those in the folders that were named.

    Raises BadParameter where there is none at all, InvalidRequest where the only folder cannot be read.
    """
    found = find_pictures(inputs)
    absent = [entry for entry in inputs if not os.path.lexists(entry)]
    if len(absent) == len(inputs):
        raise typer.BadParameter(f"There is no file or folder {display_name(absent[0])}.")
    if not found.files and not found.closed:
        where = ", ".join(display_name(folder) for folder in found.empty)
        raise typer.BadParameter(f"There are no pictures in the folder {where}. {found.left_out_said}".rstrip())
    if not found.files:
        folder, reason = found.closed[0]
        raise InvalidRequest(Message("The folder {path} cannot be read: {why}.", path=display_name(folder), why=reason))
    return found


def targets(inputs: Sequence[Path], out: Path, ending: str, together: bool = False) -> RunOutputs:
    """One target for each input (for all of them together: one). ``ending`` is added to names inside a folder.

    A file name for several inputs is a fault of usage.
    """
    found = pictures(inputs)
    sources = found.files
    from_folder = any(os.path.isdir(entry) for entry in inputs)
    as_file = bool(out.suffix) and not os.path.isdir(out)
    if as_file and (together or (len(sources) == 1 and not from_folder)):
        return RunOutputs(
            (OutputTarget(sources if together else sources[:1], out.parent, out.stem, out.suffix),), found
        )
    if as_file:
        raise typer.BadParameter(f"{out} looks like a file, but several pictures are to be written: name a folder.")
    if together:
        stem = portable_stem(sources[0].stem, MOST_BYTES - SPARE_BYTES)
        return RunOutputs((OutputTarget(sources, out, f"{stem}-{ending}", None),), found)
    stems = distinct_stems(sources)
    made = [OutputTarget((source,), out, f"{stem}-{ending}", None) for source, stem in zip(sources, stems, strict=True)]
    return RunOutputs(tuple(made), found)


def check_free(target: Path, sources: Sequence[Path], overwrite: bool) -> None:
    """Raises InvalidRequest where a result would replace a picture of the run, or anything without ``overwrite``."""
    if not os.path.lexists(target):
        return
    if is_one_of(target, sources):
        raise InvalidRequest(
            Message(
                "{target} is a source itself, which is never written over. Choose another name.", target=str(target)
            )
        )
    if not overwrite:
        raise InvalidRequest(
            Message("{target} exists already. Choose another name, or give --overwrite.", target=str(target))
        )
    if not target.is_file():
        raise InvalidRequest(Message("{target} is no file that could be replaced.", target=str(target)))
