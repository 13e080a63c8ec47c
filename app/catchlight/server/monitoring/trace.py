"""What is known of a request while it is answered: for its log line, its metrics, and the lines that others log meanwhile."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import Scope

HEADER = "X-Request-ID"
_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
_KEY = "catchlight.trace"
CURRENT: ContextVar[Trace | None] = ContextVar("trace", default=None)
"""The request that the running task or edit belongs to."""


@dataclass
class Trace:
    """One request. Never holds a header, a body or a query."""

    id: str
    client: str | None = None
    """Name of the token that was shown; None for the server's own and for this machine."""
    operation: str | None = None
    """Of an edit whose path was asked."""
    generation: str | None = None
    error: str | None = None
    """Code of the error that was answered; ``cancelled`` where the client left."""
    status: int | None = None
    received: int = 0
    """Bytes of the body that have come."""
    sent: int = 0
    worked: float | None = None
    """Seconds that a thread of the pool was at work for it; None while none was."""


def begin(scope: Scope) -> Trace:
    """The trace of a request that has just come: its own id where that is fit for a log, else a new one."""
    given = Headers(scope=scope).get(HEADER, "")
    trace = Trace(given if _SANE.fullmatch(given) else f"req_{secrets.token_hex(12)}")
    scope[_KEY] = trace
    return trace


def trace_of(scope: Scope) -> Trace:
    """The trace of a request; one that nobody reads where the app runs without its observer."""
    found = scope.get(_KEY)
    return found if isinstance(found, Trace) else begin(scope)
