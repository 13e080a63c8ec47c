"""What files are by their names alone: pictures, the two files of a shot, and what lies beside pictures without being one."""

from __future__ import annotations

import os
from pathlib import Path

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
_SIDECARS = frozenset({
    ".xmp", ".aae", ".arp", ".cof", ".comask", ".cop", ".cos", ".cot", ".dop", ".dr4", ".lcc", ".nksc", ".on1", ".pp3",
    ".thm", ".vrd",
})  # fmt: skip
"""Edits, ratings and small copies beside a picture: of this program, darktable, Lightroom and Camera Raw, Apple Photos,
RawTherapee and ART, Capture One, DxO, Canon DPP, NX Studio, ON1, and the thumbnails of cameras."""
_CATALOGUES = frozenset({".catchlight-preset", ".lrcat", ".lrcat-data", ".lrdata", ".lrprev", ".ctg", ".gpx"})
"""Presets, catalogues with their folders of previews, a card's own index, and tracks of places."""
_RECORDINGS = frozenset({
    ".3gp", ".avi", ".braw", ".crm", ".lrv", ".m2ts", ".m4v", ".mkv", ".mov", ".mp4", ".mpeg", ".mpg", ".mts", ".webm", ".wmv",
    ".aac", ".m4a", ".mp3", ".wav",
})  # fmt: skip
"""Films and sound as cameras record them."""
COMPANIONS = _SIDECARS | _CATALOGUES | _RECORDINGS
"""Suffixes of what goes with pictures and is none, in small letters: passed over, and not told of."""


def is_companion(name: str) -> bool:
    """Whether a file or folder of that name goes with pictures, or is the system's: nobody misses it among pictures."""
    lower = name.lower()
    if lower in SYSTEM_NAMES or lower == ".ds_store" or lower.startswith("._"):
        return True
    return os.path.splitext(lower)[1] in COMPANIONS


def is_raw(path: Path) -> bool:
    return path.suffix.lower() in RAW_SUFFIXES


def may_have_raw(path: Path) -> bool:
    """Whether it is of a type that cameras write beside a raw file."""
    return path.suffix.lower() in DEVELOPED_BESIDE_RAW


def shot_of(path: Path) -> tuple[Path, str]:
    """The folder and name that the files of one shot have in common."""
    return path.parent, path.stem.lower()
