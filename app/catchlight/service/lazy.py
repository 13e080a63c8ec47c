"""Store and jobs, opened by whoever first needs them: a window is on screen before a database is loaded."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catchlight.imaging.picture import Picture
    from catchlight.service.selection.selections import LocalSelections
    from catchlight.store.generation import Generation, GenerationPage
    from catchlight.store.generations import Generations


class LazyGenerations:
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

    def thumbnail(self, entry: str) -> bytes:
        return self.store.thumbnail(entry)

    def page(self, limit: int = 50, before: str | None = None) -> GenerationPage:
        return self.store.page(limit, before)

    def upload(self, picture: Picture, data: bytes) -> Generation:
        return self.store.upload(picture, data)

    def parent_of(self, picture: Picture, owner: str | None = None) -> str | None:
        return self.store.parent_of(picture, owner)

    def add(self, generation: Generation, picture: Picture, data: bytes) -> None:
        self.store.add(generation, picture, data)

    def add_all(self, made: Sequence[tuple[Generation, Picture, bytes]]) -> None:
        self.store.add_all(made)

    def close(self) -> None:
        with self._lock:
            if self._store is not None:
                self._store.close()


class LazySelections:
    """This computer's jobs, opened and begun at the first call. Thread safe; the next call tries again after a StorageFault."""

    def __init__(self, open_jobs: Callable[[], LocalSelections]) -> None:
        self._open = open_jobs
        self._lock = threading.Lock()
        self._jobs: LocalSelections | None = None

    def __call__(self) -> LocalSelections:
        """Raises StorageFault."""
        with self._lock:
            if self._jobs is None:
                jobs = self._open()
                jobs.start()
                self._jobs = jobs
            return self._jobs

    def close(self, seconds: float = 5.0) -> bool:
        """Park what runs, so that the next start goes on with it; whether that could be done in time."""
        with self._lock:
            jobs, self._jobs = self._jobs, None
        if jobs is None:
            return True
        parked = jobs.stop(seconds)
        jobs.close()
        return parked
