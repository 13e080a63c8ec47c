"""Memory that is free but still held, given back to the system."""

from __future__ import annotations

import ctypes
import sys

_SMALL = 2_500_000
"""Pixels below which the planes of a piece of work are soon wanted again: to ask the system anew takes longer than the work."""


def is_large(shape: tuple[int, int]) -> bool:
    """Whether planes of ``shape``, HxW, are so large that memory is to be saved rather than time."""
    return shape[0] * shape[1] >= _SMALL


def give_back_after(shape: tuple[int, int]) -> None:
    """The same as ``give_back`` after work on planes of ``shape``, HxW, where they are large."""
    if is_large(shape):
        give_back()


def give_back() -> None:
    """Return to the system what the C library keeps of freed arrays; some milliseconds.

    After work that needs many planes for a while, that can be hundreds of megabytes. Does nothing where the C library has no
    such call (glibc has).
    """
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
