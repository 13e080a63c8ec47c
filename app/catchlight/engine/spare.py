"""Memory that is free but still held, given back to the system."""

from __future__ import annotations

import ctypes
import sys


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
