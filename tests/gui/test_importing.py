"""Modules that the window loads while it works: Qt's binding must not read the source of each."""

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
