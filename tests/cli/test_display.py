"""Where no window can be opened: the demo without a display, and a plain sentence where Qt lacks a library."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from catchlight.cli.display import no_display, obstacle, qt_fault
from catchlight.cli.program import BrokenWindowError, Program
from catchlight.cli.system.libraries import missing_libraries, missing_libraries_text
from catchlight.paths import Home

from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Qt's plugins and libraries of Linux")
DISPLAY = ":9341"


@pytest.fixture(scope="module")
def package() -> Path:
    found = importlib.util.find_spec("PySide6")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


@pytest.fixture
def plugins(package: Path, tmp_path: Path) -> Path:
    """A folder with Qt's plugin for X11 that asks for two libraries which no system has."""
    folder = tmp_path / "platforms"
    folder.mkdir()
    data = (package / "Qt" / "plugins" / "platforms" / "libqxcb.so").read_bytes()
    for name, other in ((b"libxcb-shape.so.0\0", b"libxcb-shepe.so.0\0"), (b"libxcb-xkb.so.1\0", b"libxcb-xkc.so.1\0")):
        assert data.count(name) == 1
        data = data.replace(name, other)
    (folder / "libqxcb.so").write_bytes(data)
    return folder


@pytest.fixture
def display() -> Iterator[str]:
    """Something that takes connections where an X server would."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{DISPLAY[1:]}")
        server.listen()
        yield DISPLAY


def test_a_library_that_is_missing_is_named_and_nothing_is_written(plugins: Path, display: str, tmp_path: Path) -> None:
    """The whole program in a process of its own; it must not fall back to the demo."""
    place = tmp_path / "empty"
    place.mkdir()
    told = {"DISPLAY": display, "QT_QPA_PLATFORM_PLUGIN_PATH": str(plugins), "CATCHLIGHT_HOME": str(place / "home")}
    environment = {
        name: value for name, value in os.environ.items() if name not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")
    }
    command = [sys.executable, "-m", "catchlight"]
    ran = subprocess.run(command, cwd=place, env=environment | told, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1, ran.stderr
    assert "libxcb-shepe.so.0" in ran.stderr
    assert "libxcb-xkc.so.1" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""
    assert list(place.iterdir()) == []


def test_the_sentence_names_all_libraries_and_their_packages() -> None:
    said = missing_libraries_text(["libxcb-icccm.so.4", "libxcb-keysyms.so.1"])
    assert "libxcb-icccm.so.4 and libxcb-keysyms.so.1, which are missing" in said
    assert said.endswith("apt install libxcb-icccm4 libxcb-keysyms1")
    assert missing_libraries_text(["libodd.so.3"]) == "the window needs libodd.so.3, which is missing on this system."


def test_what_is_there_is_not_missing(package: Path) -> None:
    plugin = package / "Qt" / "plugins" / "platforms" / "libqoffscreen.so"
    assert missing_libraries([plugin, Path(__file__)], [package / "Qt" / "lib"]) == []


def test_a_display_that_is_absent_and_one_that_does_not_answer_lead_to_the_demo() -> None:
    for environment in ({}, {"DISPLAY": ":987"}):
        assert no_display(environment) == obstacle(environment) is not None
    assert no_display({"QT_QPA_PLATFORM": "offscreen"}) is None
    assert no_display({"WAYLAND_DISPLAY": "wayland-0"}) is None


def test_a_platform_that_qt_does_not_have_is_said() -> None:
    assert "no platform plugin 'papyrus'" in (qt_fault({"QT_QPA_PLATFORM": "papyrus"}) or "")
    assert qt_fault({"QT_QPA_PLATFORM": "papyrus;offscreen"}) is None


def test_no_demo_runs_where_there_is_a_display(
    catchlight: Run, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(home: Home, photos: Any) -> int:
        raise BrokenWindowError("the window needs libxcb-icccm.so.4, which is missing on this system.")

    monkeypatch.chdir(tmp_path)
    ran = catchlight(parts=replace(program, window=broken))
    assert (ran.code, ran.out) == (1, "")
    assert "No window can be opened: the window needs libxcb-icccm.so.4" in " ".join(ran.err.split())
    assert list(tmp_path.iterdir()) == []
