"""File names from a pattern: {name}, {document}, {width}, {height}, {date}, {number}."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

FIELDS = ("name", "document", "width", "height", "date", "number")
_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


def file_name(pattern: str, values: Mapping[str, object], suffix: str) -> str:
    """A name that every system takes; unknown braces stay as they are, an empty result is called ``picture``."""
    filled = re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), pattern)
    clean = _FORBIDDEN.sub("-", filled).strip(" .")
    clean = re.sub(r"_{2,}", "_", clean).strip("_")
    return (clean[:120] or "picture") + suffix


def free_path(path: Path) -> Path:
    """The path itself where nothing has that name, else with a number behind the name."""
    number = 2
    free = path
    while free.exists():
        free = path.with_name(f"{path.stem}_{number}{path.suffix}")
        number += 1
    return free
