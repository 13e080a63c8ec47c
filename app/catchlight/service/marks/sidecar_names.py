"""What the sidecars of a picture are called.

darktable appends its suffix (``photo.cr2.xmp``); Lightroom, Bridge and Capture One put it in the place of the picture's
(``photo.xmp``), and look for it beside raw files alone: they write into all others. Several pictures may share that name.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from catchlight.service.files.discovery import RAW_SUFFIXES, SUFFIXES

SIDECAR = ".xmp"
DNG = ".dng"


def is_raw(picture: Path) -> bool:
    return picture.suffix.lower() in RAW_SUFFIXES


def appended_name(picture: Path) -> Path:
    """As darktable names it."""
    return picture.with_name(picture.name + SIDECAR)


def replaced_name(picture: Path) -> Path:
    """As Lightroom names it."""
    return picture.with_suffix(SIDECAR)


def sidecars_to_read(files: Iterable[Path]) -> list[Path]:
    """Those that are there, of all files of a shot: first what is their own, the one that was written last first.

    A name that another picture has too comes last: what is said there may be of that one. May ask the disk a hundred times.
    """
    own: list[Path] = []
    shared: list[Path] = []
    for file in files:
        short = replaced_name(file)
        own.append(appended_name(file))
        if not short.is_file():
            continue
        if _has_replaced_name(file):
            own.append(short)
        elif not _lies_beside(file, () if _is_camera_raw(file) else RAW_SUFFIXES):
            shared.append(short)
    return newest_first(dict.fromkeys(own)) + newest_first(name for name in dict.fromkeys(shared) if name not in own)


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
    """What is the picture's own: the appended name, and the replaced one where no other picture may be meant by that.

    For a raw file that is made; for any other it is written where it is there already.
    """
    own, short = appended_name(picture), replaced_name(picture)
    return [own, short] if (is_raw(picture) or short.is_file()) and _has_replaced_name(picture) else [own]


def _has_replaced_name(picture: Path) -> bool:
    """Whether the replaced name is of this picture alone: of raw files before all others, and of those the one that is no DNG,
    for Lightroom writes into DNGs."""
    if _is_camera_raw(picture):
        return not _lies_beside(picture, RAW_SUFFIXES - {DNG})
    return not _lies_beside(picture, RAW_SUFFIXES if is_raw(picture) else RAW_SUFFIXES | SUFFIXES)


def _is_camera_raw(picture: Path) -> bool:
    return is_raw(picture) and picture.suffix.lower() != DNG


def _lies_beside(picture: Path, suffixes: Iterable[str]) -> bool:
    """Whether another picture of the same name and one of these suffixes is there."""
    written = (picture.with_suffix(form) for suffix in suffixes for form in (suffix, suffix.upper()))
    return any(other.exists() and not _is_same(other, picture) for other in written if other.name != picture.name)


def _is_same(first: Path, second: Path) -> bool:
    """Whether two names are one file, as they are where capitals make no difference."""
    try:
        return first.samefile(second)
    except OSError:
        return False
