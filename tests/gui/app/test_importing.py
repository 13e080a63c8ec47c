"""Modules that the window loads: none before it is seen that only work needs, and none with its source."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import catchlight.gui
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel
import linecache, colorsys
assert QSize(2, 3).height() == 3 and QLabel.setText
print(colorsys.__file__ in linecache.cache)
"""


def test_a_module_is_loaded_without_its_source_being_read() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


START = """
import sys
import catchlight.gui.app.application
from catchlight.assembly import parts
parts.operations()
print(*sys.modules)
"""
LATE = (
    "cv2", "onnxruntime", "scipy", "PIL", "sqlalchemy", "catchlight.language.interpreter", "catchlight.operations.hair.run",
    "catchlight.operations.hair.preview",    "catchlight.hair.synthesis", "catchlight.expression", "catchlight.develop.pipeline",
)  # fmt: skip
"""What only work needs: seconds of loading on a slow computer."""


def test_the_window_is_there_before_what_does_the_work_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "catchlight.gui.tabs.hair.render" in loaded
    assert [name for name in LATE if name in loaded] == []
