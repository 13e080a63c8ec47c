"""Undo and redo of what is not a step of the history yet: the states before the present one, and those taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

StateT = TypeVar("StateT")


class UndoStack(Generic[StateT]):
    """Keeps states; the present one stays with its owner, who hands it over for each way back."""

    def __init__(self, limit: int | None = None) -> None:
        """limit: most states that can be gone back to, the oldest go first; None keeps all."""
        self._limit = limit
        self._past: list[StateT] = []
        self._future: list[StateT] = []

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    @property
    def previous(self) -> StateT | None:
        """What ``undo`` would go back to."""
        return self._past[-1] if self._past else None

    @property
    def following(self) -> StateT | None:
        """What ``redo`` would go forward to."""
        return self._future[-1] if self._future else None

    def record(self, before: StateT) -> None:
        """A change was made to this state: it can be gone back to, and what was taken back is gone."""
        self._past.append(before)
        if self._limit is not None:
            del self._past[: -self._limit]
        self._future.clear()

    def drop_redo(self) -> None:
        """A change was made that is no step of its own: what was taken back is gone."""
        self._future.clear()

    def undo(self, present: StateT) -> StateT | None:
        """The state before; None where there is none. present: what ``redo`` shall bring back."""
        return _step(self._past, self._future, present)

    def redo(self, present: StateT) -> StateT | None:
        """The state that was taken back last; None where there is none. present: what ``undo`` shall bring back."""
        return _step(self._future, self._past, present)

    def clear(self) -> None:
        """There is no way back, nor forward."""
        self._past.clear()
        self._future.clear()

    def begin_at(self, is_first: Callable[[StateT], bool]) -> None:
        """There is no way back beyond the last state that answers to this; none at all where no state does."""
        firsts = [place for place, state in enumerate(self._past) if is_first(state)]
        del self._past[: firsts[-1] if firsts else len(self._past)]

    def forget(self, unwanted: Callable[[StateT], bool]) -> None:
        """Drop states, for example of what was closed."""
        for states in (self._past, self._future):
            states[:] = [state for state in states if not unwanted(state)]


def _step(source: list[StateT], target: list[StateT], present: StateT) -> StateT | None:
    if not source:
        return None
    target.append(present)
    return source.pop()
