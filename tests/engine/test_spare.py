"""Memory of large pictures goes back to the system at once, and only theirs."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from catchlight.engine import spare

LARGE, SMALL = (2000, 2000), (500, 500)


def _resident() -> float:
    """Megabytes that the process holds."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1000


def test_what_is_large() -> None:
    assert spare.is_large(LARGE)
    assert not spare.is_large(SMALL)


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of other systems has no such choice")
def test_large_planes_go_back_as_soon_as_they_are_done_with() -> None:
    with spare.sparing(LARGE):
        spare.give_back()
        before = _resident()
        planes = [np.ones(LARGE, np.float32) for _ in range(6)]
        held = _resident()
        # The last one stays: what lies on a heap below it could not go back.
        del planes[:-1]
        after = _resident()
    assert held - before > 80
    assert after - before < 30


def test_it_ends_with_the_work_whatever_that_raises() -> None:
    with pytest.raises(ValueError, match="work"), spare.sparing(LARGE), spare.sparing(LARGE):
        raise ValueError("work")
    assert not spare._now


def test_small_pictures_are_none_of_this() -> None:
    with spare.sparing(SMALL):
        assert not spare._now
