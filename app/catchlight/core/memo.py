"""Values that are computed once, each under a lock of its own; and the one that was computed last."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_MISSING: Any = object()
"""Stands for a value that was not made yet; None is one that was."""


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

    def forget(self) -> None:
        """Let the value go; the next call makes it anew."""
        with self._lock:
            self._key = self._value = None


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
            found: T = self._values.get(name, _MISSING)
            if found is _MISSING:
                found = self._values[name] = make()
            return found

    def take(self, name: str, other: Memo) -> None:
        """The value of ``name`` from ``other`` where it is made there already; else nothing."""
        with self._guard:
            if name in other._values:
                self._values[name] = other._values[name]

    def forget(self) -> None:
        """Let all values go. What is being made at the moment is kept by the one who makes it."""
        with self._guard:
            self._values.clear()
