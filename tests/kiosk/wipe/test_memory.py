"""Memory of a session: collected, given back, and not dumped."""

from __future__ import annotations

import subprocess
import sys
import weakref

import pytest
from catchlight.kiosk.wipe.memory import clear_memory


class Knot:
    """Points to itself, as pictures and their views do."""

    def __init__(self) -> None:
        self.own = self


def test_what_only_points_to_itself_is_gone() -> None:
    knot = Knot()
    seen = weakref.ref(knot)
    del knot
    assert clear_memory() > 0
    assert seen() is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such limit")
def test_a_crash_leaves_no_image_of_memory() -> None:
    told = "from catchlight.kiosk.wipe.memory import forbid_core_dumps; forbid_core_dumps()"
    asked = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE))"
    done = subprocess.run([sys.executable, "-c", f"{told}; {asked}"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(0, 0)"
