"""Whose certificates count on a connection to a server."""

from __future__ import annotations

import ssl
from functools import lru_cache

import httpx


def trust(address: str) -> ssl.SSLContext:
    """For httpx's ``verify``. address: a URL. The certificates are read once, which takes 40 ms, and only for an address that
    shows one.
    """
    return _read() if address.startswith("https:") else _none()


@lru_cache
def _read() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)


@lru_cache
def _none() -> ssl.SSLContext:
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
