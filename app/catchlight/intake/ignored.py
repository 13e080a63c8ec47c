"""Names that are no arriving pictures: hidden files, files that are still being written, and what lies beside pictures."""

from __future__ import annotations

import os

UNFINISHED = frozenset({".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".swp", ".lock"})
"""Suffixes under which programs write what is not finished: browsers, WinSCP (``.filepart``), rsync and others."""
BESIDE = frozenset({".xmp", ".csv", ".log", ".catchlight-preset"})
"""Suffixes of what is kept beside pictures: sidecars, reports and presets."""
SYSTEM = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"})
"""What Windows and macOS leave in folders, in small letters."""


def is_ignored(name: str) -> bool:
    """Whether a file of that name is never taken, nor told of."""
    lower = name.lower()
    if lower.startswith((".", "~")) or lower.endswith("~") or lower in SYSTEM:
        return True
    return os.path.splitext(lower)[1] in UNFINISHED | BESIDE


def is_ignored_folder(name: str) -> bool:
    """Whether a folder of that name is not looked into: hidden ones, and those that network storage makes."""
    return name.startswith(".") or name.lower() in {"@eadir", "__macosx", "$recycle.bin"}
