"""The way back through what was set in a tab and is not applied yet, one change at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from catchlight.gui.document.undo_stack import UndoStack

StateT = TypeVar("StateT")
_LIMIT = 200
"""Changes that can be taken back."""
_GOING_ON_S = 1.0
"""A control that is moved again within so many seconds is still in motion."""


class WishHistory(Generic[StateT]):
    """Keeps the wishes before the present one. A slider in motion, or a sentence that is typed, is one change."""

    def __init__(self) -> None:
        self._stack: UndoStack[StateT] = UndoStack(_LIMIT)
        self._parts: frozenset[tuple[Any, ...]] = frozenset()
        """What the last change changed."""
        self._when = 0.0

    @property
    def can_undo(self) -> bool:
        return self._stack.can_undo

    @property
    def can_redo(self) -> bool:
        return self._stack.can_redo

    def record(self, before: StateT, after: StateT) -> None:
        """A control was moved."""
        parts, now = frozenset(_differing(before, after, ())), time.monotonic()
        if parts & self._parts and now - self._when < _GOING_ON_S:
            self._stack.drop_redo()
        else:
            self._stack.record(before)
        self._parts, self._when = parts, now

    def seal(self) -> None:
        """The next change is one of its own."""
        self._parts = frozenset()

    def undo(self, present: StateT) -> StateT | None:
        """The wish before the last change; None where there is none."""
        self.seal()
        return self._stack.undo(present)

    def redo(self, present: StateT) -> StateT | None:
        """The wish that was taken back last; None where there is none."""
        self.seal()
        return self._stack.redo(present)

    def begin_at(self, is_first: Callable[[StateT], bool]) -> None:
        """That wish is applied: there is no way back beyond it."""
        self._stack.begin_at(is_first)

    def clear(self) -> None:
        self.seal()
        self._stack.clear()


def _differing(before: Any, after: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Paths of the innermost parts in which two values of one kind differ."""
    pairs = _parts_of(before, after)
    if pairs is None:
        if before is not after and (path == () or before != after):
            yield path
        return
    for name, one, other in pairs:
        if one is not other and one != other:
            yield from _differing(one, other, (*path, name))


def _parts_of(before: Any, after: Any) -> list[tuple[Any, Any, Any]] | None:
    """Names and both values of what the two are made of; None where they are compared as a whole."""
    if type(before) is not type(after):
        return None
    if isinstance(before, BaseModel):
        return [(name, getattr(before, name), getattr(after, name)) for name in type(before).model_fields]
    if is_dataclass(before) and type(before).__eq__ is not object.__eq__:
        return [(one.name, getattr(before, one.name), getattr(after, one.name)) for one in fields(before)]
    if isinstance(before, Mapping):
        return [(name, before.get(name), after.get(name)) for name in before.keys() | after.keys()]
    if isinstance(before, tuple):
        longest = max(len(before), len(after))
        padded = (list(one) + [None] * (longest - len(one)) for one in (before, after))
        return [(place, one, other) for place, (one, other) in enumerate(zip(*padded, strict=True))]
    return None
