"""The store, opened by whoever first needs it: a window is on screen before a database is loaded."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catchlight.engine.picture import Picture
    from catchlight.service.generation import Generation
    from catchlight.service.generations import Generations


class LateGenerations:
    """What a window and a recording editor need of ``Generations``, over a store that opens at the first call.

    Thread safe. Every method raises StorageFault where the store cannot be opened; the next call tries again.
    """

    def __init__(self, open_store: Callable[[], Generations]) -> None:
        self._open = open_store
        self._lock = threading.Lock()
        self._store: Generations | None = None

    @property
    def store(self) -> Generations:
        with self._lock:
            if self._store is None:
                self._store = self._open()
            return self._store

    @property
    def notices(self) -> tuple[str, ...]:
        """What opening had to clean up, for the user."""
        return self.store.notices

    def history(self, digest: str) -> tuple[Generation, ...]:
        return self.store.history(digest)

    def data(self, entry: str) -> bytes:
        return self.store.data(entry)

    def find(self, entry: str) -> Generation:
        return self.store.find(entry)

    def upload(self, picture: Picture, data: bytes) -> Generation:
        return self.store.upload(picture, data)

    def parent_of(self, picture: Picture) -> str | None:
        return self.store.parent_of(picture)

    def add(self, generation: Generation, picture: Picture, data: bytes) -> None:
        self.store.add(generation, picture, data)

    def close(self) -> None:
        with self._lock:
            if self._store is not None:
                self._store.close()
