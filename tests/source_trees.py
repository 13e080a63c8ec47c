"""The program's source as syntax trees, for tests that look at how it is written.

They are almost two million objects and 300 MB. A module of tests has them for as long as it runs, and no longer: whoever kept
them would make every full look for garbage of all later tests a second longer.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import catchlight

PACKAGE = Path(catchlight.__file__).parent
Trees = dict[Path, ast.Module]


@contextmanager
def collection_paused() -> Iterator[None]:
    """Nothing is looked through for garbage meanwhile: parsing makes none, and took three times as long for it."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def parse_sources() -> Trees:
    """Every module of the program by its file."""
    with collection_paused():
        return {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(PACKAGE.rglob("*.py"))}
