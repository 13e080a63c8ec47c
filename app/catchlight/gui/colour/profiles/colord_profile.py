"""The profile of a screen that colord keeps (org.freedesktop.ColorManager), asked over the system's D-Bus."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtDBus import QDBus, QDBusArgument, QDBusConnection, QDBusMessage, QDBusObjectPath

from catchlight.gui.colour.profiles.system_profile import ScreenPlace

SERVICE = "org.freedesktop.ColorManager"
_ROOT = "/org/freedesktop/ColorManager"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_WAIT_MS = 2000

log = logging.getLogger(__name__)


def colord_profile(place: ScreenPlace, bus: QDBusConnection | None = None) -> bytes | None:
    """The bytes of the first profile of the device; None where colord does not run, or has none. bus: the system's by default."""
    bus = bus or QDBusConnection.systemBus()
    if not bus.isConnected():
        return None
    device = _device(bus, place)
    profiles = _paths(_property(bus, device, "Device", "Profiles")) if device else []
    name = _property(bus, profiles[0], "Profile", "Filename") if profiles else None
    if not isinstance(name, str) or not name:
        return None
    try:
        return Path(name).read_bytes()
    except OSError as fault:
        log.warning("The profile of the screen cannot be read: %s", fault)
        return None


def _device(bus: QDBusConnection, place: ScreenPlace) -> str:
    """Path of the screen's device: by the name of its socket, else by its model, else the only one there is."""
    found = _call(bus, _ROOT, SERVICE, "FindDeviceByProperty", "XRANDR_name", place.name)
    if isinstance(found, QDBusObjectPath):
        return found.path()
    devices = _paths(_call(bus, _ROOT, SERVICE, "GetDevicesByKind", "display"))
    for device in devices:
        if place.model and _property(bus, device, "Device", "Model") == place.model:
            return device
    return devices[0] if len(devices) == 1 else ""


def _property(bus: QDBusConnection, path: str, kind: str, name: str) -> object:
    found = _call(bus, path, _PROPERTIES, "Get", f"{SERVICE}.{kind}", name)
    return found.variant() if hasattr(found, "variant") else found


def _call(bus: QDBusConnection, path: str, interface: str, method: str, *arguments: str) -> Any:
    """The first value of the answer; None for an error, which a service that does not run answers with too."""
    message = QDBusMessage.createMethodCall(SERVICE, path, interface, method)
    message.setArguments(list(arguments))
    answer = bus.call(message, QDBus.CallMode.Block, _WAIT_MS)
    if answer.type() != QDBusMessage.MessageType.ReplyMessage:
        return None
    given: Sequence[object] = answer.arguments()
    return given[0] if given else None


def _paths(array: object) -> list[str]:
    """An array of object paths, which QtDBus hands over unread."""
    if not isinstance(array, QDBusArgument):
        return []
    found = []
    array.beginArray()
    while not array.atEnd():
        entry = array.asVariant()
        if isinstance(entry, QDBusObjectPath):
            found.append(entry.path())
    array.endArray()
    return found
