"""Whether a window can be opened here, found out without loading Qt: where it cannot, Qt would end the process."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from catchlight.cli.system.libraries import missing_libraries, missing_libraries_text

_PLUGINS = {"wayland": ("libqwayland.so", "libqwayland-generic.so")}
"""Files of Qt's platform plugins on Linux that are not called ``libq`` and their name."""
_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtPrintSupport", "QtSvg")


def no_display(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why there is nothing to show a window on, as a sentence; None where there is."""
    if sys.platform != "linux":
        return None
    platforms = _platforms(environment)
    if not platforms:
        return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)."
    if platforms == ["xcb"] and not _x_answers(environment.get("DISPLAY", "")):
        return f"the display {environment.get('DISPLAY', '')} does not answer."
    return None


def obstacle(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why no window can be opened, as a sentence; None where one can."""
    return no_display(environment) or qt_fault(environment)


def qt_fault(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why Qt cannot be used although there is a display, as a sentence that names what is missing; None where it can."""
    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        return "PySide6 is not installed; install the program again."
    if sys.platform != "linux":
        return None
    folder = Path(found.origin).parent
    said = [_fault(folder, name, environment) for name in _platforms(environment)]
    return None if None in said else said[0]


def _platforms(environment: Mapping[str, str]) -> list[str]:
    named = [part.partition(":")[0] for part in environment.get("QT_QPA_PLATFORM", "").split(";") if part]
    if named:
        return named
    return [
        name for name, variable in (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY")) if environment.get(variable)
    ]


def _fault(package: Path, platform: str, environment: Mapping[str, str]) -> str | None:
    """Why a platform plugin, or what draws on it, cannot be loaded; None where it can."""
    if platform == "xcb" and not _x_answers(environment.get("DISPLAY", "")):
        return f"the display {environment.get('DISPLAY', '')} does not answer."
    named = environment.get("QT_QPA_PLATFORM_PLUGIN_PATH", "").split(os.pathsep)
    folders = [*(Path(entry) for entry in named if entry), package / "Qt" / "plugins" / "platforms"]
    names = _PLUGINS.get(platform, (f"libq{platform}.so",))
    plugin = next((folder / name for folder in folders for name in names if (folder / name).exists()), None)
    if plugin is None:
        return f"Qt has no platform plugin {platform!r} here; set QT_QPA_PLATFORM to another, or take it away."
    try:
        ctypes.CDLL(str(plugin))
    except OSError as fault:
        return _missing(package, [plugin]) or f"Qt's platform plugin {plugin} cannot be loaded: {fault}."
    return _missing(package, [])


def _missing(package: Path, plugins: Sequence[Path]) -> str | None:
    """The libraries that Qt's modules and these plugins lack, as a sentence."""
    modules = [package / f"{name}.abi3.so" for name in _MODULES]
    bundled = [package / "Qt" / "lib", package, package.parent / "shiboken6"]
    missing = missing_libraries([*modules, *plugins], bundled)
    return missing_libraries_text(missing) if missing else None


def _x_answers(display: str) -> bool:
    """Whether a local X server takes connections; displays of other machines are taken on trust."""
    host, _, number = display.rpartition(":")
    if host not in ("", "unix"):
        return True
    path = f"/tmp/.X11-unix/X{number.partition('.')[0]}"  # nosec B108 # X11 fixes this place; it is only connected to
    for address in (path, f"\0{path}"):
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(address)
            except OSError:
                continue
            return True
    return False
