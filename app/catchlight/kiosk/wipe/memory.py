"""Pictures in memory: what is let go goes back to the system, and no dump of a crash takes it to the disk."""

from __future__ import annotations

import gc
import sys

from catchlight.core.memory import trim_heap


def clear_memory() -> int:
    """After everything of a session was let go: collect what only points to itself, and give freed pages back, which the system
    hands out zeroed. Gives the number of objects that were collected."""
    collected = gc.collect()
    trim_heap(always=True)
    return collected


def forbid_core_dumps() -> None:
    """From now on a crash of this process, and of those it starts, leaves no image of its memory. Linux and macOS."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
