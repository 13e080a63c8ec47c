"""What the store of generations needs of the place where pictures lie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Protocol


@dataclass(frozen=True)
class BlobInfo:
    """A stored blob. changed: when it was written, by the clock of the place where it lies."""

    key: str
    bytes: int
    changed: datetime


class Blobs(Protocol):
    """Bytes by key. Safe for several threads, processes and machines; every method may block and raises StorageFault.

    A key is lower-case letters, digits, hyphens and one dot: ``<sha256><suffix>`` or an id with a suffix.
    """

    def put(self, key: str, data: bytes) -> None:
        """Keep ``data``: when it returns all of it is durable, and before that nothing of it is seen."""
        ...

    def get(self, key: str) -> bytes:
        """Raises KeyError where there is none."""
        ...

    def open(self, key: str) -> AbstractContextManager[BinaryIO]:
        """To be read in parts. Raises KeyError where there is none."""
        ...

    def delete(self, key: str) -> None:
        """It may be gone already."""
        ...

    def list(self) -> Iterator[BlobInfo]:
        """All of them, in no order; for the sweep."""
        ...

    def check(self) -> None:
        """Raises StorageFault where nothing could be stored now."""
        ...
