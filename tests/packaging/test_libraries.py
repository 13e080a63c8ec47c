"""The system libraries that are asked for are all that Qt needs, everywhere where they are listed."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.cli.system import libraries
from catchlight.cli.system.libraries import PACKAGES, missing_libraries

ROOT = Path(__file__).resolve().parents[2]
IMPLIED = {
    "libX11.so.6": "libgl1",
    "libbrotlidec.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfontconfig1",
    "libxcb.so.1": "libxcb-icccm4",
    "libxcb-render.so.0": "libxcb-cursor0",
    "libxcb-shm.so.0": "libxcb-image0",
    "libxcb-util.so.1": "libxcb-image0",
}
"""Libraries that another package of the list depends on in Debian 12 (Depends, without alternatives)."""
BASE = re.compile(r"ld-linux.*|lib(c|m|dl|pthread|rt|resolv)\.so\.\d+|lib(stdc\+\+|gcc_s|z|zstd|brotlicommon)\.so\.\d")
"""What Debian 12 has with Python, or what comes along with the others' own dependencies."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the libraries of Linux")


@pytest.fixture(scope="module")
def needed() -> set[str]:
    """Every library that Qt's modules and its plugin for X11 ask the system for."""
    found = importlib.util.find_spec("PySide6")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    patch = pytest.MonkeyPatch()
    patch.setattr(libraries, "_lacking", lambda name: name)  # as on a machine that has none of them
    try:
        files = [package / f"{name}.abi3.so" for name in ("QtCore", "QtGui", "QtWidgets", "QtPrintSupport", "QtSvg")]
        files.append(package / "Qt" / "plugins" / "platforms" / "libqxcb.so")
        assert all(file.exists() for file in files)
        return set(missing_libraries(files, [package / "Qt" / "lib", package, package.parent / "shiboken6"]))
    finally:
        patch.undo()


def listed() -> Iterator[tuple[str, set[str]]]:
    name = re.compile(r"\blib[a-z0-9.+-]+")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    yield "README.md", set(name.findall(readme.partition("apt install")[2].partition("```")[0]))
    runner = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    yield ".ci/run", set(re.findall(r"\]=(lib[a-z0-9.+-]+)", runner))
    recipe = (ROOT / "packaging" / "build.py").read_text(encoding="utf-8")
    yield "packaging/build.py", set(name.findall(recipe.partition("LIBRARIES = (")[2].partition('"""')[0])) - {"libc6"}


def test_every_library_has_its_package(needed: set[str]) -> None:
    assert {"libxcb-icccm.so.4", "libxcb-keysyms.so.1", "libEGL.so.1"} <= needed
    assert {name for name in needed if not BASE.fullmatch(name)} <= PACKAGES.keys()


@pytest.mark.parametrize(
    ("place", "packages"), list(listed()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_list_is_complete(needed: set[str], place: str, packages: set[str]) -> None:
    wanted = {IMPLIED.get(name, PACKAGES[name]) for name in needed if not BASE.fullmatch(name)}
    assert wanted <= packages, f"{place} lacks {sorted(wanted - packages)}"


def test_the_lists_are_one() -> None:
    lists = [packages for _, packages in listed()]
    assert lists[0] == lists[1] == lists[2]
