"""The profile of a screen as macOS keeps it, by CoreGraphics."""

from __future__ import annotations

import ctypes
from typing import Any

from catchlight.gui.colour.profiles.system_profile import ScreenPlace

_GRAPHICS = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"
_FOUNDATION = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"


class _Point(ctypes.Structure):
    """CGPoint."""

    _fields_ = (("x", ctypes.c_double), ("y", ctypes.c_double))


def macos_profile(place: ScreenPlace) -> bytes | None:
    """The bytes of the profile of the display at the screen's corner; None where it has none."""
    graphics, foundation = ctypes.CDLL(_GRAPHICS), ctypes.CDLL(_FOUNDATION)
    pointer, word = ctypes.c_void_p, ctypes.c_uint32
    graphics.CGGetDisplaysWithPoint.argtypes = [_Point, word, ctypes.POINTER(word), ctypes.POINTER(word)]
    for function in (graphics.CGColorSpaceCopyICCData, foundation.CFDataGetBytePtr):
        function.argtypes, function.restype = [pointer], pointer
    graphics.CGDisplayCopyColorSpace.argtypes, graphics.CGDisplayCopyColorSpace.restype = [word], pointer
    foundation.CFDataGetLength.argtypes, foundation.CFDataGetLength.restype = [pointer], ctypes.c_long
    foundation.CFRelease.argtypes = [pointer]
    display, count = word(), word()
    if graphics.CGGetDisplaysWithPoint(_Point(place.x, place.y), 1, display, count) != 0 or not count.value:
        return None
    space = graphics.CGDisplayCopyColorSpace(display)
    data = graphics.CGColorSpaceCopyICCData(space) if space else None
    try:
        return _bytes(foundation, data) if data else None
    finally:
        for held in (data, space):
            if held:
                foundation.CFRelease(held)


def _bytes(foundation: Any, data: int) -> bytes:
    return ctypes.string_at(foundation.CFDataGetBytePtr(data), foundation.CFDataGetLength(data))
