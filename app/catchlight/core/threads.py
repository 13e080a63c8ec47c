"""Independent pieces of work on two threads: numpy and OpenCV let others run during their large calls."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def both(first: Callable[[], A], second: Callable[[], B], *, in_turn: bool = False) -> tuple[A, B]:
    """What two pieces of work give; raises what they raise. in_turn: one after the other, with the memory of one."""
    if in_turn:
        return first(), second()
    with ThreadPoolExecutor(1, "side by side") as side:
        other = side.submit(second)
        return first(), other.result()


def each(work: Callable[[A], B], items: Iterable[A]) -> list[B]:
    """``work`` of every item, in the order of the items, two at a time; raises what ``work`` raises.

    Items are made one after the other, each when a thread is free for it: random numbers in them come in order, and few wait.
    """
    waiting: Iterator[tuple[int, A]] = iter(enumerate(items))
    guard = threading.Lock()
    found: dict[int, B] = {}

    def drain() -> None:
        nonlocal waiting
        while True:
            with guard:
                try:
                    index, item = next(waiting)
                except StopIteration:
                    return
            try:
                found[index] = work(item)
            except BaseException:
                waiting = iter(())
                raise

    both(drain, drain)
    return [found[index] for index in range(len(found))]
