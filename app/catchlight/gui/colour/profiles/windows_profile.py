"""The profile of a screen as Windows keeps it, by user32 and gdi32."""

from __future__ import annotations

import ctypes
import logging
import sys
from pathlib import Path

from catchlight.gui.colour.profiles.system_profile import ScreenPlace

log = logging.getLogger(__name__)

if sys.platform == "win32":
    from ctypes import wintypes

    class _MonitorInfo(ctypes.Structure):
        """MONITORINFOEXW."""

        _fields_ = (
            ("cbSize", wintypes.DWORD),
            ("rcMonitor", wintypes.RECT),
            ("rcWork", wintypes.RECT),
            ("dwFlags", wintypes.DWORD),
            ("szDevice", wintypes.WCHAR * 32),
        )

    def windows_profile(place: ScreenPlace) -> bytes | None:
        """The bytes of the profile that is chosen for the monitor at the screen's corner; None where there is none."""
        user, gdi = ctypes.WinDLL("user32"), ctypes.WinDLL("gdi32")
        user.MonitorFromPoint.argtypes = [wintypes.POINT, wintypes.DWORD]
        user.MonitorFromPoint.restype = wintypes.HMONITOR
        user.GetMonitorInfoW.argtypes = [wintypes.HMONITOR, ctypes.POINTER(_MonitorInfo)]
        gdi.CreateDCW.argtypes = [wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.LPCWSTR, ctypes.c_void_p]
        gdi.CreateDCW.restype = wintypes.HDC
        gdi.DeleteDC.argtypes = [wintypes.HDC]
        gdi.GetICMProfileW.argtypes = [wintypes.HDC, ctypes.POINTER(wintypes.DWORD), wintypes.LPWSTR]
        info = _MonitorInfo(cbSize=ctypes.sizeof(_MonitorInfo))
        monitor = user.MonitorFromPoint(wintypes.POINT(place.x, place.y), 2)  # the nearest
        if not user.GetMonitorInfoW(monitor, info):
            return None
        device = gdi.CreateDCW(None, info.szDevice, None, None)
        if not device:
            return None
        try:
            length = wintypes.DWORD(1024)
            name = ctypes.create_unicode_buffer(length.value)
            if not gdi.GetICMProfileW(device, length, name):
                return None
        finally:
            gdi.DeleteDC(device)
        try:
            return Path(name.value).read_bytes()
        except OSError as fault:
            log.warning("The profile of the screen cannot be read: %s", fault)
            return None
