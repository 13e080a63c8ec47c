"""What the sidecars of a picture are called.

darktable appends its suffix (``photo.cr2.xmp``); Lightroom, Bridge and Capture One put it in the place of the picture's
(``photo.xmp``), and look for it beside raw files alone: they write into all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from catchlight.service.files.discovery import RAW_SUFFIXES

SIDECAR = ".xmp"


def is_raw(picture: Path) -> bool:
    return picture.suffix.lower() in RAW_SUFFIXES


def appended_name(picture: Path) -> Path:
    """As darktable names it."""
    return picture.with_name(picture.name + SIDECAR)


def replaced_name(picture: Path) -> Path:
    """As Lightroom names it."""
    return picture.with_suffix(SIDECAR)


def sidecars_to_read(files: Iterable[Path]) -> list[Path]:
    """Those that are there, of all files of a shot, the one that was written last first. May ask the disk some thirty times."""
    return newest_first(dict.fromkeys(name for file in files for name in _names(file)))


def newest_first(files: Iterable[Path]) -> list[Path]:
    """Those that are there, the one that was written last first."""
    found: list[tuple[int, Path]] = []
    for file in files:
        try:
            found.append((file.stat().st_mtime_ns, file))
        except OSError:
            continue  # not there, or not to be reached: nothing to read
    return [file for _, file in sorted(found, key=lambda one: one[0], reverse=True)]


def sidecars_to_write(picture: Path) -> list[Path]:
    """A raw file has both; any other the one of its own name, and the other where that is there already and not a raw file's."""
    own, short = appended_name(picture), replaced_name(picture)
    if is_raw(picture):
        return [own, short]
    return [own, short] if short in _names(picture) and short.is_file() else [own]


def _names(picture: Path) -> Iterator[Path]:
    yield appended_name(picture)
    short = replaced_name(picture)
    if is_raw(picture) or (short.is_file() and not _has_raw_twin(picture)):
        yield short


def _has_raw_twin(picture: Path) -> bool:
    """Whether a raw file of the same name lies beside it, whose sidecar the short name is."""
    return any(
        picture.with_suffix(suffix).exists() or picture.with_suffix(suffix.upper()).exists() for suffix in RAW_SUFFIXES
    )
