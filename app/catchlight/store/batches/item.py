"""A file of a batch and what has become of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

State = Literal["waiting", "writing", "done", "failed"]


@dataclass(frozen=True)
class BatchItem:
    """A file of a batch. number counts from 0. ``writing``: its result is finished and is being given its name.

    name: what {name} stands for where no plan says it; content: sha256 of the file that was taken, empty where nobody asked.
    verdict: ``pass``, ``uncertain`` or ``fail`` where a step has judged the photo. notes: what had to be changed or left out of
    the file that was read, and of the result, a sentence each.
    """

    number: int
    source: Path
    state: State = "waiting"
    seconds: float | None = None
    output: Path | None = None
    sha256: str | None = None
    code: str | None = None
    message: str | None = None
    verdict: str | None = None
    notes: tuple[str, ...] = ()
    name: str = ""
    content: str = ""
