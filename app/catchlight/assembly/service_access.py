"""Who may reach the service that is about to start: its address, its certificate, its tokens, and what others may see of it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from catchlight.cli.program import ServeOptions
from catchlight.core.messages import Message
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.server.http.protocol import ConnectionLimits
    from catchlight.store.tokens import ClientTokens

_OWN_FILES = 256
"""Open files that are left for databases, pictures and networks."""


def check_access(home: Home, options: ServeOptions) -> str:
    """The scheme of the addresses. Raises InvalidRequest where others could come in without a token, or TLS cannot be had."""
    from catchlight.server.loopback import check_address, check_proxies
    from catchlight.server.process.tls import tls_context

    check_proxies(options.proxies)
    tokens = client_tokens(home)
    check_address(options.host, options.token, tokens is not None, bool(options.proxies))
    if tokens is not None:
        tokens.close()
    return "http" if tls_context(options.tls_cert, options.tls_key) is None else "https"


def client_tokens(home: Home) -> ClientTokens | None:
    """The tokens of the home, or of the lab's database; None where none was ever made. The caller closes them."""
    from catchlight.assembly.parts import storage
    from catchlight.store.tokens import ClientTokens

    database = storage(home).database
    if not database and not home.tokens.is_file():
        return None
    tokens = ClientTokens(home.tokens, database)
    for notice in tokens.notices:
        logging.getLogger(__name__).warning(notice)
    if tokens.ever_made:
        return tokens
    tokens.close()
    return None


def connection_limits() -> ConnectionLimits:
    """As many connections as there may be files, with room for our own."""
    from catchlight.server.http.protocol import MOST_CONNECTIONS, ConnectionLimits
    from catchlight.server.process.tls import raise_file_limit

    return ConnectionLimits(min(MOST_CONNECTIONS, max(64, raise_file_limit() - _OWN_FILES)))


def warn_of_readers(home: Home, say: Callable[[str], None]) -> None:
    """Tell of a home that others may look into: it was made by an earlier version, or by hand."""
    if os.name == "posix" and home.root.is_dir() and home.root.stat().st_mode & 0o077:
        say(Message("Others on this computer can look into {path}. Close it: chmod 700 {path}", path=str(home.root)))
