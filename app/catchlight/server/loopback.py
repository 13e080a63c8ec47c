"""Which addresses are this machine's own, and what a server needs that is open to others."""

from __future__ import annotations

import ipaddress

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message


def is_loopback(host: str) -> bool:
    """Whether an address or name, as in ``--host`` or a Host header without port, is this machine's own."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_address(host: str, token: str | None, clients: bool = False, proxied: bool = False) -> None:
    """Raises InvalidRequest where the server would be open to others without a token.

    clients: whether clients have tokens of their own. proxied: whether others come through a proxy on this machine.
    """
    if token is not None and not (token.isascii() and token.isprintable() and len(token.strip()) >= 8):
        raise InvalidRequest(Message("The token must have at least 8 printable ASCII characters."))
    if token is not None or clients:
        return
    if proxied:
        raise InvalidRequest(
            Message(
                "Others come through the proxy: give a token with --token-file, or make one for each client with "
                "catchlight tokens add."
            )
        )
    if not is_loopback(host):
        raise InvalidRequest(
            Message(
                "{host} can be reached from other machines: give a token with --token, make one for each client with "
                "catchlight tokens add, or listen on 127.0.0.1 only.",
                host=host,
            )
        )


def check_proxies(proxies: tuple[str, ...]) -> None:
    """Raises InvalidRequest for what is no address or network of a proxy."""
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise InvalidRequest(
                Message(
                    "{proxy!r} is no address: write --proxy 10.0.0.5, or a network such as 10.0.0.0/24.", proxy=proxy
                )
            ) from None
