"""Whether a window can be opened here, found out without loading Qt: where it cannot, Qt would end the process."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

_PLUGINS = {"xcb": ("libqxcb.so",), "wayland": ("libqwayland.so", "libqwayland-generic.so")}
"""Qt's platform plugins on Linux by the name that QT_QPA_PLATFORM has for them."""


def obstacle(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why no window can be opened, as a sentence; None where one can."""
    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        return "PySide6 is not installed."
    if sys.platform != "linux":
        return None
    platforms = _platforms(environment)
    if not platforms:
        return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)."
    folder = Path(found.origin).parent / "Qt" / "plugins" / "platforms"
    reasons = [_missing(folder, name, environment) for name in platforms]
    return None if None in reasons else next(reason for reason in reasons if reason is not None)


def _platforms(environment: Mapping[str, str]) -> list[str]:
    named = [part.partition(":")[0] for part in environment.get("QT_QPA_PLATFORM", "").split(";") if part]
    if named:
        return named
    return [
        name for name, variable in (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY")) if environment.get(variable)
    ]


def _missing(folder: Path, platform: str, environment: Mapping[str, str]) -> str | None:
    if platform == "xcb" and not _x_answers(environment.get("DISPLAY", "")):
        return f"the display {environment.get('DISPLAY', '')} does not answer."
    present = [folder / name for name in _PLUGINS.get(platform, ()) if (folder / name).exists()]
    for plugin in present[:1]:
        try:
            ctypes.CDLL(str(plugin))
        except OSError as fault:
            return f"a library that windows need is missing ({fault})."
    return None


def _x_answers(display: str) -> bool:
    """Whether a local X server takes connections; displays of other machines are taken on trust."""
    host, _, number = display.rpartition(":")
    if host not in ("", "unix"):
        return True
    path = f"/tmp/.X11-unix/X{number.partition('.')[0]}"
    for address in (path, f"\0{path}"):
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(address)
            except OSError:
                continue
            return True
    return False
