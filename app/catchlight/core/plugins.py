"""Plug-ins: what other installed packages add to the program, named by their entry points.

Nothing is looked for before somebody asks, nothing is imported before it is used, and a plug-in that fails is told and left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OPERATIONS = "catchlight.operations"
"""Group of entry points: rows of the table of operations."""
DELIVERY = "catchlight.delivery"
"""Group of entry points: places that deliveries go to; an entry's name is the scheme of its addresses."""


class PluginError(Exception):
    """A plug-in cannot be used; the message is the reason, without a full stop."""


@dataclass(frozen=True)
class Plugin:
    """One entry point of one installed package, not yet loaded."""

    group: str
    name: str
    package: str
    version: str
    entry: EntryPoint

    def load(self) -> Any:
        """What the entry point names. Raises PluginError, whatever the plug-in's own modules raise."""
        try:
            return self.entry.load()
        except (Exception, SystemExit) as fault:  # the border to other people's modules: none may end the program
            raise PluginError(describe_fault(fault)) from fault


@dataclass(frozen=True)
class PluginFault:
    """A plug-in that is left out, and why."""

    plugin: Plugin
    reason: str

    def __str__(self) -> str:
        plugin = self.plugin
        return f"The plug-in {plugin.name} of {plugin.package} {plugin.version} is left out: {self.reason}."


def find_plugins(group: str) -> tuple[Plugin, ...]:
    """The entry points of a group in all installed packages, by name and package. Imports none of them."""
    from importlib.metadata import entry_points  # takes longer to import than most commands need

    found = []
    for entry in entry_points(group=group):
        package = entry.dist
        name, version = (package.name, package.version) if package is not None else ("an unknown package", "")
        found.append(Plugin(group, entry.name, name, version, entry))
    return tuple(sorted(found, key=lambda plugin: (plugin.name, plugin.package)))


def describe_fault(fault: BaseException) -> str:
    """``ImportError: No module named 'x'``: in one line, at most 200 characters, without a full stop."""
    said = " ".join(str(fault).split())[:200].rstrip(".")
    return f"{type(fault).__name__}: {said}" if said else type(fault).__name__
