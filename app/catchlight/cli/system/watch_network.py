"""Connections to other computers, noticed and refused: what proves that the program needs none.

Every socket that Python code opens is seen, whatever library opens it (audit events of PEP 578). Native code that opens sockets
by itself is not; on Linux a network namespace without a way out shows that from outside.
"""

from __future__ import annotations

import errno
import ipaddress
import logging
import os
import sys
import threading
from types import TracebackType
from typing import Any, Self

VARIABLE = "CATCHLIGHT_OFFLINE"
"""Set in the environment, a process of the program refuses every connection beyond its computer."""
_LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_SENDS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_HERE = frozenset({"", "localhost", "localhost.localdomain"})

logger = logging.getLogger("catchlight.offline")


class NetworkWatch:
    """Between ``with`` and its end no connection beyond this computer is made; ``tried`` names those that were tried."""

    _hooked = False
    _watching: NetworkWatch | None = None
    _guard = threading.Lock()

    def __init__(self) -> None:
        self.tried: list[str] = []

    def __enter__(self) -> Self:
        with self._guard:
            if not NetworkWatch._hooked:
                sys.addaudithook(_noticed)  # there is no way to take it back: it asks who is watching
                NetworkWatch._hooked = True
            NetworkWatch._watching = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        NetworkWatch._watching = None

    def refuse(self, host: str) -> None:
        """Note a host and raise PermissionError."""
        self.tried.append(host)
        logger.error("a connection to %s was refused: the program is to stay offline", host)
        raise PermissionError(errno.EACCES, f"offline: no connection to {host}")


def stay_offline_where_asked() -> None:
    """Watch for as long as the process lives where the environment says so."""
    if os.environ.get(VARIABLE):
        NetworkWatch().__enter__()


def _noticed(event: str, arguments: tuple[Any, ...]) -> None:
    watch = NetworkWatch._watching
    if watch is None or not event.startswith("socket."):
        return
    if event in _LOOKUPS:
        host = arguments[0]
    elif event in _SENDS:
        address = arguments[1]
        # Names of sockets that are files, and messages without an address, stay on this computer.
        host = address[0] if isinstance(address, tuple) and address else None
    else:
        return
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if name is not None and not _is_here(str(name)):
        watch.refuse(str(name))


def _is_here(host: str) -> bool:
    """Whether an address or a name is this computer, without asking anybody."""
    if host.casefold() in _HERE:
        return True
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return found.is_loopback or found.is_unspecified
