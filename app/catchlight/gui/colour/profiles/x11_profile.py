"""The profile of a screen on the root window of X11 (ICC Profiles in X Specification 0.4), by libX11 alone."""

from __future__ import annotations

import ctypes
from typing import Any

from catchlight.gui.colour.profiles.system_profile import ScreenPlace

_MOST_WORDS = 2**24
"""Length of a property that is asked for, in four bytes each."""


class _Head(ctypes.Structure):
    """XineramaScreenInfo."""

    _fields_ = (
        ("number", ctypes.c_int),
        ("x", ctypes.c_short),
        ("y", ctypes.c_short),
        ("width", ctypes.c_short),
        ("height", ctypes.c_short),
    )


def x11_profile(place: ScreenPlace) -> bytes | None:
    """The bytes of ``_ICC_PROFILE``, or of ``_ICC_PROFILE_n`` for the monitor that Xinerama counts as number n."""
    library = _library("libX11.so.6")
    if library is None:
        return None
    x11 = _typed(library)
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    try:
        head = _head(display, place)
        return _property(x11, display, "_ICC_PROFILE" if head == 0 else f"_ICC_PROFILE_{head}")
    finally:
        x11.XCloseDisplay(display)


def _property(x11: Any, display: int, name: str) -> bytes | None:
    atom = x11.XInternAtom(display, name.encode(), True)
    if not atom:
        return None
    kind, form, count, rest = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
    data = ctypes.c_void_p()
    root = x11.XDefaultRootWindow(display)
    asked = (display, root, atom, 0, _MOST_WORDS, False, 0, kind, form, count, rest, data)
    if x11.XGetWindowProperty(*asked) != 0 or not data.value:
        return None
    try:
        return ctypes.string_at(data.value, count.value) if form.value == 8 and count.value else None
    finally:
        x11.XFree(data)


def _head(display: int, place: ScreenPlace) -> int:
    """Number of the monitor whose corner the screen has; the screen's own number where Xinerama does not say."""
    xinerama = _library("libXinerama.so.1")
    if xinerama is None:
        return place.index
    xinerama.XineramaQueryScreens.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    xinerama.XineramaQueryScreens.restype = ctypes.POINTER(_Head)
    count = ctypes.c_int()
    heads = xinerama.XineramaQueryScreens(display, count)
    for number in range(count.value):
        if (heads[number].x, heads[number].y) == (place.x, place.y):
            return int(heads[number].number)
    return place.index


def _library(name: str) -> Any:
    """None where the system lacks it."""
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def _typed(x11: Any) -> Any:
    """The functions with their types: a pointer of 64 bits must not be cut to an int."""
    pointer, word, whole = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int
    x11.XOpenDisplay.argtypes, x11.XOpenDisplay.restype = [ctypes.c_char_p], pointer
    x11.XCloseDisplay.argtypes = [pointer]
    x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [pointer], word
    x11.XInternAtom.argtypes, x11.XInternAtom.restype = [pointer, ctypes.c_char_p, whole], word
    x11.XFree.argtypes = [pointer]
    x11.XGetWindowProperty.argtypes = [
        pointer, word, word, ctypes.c_long, ctypes.c_long, whole, word, ctypes.POINTER(word), ctypes.POINTER(whole),
        ctypes.POINTER(word), ctypes.POINTER(word), ctypes.POINTER(pointer),
    ]  # fmt: skip
    return x11
