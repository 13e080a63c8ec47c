"""Where an engine is: this computer, the own network, or the internet. Looked up once: what is judged is what is connected to."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.imagine.errors import EngineFault, ImaginingOff
from catchlight.imagine.port import EngineAccess, Place

_OWN_NETWORK = tuple(
    ipaddress.ip_network(text)
    for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10")
)
"""RFC 1918, RFC 3927, RFC 4193, RFC 4291."""
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class EngineAddress:
    """scheme, host and port as written; ip: what the host was looked up as; prefix: path before the engine's own, or empty."""

    scheme: str
    host: str
    port: int
    ip: str
    prefix: str
    place: Place

    @property
    def base(self) -> str:
        """The URL that is connected to: no name is looked up again."""
        ip = f"[{self.ip}]" if ":" in self.ip else self.ip
        return f"{self.scheme}://{ip}:{self.port}{self.prefix}"

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def locate(address: str) -> EngineAddress:
    """Reads an address and looks its name up. Raises InvalidRequest for none, EngineFault ``engine_unreachable`` for a name that
    nobody knows."""
    written = address.strip().rstrip("/")
    try:
        parts = urlsplit(written if "://" in written else f"http://{written}")
        port = parts.port
    except ValueError:
        raise _no_address() from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise _no_address()
    port = port or _PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise EngineFault(
            Message("Nobody knows the name {host}. Check the engine's address.", host=parts.hostname),
            "engine_unreachable",
        ) from fault
    ip = str(found[0][4][0])
    return EngineAddress(parts.scheme, parts.hostname, port, ip, parts.path.rstrip("/"), place_of(ip))


def place_of(ip: str) -> Place:
    """Which of the three an address belongs to. Raises InvalidRequest for one that is no place (0.0.0.0, multicast)."""
    found = ipaddress.ip_address(ip.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return "computer"
    if found.is_unspecified or found.is_multicast:
        raise _no_address()
    return "network" if any(found in network for network in _OWN_NETWORK) else "internet"


def require_allowed(found: EngineAddress, access: EngineAccess, name: str) -> None:
    """Raise ImaginingOff where nobody has said that pictures may go there, EngineFault ``engine_unsuited`` for the internet
    without encryption."""
    if found.place == "network" and not access.network:
        raise ImaginingOff(
            Message(
                "{engine} is another computer of your network, and nobody has confirmed that parts of pictures may go there. "
                "Add it again with --allow-network, or confirm it under Preferences, Engines.",
                engine=name,
            )
        )
    if found.place != "internet":
        return
    if not access.internet:
        raise ImaginingOff(
            Message(
                "{engine} is on the internet, and parts of pictures may not go there: allow it in the settings "
                "(imagining.allowInternet), and name the engine when you use it. Servers and batches never use one.",
                engine=name,
            )
        )
    if found.scheme != "https":
        raise EngineFault(
            Message("{engine} is on the internet without encryption. Its address must begin with https.", engine=name),
            "engine_unsuited",
        )


def _no_address() -> InvalidRequest:
    return InvalidRequest(Message("This is no address of an engine: write it like http://127.0.0.1:8188."))
