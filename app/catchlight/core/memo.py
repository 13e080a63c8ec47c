"""Values that are computed once, each under a lock of its own; and the one that was computed last."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LastValueCache(Generic[T]):
    """The value that was made last, for as long as the same is asked for: what is large is not kept twice."""

    def __init__(self) -> None:
        self._key: object = None
        self._value: T | None = None
        self._lock = threading.Lock()

    def get(self, key: object, make: Callable[[], T]) -> T:
        """The value of ``key``, which is compared by ``==``; one made before for another key is let go first."""
        with self._lock:
            if self._value is None or self._key != key:
                self._key = self._value = None
                self._value = make()
                self._key = key
            return self._value


class Memo:
    """Values by name. Two threads that need the same one compute it once; different ones do not wait for each other.

    A value may need others while it is made, as long as none needs itself.
    """

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()

    def get(self, name: str, make: Callable[[], T]) -> T:
        """The value of ``name``, made by ``make`` at the first call; not kept when ``make`` raises."""
        with self._guard:
            lock = self._locks.setdefault(name, threading.RLock())
        with lock:
            if name not in self._values:
                self._values[name] = make()
            return self._values[name]  # type: ignore[no-any-return]

    def take(self, name: str, other: Memo) -> None:
        """The value of ``name`` from ``other`` where it is made there already; else nothing."""
        with self._guard:
            if name in other._values:
                self._values[name] = other._values[name]
