"""Names that are no arriving pictures: hidden files, files that are still being written, and what lies beside pictures."""

from __future__ import annotations

import os

from catchlight.core.files.kinds import is_companion

UNFINISHED = frozenset({".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".swp", ".lock"})
"""Suffixes under which programs write what is not finished: browsers, WinSCP (``.filepart``), rsync and others."""
REPORTS = frozenset({".csv", ".log"})
"""Suffixes of what programs report of pictures."""


def is_ignored(name: str) -> bool:
    """Whether a file of that name is never taken, nor told of."""
    lower = name.lower()
    if lower.startswith((".", "~")) or lower.endswith("~") or is_companion(name):
        return True
    return os.path.splitext(lower)[1] in UNFINISHED | REPORTS


def is_ignored_folder(name: str) -> bool:
    """Whether a folder of that name is not looked into: hidden ones, and those that network storage or catalogues make."""
    return name.startswith(".") or is_companion(name)
