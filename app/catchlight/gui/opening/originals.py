"""The files of the open pictures, which nothing that the window writes may replace."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catchlight.gui.document.document import OpenDocument


def originals_of(documents: Iterable[OpenDocument]) -> tuple[Path, ...]:
    """Their files, and the other file of the same shot where there is one. May be called on workers."""
    found = (path for document in tuple(documents) for path in (document.path, document.pair))
    return tuple(path for path in found if path is not None)
