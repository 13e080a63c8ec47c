"""Under which address this computer is found on the guests' network."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass

_VIRTUAL = ("docker", "veth", "virbr", "br-", "tun", "tap", "wg", "zt", "vmnet", "cni", "flannel")
"""Beginnings of names of interfaces on which no guest is."""
_SIOCGIFADDR, _SIOCGIFFLAGS = 0x8915, 0x8913
"""netdevice(7)"""
_UP = 0x1


@dataclass(frozen=True)
class GuestAddress:
    """link: host as it stands in a URL. bind: address to listen at; "" for all, where the host is a name or a router's."""

    link: str
    bind: str


def guest_address(configured: str) -> GuestAddress | None:
    """The address that guests reach. configured: of the configuration, "" to find one; None: there is none."""
    host = configured.strip().strip("[]")
    local = local_addresses()
    if not host:
        return GuestAddress(local[0], local[0]) if local else None
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return GuestAddress(host, "")
    bind = host if host in local or address.is_loopback else "::" if address.version == 6 else ""
    return GuestAddress(f"[{host}]" if address.version == 6 else host, bind)


def local_addresses() -> list[str]:
    """IPv4 addresses of this computer's real interfaces, those of private networks first."""
    found = {}
    for text in _on_linux() if sys.platform == "linux" else _by_name():
        address = ipaddress.IPv4Address(text)
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            found[text] = not address.is_private
    return sorted(found, key=lambda text: found[text])


def _on_linux() -> Iterator[str]:
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            if name.startswith(_VIRTUAL):
                continue
            request = struct.pack("256s", name.encode()[:15])
            try:
                flags = struct.unpack_from("<H", fcntl.ioctl(asking, _SIOCGIFFLAGS, request), 16)[0]
                answer = fcntl.ioctl(asking, _SIOCGIFADDR, request)
            except OSError:
                continue  # it has no IPv4 address
            if flags & _UP:
                yield socket.inet_ntoa(answer[20:24])


def _by_name() -> Iterator[str]:
    try:
        yield from socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return  # this computer's own name is not known to it: no network
