"""The table of operations with what plug-ins add to it, which is looked for when the program's own rows have no answer."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from catchlight.core.plugins import OPERATIONS, Plugin, PluginError, PluginFault, find_plugins
from catchlight.operations.operation import Operation, Params

PLUGIN_PATHS = "/plugins/"
"""Where the service serves the operations of plug-ins: this, and the id with hyphens."""
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LOG = logging.getLogger(__name__)


class PluginOperations:
    """The rows of all plug-ins, loaded once and at the first question; what fails is logged and left out. Thread safe.

    taken: ids that no plug-in may have.
    """

    def __init__(self, taken: Collection[str]) -> None:
        self._taken = frozenset(taken)
        self._lock = threading.RLock()
        self._loaded: tuple[dict[str, Operation[Any]], list[PluginFault]] | None = None

    @property
    def rows(self) -> Mapping[str, Operation[Any]]:
        return self._load()[0]

    @property
    def faults(self) -> tuple[PluginFault, ...]:
        return tuple(self._load()[1])

    def _load(self) -> tuple[dict[str, Operation[Any]], list[PluginFault]]:
        with self._lock:
            if self._loaded is None:
                rows, faults = self._loaded = (
                    {},
                    [],
                )  # a plug-in that asks for the table while it is loaded sees this much
                for plugin in find_plugins(OPERATIONS):
                    try:
                        rows[plugin.name] = self._row(plugin, rows)
                    except PluginError as fault:
                        faults.append(PluginFault(plugin, str(fault)))
                        _LOG.warning("%s", faults[-1])
            return self._loaded

    def _row(self, plugin: Plugin, rows: Mapping[str, Operation[Any]]) -> Operation[Any]:
        """The checked row of a plug-in, with its path. Raises PluginError."""
        if not _ID.fullmatch(plugin.name):
            raise PluginError("its name is no id; ids are lower-case letters, digits and underscores, 40 at most")
        if plugin.name in self._taken:
            raise PluginError("the program has an operation of that name itself")
        if plugin.name in rows:
            raise PluginError("another plug-in has an operation of that name")
        row = plugin.load()
        if not isinstance(row, Operation):
            raise PluginError(f"{plugin.entry.value} is no Operation but {type(row).__name__}")
        if row.id != plugin.name:
            raise PluginError(f"its operation is called {row.id!r}; entry point and operation need one name")
        if row.path:
            raise PluginError("its path is not empty; the service gives plug-ins their paths")
        if not (isinstance(row.params, type) and issubclass(row.params, Params)):
            raise PluginError("its params are no class of Params")
        if not callable(row.run):
            raise PluginError("its run cannot be called")
        return replace(row, path=PLUGIN_PATHS + row.id.replace("_", "-"))


class OperationTable(Mapping[str, Operation[Any]]):
    """Operations by id: the program's own in their order, then those of plug-ins.

    A question that own rows answer looks for no plug-in; a miss, a count or a walk through all does, once in a process.
    """

    def __init__(self, own: Mapping[str, Operation[Any]], plugins: PluginOperations) -> None:
        self._own = own
        self._plugins = plugins

    def __getitem__(self, key: str) -> Operation[Any]:
        row = self._own.get(key)
        return row if row is not None else self._plugins.rows[key]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._plugins.rows

    def __len__(self) -> int:
        return len(self._own) + len(self._plugins.rows)
