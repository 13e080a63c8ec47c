"""Signs of life for systemd, where it has started the program (sd_notify(3)). No library is needed: it is one datagram."""

from __future__ import annotations

import os
import socket


def notify(state: str) -> bool:
    """Send a state, such as ``READY=1`` or ``WATCHDOG=1``; whether there was somebody to send it to. Raises nothing."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return False
    if address.startswith("@"):  # a name that lies in no folder
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.connect(address)
            sender.send(state.encode())
    except OSError:
        return False
    return True
