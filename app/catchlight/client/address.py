"""A server's address as people write it."""

from __future__ import annotations

from urllib.parse import urlsplit

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message

PORT = 8765


def address_of(text: str) -> str:
    """``192.168.1.20``, ``studio:8765`` or a whole URL as ``scheme://host:port``. Raises InvalidRequest."""
    written = text.strip().removesuffix("/")
    try:
        parts = urlsplit(written if "://" in written else f"http://{written}")
        port = parts.port or (443 if parts.scheme == "https" else PORT)
    except ValueError:
        raise _no_address(text) from None
    whole = parts.hostname and parts.scheme in ("http", "https") and " " not in parts.netloc
    if not whole or parts.path or parts.query or parts.fragment or parts.username:
        raise _no_address(text)
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}:{port}"


def _no_address(text: str) -> InvalidRequest:
    return InvalidRequest(
        Message("{text!r} is no address: write it like 192.168.1.20 or http://studio:8765.", text=text.strip()[:80])
    )
