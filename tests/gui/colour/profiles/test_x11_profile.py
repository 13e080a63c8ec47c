"""The profile on the root window of a real X server, where there is one to be started."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.display_profiles import matrix_display

READ = """
import sys
from PySide6.QtWidgets import QApplication
from catchlight.gui.colour.profiles.system_profile import place_of, system_profile
application = QApplication(sys.argv[:1])
print(system_profile(place_of(application.primaryScreen())) == (open(sys.argv[1], "rb").read() or None))
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The name of a display of its own."""
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("there is no Xvfb here")
    read, write = os.pipe()
    command = [program, "-displayfd", str(write), "-noreset", "-screen", "0", "640x480x24"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        yield f":{os.read(read, 20).decode().strip()}"
        os.close(read)
        process.terminate()


def put(display: str, name: bytes, data: bytes) -> None:
    x11 = ctypes.CDLL("libX11.so.6")
    pointer, word, whole = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int
    x11.XOpenDisplay.restype, x11.XInternAtom.restype, x11.XDefaultRootWindow.restype = pointer, word, word
    x11.XInternAtom.argtypes, x11.XDefaultRootWindow.argtypes = [pointer, ctypes.c_char_p, whole], [pointer]
    x11.XChangeProperty.argtypes = [pointer, word, word, word, whole, whole, ctypes.c_char_p, whole]
    x11.XCloseDisplay.argtypes = [pointer]
    connection = x11.XOpenDisplay(display.encode())
    atom = x11.XInternAtom(connection, name, False)
    x11.XChangeProperty(connection, x11.XDefaultRootWindow(connection), atom, 6, 8, 0, data, len(data))
    x11.XCloseDisplay(connection)


def reads(display: str, expected: bytes, tmp_path: Path) -> bool:
    file = tmp_path / "expected.icc"
    file.write_bytes(expected)
    chosen = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/none"}
    command = [sys.executable, "-c", READ, str(file)]
    done = subprocess.run(command, env=os.environ | chosen, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip() == "True"


def test_the_profile_of_the_root_window_is_found(server: str, tmp_path: Path) -> None:
    assert reads(server, b"", tmp_path)  # none
    put(server, b"_ICC_PROFILE", matrix_display())
    assert reads(server, matrix_display(), tmp_path)
