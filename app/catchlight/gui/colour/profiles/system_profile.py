"""The profile that the system keeps for a screen: asked of X11, colord, Windows or macOS. Qt itself knows none."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from PySide6.QtGui import QGuiApplication, QScreen


@dataclass(frozen=True)
class ScreenPlace:
    """A screen as the system may call it. x, y: its upper left corner on the desktop; index: among the screens."""

    name: str
    model: str
    x: int
    y: int
    index: int
    platform: str
    """Qt's name of the window system: xcb, wayland, windows, cocoa."""


def place_of(screen: QScreen) -> ScreenPlace:
    """To be asked in the GUI thread."""
    corner = screen.geometry().topLeft()
    screens = QGuiApplication.screens()
    return ScreenPlace(
        screen.name(), screen.model(), corner.x(), corner.y(), screens.index(screen), QGuiApplication.platformName()
    )


def screen_key(screen: QScreen) -> str:
    """What a screen is known by in the settings: the same after a restart, another for another monitor at the same socket."""
    parts = (screen.manufacturer(), screen.model(), screen.serialNumber(), screen.name())
    return " ".join(part for part in parts if part) or "screen"


def system_profile(place: ScreenPlace) -> bytes | None:
    """The bytes of the profile; None where the system keeps none. May take a while: for a worker."""
    if sys.platform == "win32":
        from catchlight.gui.colour.profiles.windows_profile import windows_profile

        return windows_profile(place) if place.platform == "windows" else None
    if sys.platform == "darwin":
        from catchlight.gui.colour.profiles.macos_profile import macos_profile

        return macos_profile(place) if place.platform == "cocoa" else None
    from catchlight.gui.colour.profiles.colord_profile import colord_profile
    from catchlight.gui.colour.profiles.x11_profile import x11_profile

    if place.platform == "xcb":
        return x11_profile(place) or colord_profile(place)
    return colord_profile(place) if place.platform == "wayland" else None
