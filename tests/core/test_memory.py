"""Memory of large pictures goes back to the system at once, and only theirs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from catchlight.core import memory

LARGE, SMALL = (2000, 2000), (500, 500)


_PROCESS = """
import numpy as np
from catchlight.core import memory

def resident():
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1000

with memory.release_eagerly((2000, 2000)):
    before = resident()
    planes = [np.ones((2000, 2000), np.float32) for _ in range(6)]
    held = resident()
    # The last one stays: what lies on a heap below it could not go back.
    del planes[:-1]
    print(held - before, resident() - before)
"""
"""A process of its own: in one that has worked before, planes may fill gaps between what others have left. Prints megabytes."""


def test_what_is_large() -> None:
    assert memory.is_large(LARGE)
    assert not memory.is_large(SMALL)


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of other systems has no such choice")
def test_large_planes_go_back_as_soon_as_they_are_done_with() -> None:
    done = subprocess.run([sys.executable, "-c", _PROCESS], capture_output=True, text=True, check=True)
    held, after = map(float, done.stdout.split())
    assert held > 80
    assert after < 30


_FREED = """
import numpy as np
from catchlight.core import memory

memory.reuse_freed_memory()
memory._ROOMY = int(__import__("sys").argv[1])
planes = [np.ones((1000, 1000), np.float32) for _ in range(50)]
last = np.ones(10)
held = memory.resident_bytes()
del planes
kept = memory.resident_bytes()
memory.trim_heap()
print(held - kept, kept - memory.resident_bytes())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of other systems has no such choice")
def test_freed_planes_stay_for_the_next_and_go_back_only_from_a_large_process() -> None:
    noise = 2_000_000  # of the interpreter's own pages, either way
    for roomy, given_back in ((0, 180_000_000), (10**10, 0)):
        done = subprocess.run([sys.executable, "-c", _FREED, str(roomy)], capture_output=True, text=True, check=True)
        at_once, trimmed = map(int, done.stdout.split())
        assert at_once < 10_000_000
        assert given_back - noise <= trimmed <= given_back + 40_000_000


def test_it_ends_with_the_work_whatever_that_raises() -> None:
    with pytest.raises(ValueError, match="work"), memory.release_eagerly(LARGE), memory.release_eagerly(LARGE):
        raise ValueError("work")
    assert not memory._now


def test_small_pictures_are_none_of_this() -> None:
    with memory.release_eagerly(SMALL):
        assert not memory._now


_THREADS = """
import ctypes, re, sys, threading
from catchlight.core import memory
if sys.argv[1] == "few":
    memory.use_few_heaps()
library, meeting = ctypes.CDLL(None), threading.Barrier(8)
library.malloc.restype = ctypes.c_void_p

def work():
    meeting.wait()
    for _ in range(200):
        assert library.malloc(5000)
    meeting.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library.fopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(library.fopen(sys.argv[2].encode(), b"w"))
library.malloc_info(0, out)
library.fclose(out)
print(len(re.findall("<heap nr=", open(sys.argv[2]).read())))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of other systems has no such choice")
def test_threads_share_two_heaps_where_they_are_told_to(tmp_path: Path) -> None:
    heaps = {}
    for kind in ("few", "many"):
        command = [sys.executable, "-c", _THREADS, kind, str(tmp_path / kind)]
        heaps[kind] = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert heaps["few"] <= 2 < heaps["many"]
