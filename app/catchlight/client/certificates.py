"""Whose certificates count on a connection to a server."""

from __future__ import annotations

import os
import ssl
from functools import lru_cache

import httpx

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message

OWN_AUTHORITY = "SSL_CERT_FILE"
"""Variable that names a PEM file of further authorities, such as a studio's own."""


def trust(address: str) -> ssl.SSLContext:
    """For httpx's ``verify``. address: a URL. The certificates are read once, which takes 40 ms, and only for an address that
    shows one. Raises InvalidRequest where the file of further authorities cannot be used.
    """
    return _read(os.environ.get(OWN_AUTHORITY, "")) if address.startswith("https:") else _none()


@lru_cache
def _read(further: str) -> ssl.SSLContext:
    context = httpx.create_ssl_context(trust_env=False)
    if further:
        try:
            context.load_verify_locations(further)
        except OSError as fault:  # ssl.SSLError is one too
            raise InvalidRequest(
                Message(
                    "{variable} names {path}, which holds no certificates: {why}.",
                    variable=OWN_AUTHORITY,
                    path=further,
                    why=fault.strerror or str(fault),
                )
            ) from fault
    return context


@lru_cache
def _none() -> ssl.SSLContext:
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
