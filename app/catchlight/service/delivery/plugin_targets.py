"""Places of delivery that plug-ins add: an entry point of ``catchlight.delivery`` for each scheme of addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from catchlight.core.errors import CatchlightError
from catchlight.core.plugins import DELIVERY, PluginError, describe_fault, find_plugins
from catchlight.service.delivery.targets import DeliveryFault

TargetMaker = Callable[[str, Mapping[str, Any]], Any]
"""``make(address, options)``: the whole address, and what ``delivery.options`` of the settings hold; gives a DeliveryTarget."""
_METHODS = ("read", "size", "write", "location", "tidy")


def find_maker(scheme: str) -> TargetMaker | None:
    """The plug-in for a scheme, loaded; None where none is installed.

    Raises DeliveryFault: it cannot be loaded or called, or two plug-ins are for the scheme.
    """
    found = [plugin for plugin in find_plugins(DELIVERY) if plugin.name == scheme]
    if not found:
        return None
    if len(found) > 1:
        packages = " and ".join(plugin.package for plugin in found)
        raise DeliveryFault(f"Two plug-ins deliver to {scheme}://, of {packages}. Take one of them away.")
    (plugin,) = found
    try:
        maker = plugin.load()
    except PluginError as fault:
        raise DeliveryFault(f"The plug-in for {scheme}:// of {plugin.package} cannot be loaded: {fault}.") from fault
    if not callable(maker):
        raise DeliveryFault(f"The plug-in for {scheme}:// of {plugin.package} is no function that makes a target.")
    return maker  # type: ignore[no-any-return]


def plugin_target(maker: TargetMaker, address: str, options: Mapping[str, Any]) -> PluginTarget:
    """The place that a plug-in makes of an address. Raises DeliveryFault."""
    scheme = address.partition("://")[0]
    with _faults(f"use the plug-in for {scheme}://"):
        made = maker(address, options)
    lacking = [name for name in _METHODS if not callable(getattr(made, name, None))]
    if lacking:
        raise DeliveryFault(f"The plug-in for {scheme}:// gives no target: {', '.join(lacking)} is missing.")
    return PluginTarget(made)


class PluginTarget:
    """A plug-in's place of delivery; whatever it raises comes out as DeliveryFault, so that a job is tried again or told."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def read(self, name: str) -> bytes | None:
        with _faults(f"read {name}"):
            data = self._target.read(name)
            return None if data is None else bytes(data)

    def size(self, name: str) -> int | None:
        with _faults(f"look for {name}"):
            size = self._target.size(name)
            return None if size is None else int(size)

    def write(self, name: str, data: bytes) -> None:
        with _faults(f"write {name}"):
            self._target.write(name, data)

    def location(self, name: str) -> str:
        with _faults(f"name the place of {name}"):
            return str(self._target.location(name))

    def tidy(self, folder: str) -> None:
        with _faults(f"tidy {folder}"):
            self._target.tidy(folder)


@contextmanager
def _faults(doing: str) -> Iterator[None]:
    """A border: a plug-in raises what it likes; errors that are made for users go through as they are."""
    try:
        yield
    except CatchlightError:
        raise
    except Exception as fault:
        raise DeliveryFault(f"Could not {doing}: {describe_fault(fault)}. Check the delivery address.") from fault
