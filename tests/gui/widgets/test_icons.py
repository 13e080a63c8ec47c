"""An icon draws with its engine for as long as anything holds it, and goes with the ring that it is rubbish in."""

from __future__ import annotations

import os
import subprocess
import sys

RINGS = """
import gc
from PySide6.QtWidgets import QApplication
from catchlight.gui.widgets.icons import Icons

application = QApplication([])
icons = Icons("#ffffff", "#777777")
for _ in range(20):
    icon = icons("undo")
    ring = [icon]
    ring.append(ring)
    del icon, ring
    gc.collect()
print("drawn", icons("undo").pixmap(16, 16).width())
"""


def test_icons_in_rings_are_collected() -> None:
    """In a process of its own, which an engine that is deleted too soon would end."""
    ended = subprocess.run(
        [sys.executable, "-c", RINGS],
        env={**os.environ, "MALLOC_PERTURB_": "165"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout.strip()) == (0, "drawn 16"), ended.stderr
