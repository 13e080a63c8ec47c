"""Memory that is free but still held, given back to the system."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_SMALL = 2_500_000
"""Pixels below which the planes of a piece of work are soon wanted again: to ask the system anew takes longer than the work."""

_MMAP_THRESHOLD, _AT_ONCE, _KEPT = -3, 8_000_000, 32 * 1024 * 1024
"""glibc's name (``mallopt``) for the size in bytes from which memory is asked of the system and given back piece by piece; that
while memory is to be saved, and the highest one that it comes to by itself, at which it stays else."""
_TRIM_THRESHOLD, _FREE = -1, 256 * 1024 * 1024
"""glibc's name for the free bytes at the end of its heap from which it gives them back by itself, and those that it may keep."""
_MOST_ARENAS, _ARENAS = -8, 2
"""glibc's name for how many heaps it keeps for threads, and how many are enough for a few that work at once; by itself it is
eight for each processor, each of which keeps the gaps of the largest work that a thread of it did."""
_ROOMY = 512_000_000
"""Resident bytes of the process below which memory is not short, and what was freed is soon wanted again."""
_guard = threading.Lock()
_now: list[tuple[int, int]] = []
"""What is worked on so at the moment."""


def is_large(shape: tuple[int, int]) -> bool:
    """Whether planes of ``shape``, HxW, are so large that memory is to be saved rather than time."""
    return shape[0] * shape[1] >= _SMALL


def trim_heap_after(shape: tuple[int, int]) -> None:
    """The same as ``trim_heap`` after work on planes of ``shape``, HxW, where they are large."""
    if is_large(shape):
        trim_heap()


def trim_heap(*, always: bool = False) -> None:
    """Return to the system what the C library keeps of freed arrays; some milliseconds.

    After work that needs many planes for a while, that can be hundreds of megabytes. Does nothing in a small process, whose next
    piece of work would only ask for the same pages anew, unless ``always`` says that their content is not to stay; and where the
    C library has no such call (glibc has).
    """
    if sys.platform != "linux" or not (always or resident_bytes() >= _ROOMY):
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def resident_bytes() -> int:
    """Memory of this process that lies in the machine's own; Linux only."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@cache
def reuse_freed_memory() -> None:
    """From now on freed planes are kept for the next ones of their size; called again, it does nothing.

    By itself glibc asks the system for every larger array and gives it back at once, until it has learnt better: the pages of an
    ID photo at 4 megapixels are then zeroed for a third of a second.
    """
    tune = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if tune is not None:
        tune(_MMAP_THRESHOLD, _KEPT)
        tune(_TRIM_THRESHOLD, _FREE)


def use_few_heaps() -> None:
    """Let all threads of this process share two heaps; to be called before there are threads.

    For a program that runs for months and has new threads for every piece of work: a kiosk's process grew by 3 MB a session
    (``tests.benchmarks.kiosk endurance``). Does nothing where the C library has no such choice (glibc has).
    """
    tune = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if tune is not None:
        tune(_MOST_ARENAS, _ARENAS)


@contextmanager
def release_eagerly(shape: tuple[int, int]) -> Iterator[None]:
    """While planes of ``shape``, HxW, are worked on that are large, each goes back to the system as soon as it is done with.

    Kept for what comes next, as the C library does else, pieces of many sizes leave gaps between them that nothing fits into:
    for a hair style at 12 megapixels a twelfth more memory, for an eighth less time. Does nothing where the C library has no
    such choice (glibc has).
    """
    tune = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" and is_large(shape) else None
    if tune is None:
        yield
        return
    with _guard:
        _now.append(shape)
        tune(_MMAP_THRESHOLD, _AT_ONCE)
    try:
        yield
    finally:
        with _guard:
            _now.pop()
            if not _now:
                tune(_MMAP_THRESHOLD, _KEPT)
