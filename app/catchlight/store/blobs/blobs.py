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

    A key is lower-case letters, digits, hyphens, underscores and one dot: ``<sha256><suffix>`` or an id with a suffix. One that
    begins with a digest (``keys.digest_key``) always stands for the same bytes: it may be put twice, and what is read under it
    is held against the digest.
    """

    @property
    def shared(self) -> bool:
        """Whether other machines may be at it: then keys are digests, and what lies there without a row may be another's work."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep ``data``: when it returns all of it is durable, and before that nothing of it is seen."""
        ...

    def get(self, key: str) -> bytes:
        """Raises KeyError where there is none, and StorageFault also for one that is damaged."""
        ...

    def open(self, key: str) -> AbstractContextManager[BinaryIO]:
        """To be read in parts. Raises as ``get``."""
        ...

    def delete(self, key: str) -> None:
        """It may be gone already."""
        ...

    def list(self) -> Iterator[BlobInfo]:
        """All of them, in no order; for the sweep."""
        ...

    def check(self) -> None:
        """Raises StorageFault where nothing could be stored now; within seconds, whatever is wrong."""
        ...
