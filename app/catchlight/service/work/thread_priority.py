"""Threads that give way to others: the work of batches beside what people wait for."""

from __future__ import annotations

import os
import sys
import threading

NICENESS = 10
"""Of threads that give way: beside one that does not, such a thread gets about a tenth of a core (sched(7), nice values)."""


def lower_priority() -> None:
    """Let this thread, and threads and processes that it starts, give way to all others.

    On Linux, where niceness is a thread's own. Elsewhere it is the whole process's, and nothing is changed: there the kinds are
    given to workers of their own (``catchlight work --kinds``), which are started with ``nice``.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
