"""Connections as they are taken: at most so many, a deadline for the head of a request, faults of the protocol told as JSON.

Uvicorn's protocol over h11, with four things it lacks: a head that comes byte by byte holds nobody longer than ``HEAD_SECONDS``;
what is no HTTP is answered in the form of every other error; a client that closes its sending side after the request gets its
answer (RFC 9112, section 9.6); and whoever comes when all connections are taken is told so.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.core.messages import Message, ascii_line
from catchlight.server.errors import DETAIL, EVERYWHERE, STATUS, busy
from catchlight.server.process.pool import shutting_down

HEAD_SECONDS = 10.0
"""From a connection, or the first byte of a further request on it, until the head is whole."""
KEEP_ALIVE_SECONDS = 5
"""How long a connection may be idle after an answer."""
MOST_CONNECTIONS = 2000
ENDS_AT_EOF = "catchlight.ends_at_eof"
"""Key of a request's scope: its answer is a stream without an end of its own, which a closed sending side ends."""
_LINGER_SECONDS = 2.0
"""How long a refused client may go on sending before the connection is cut: earlier, its system may throw the answer away."""
_PROBE_SECONDS, _PROBE_LOOK_SECONDS = 5.0, 0.05
"""How often a client that sends no more is asked whether it is still there, and how often its system's reply is looked for."""
_PROCESSING = b"HTTP/1.1 102 Processing\r\n\r\n"
_SLOW = Message("The head of the request did not arrive within {seconds:.0f} seconds.", seconds=HEAD_SECONDS)
_NO_HTTP = Message("This is no valid HTTP/1.1 request: a line, a header or the body's framing is malformed.")
_TOO_MANY = Message("Too many connections are open; try again shortly.")


@dataclass(frozen=True)
class ConnectionLimits:
    """What connections may take up. count: at once. head_seconds: see ``HEAD_SECONDS``."""

    count: int = MOST_CONNECTIONS
    head_seconds: float = HEAD_SECONDS


class GuardedProtocol(H11Protocol):
    """One connection."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], limits: ConnectionLimits
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._limits = limits
        self._head: asyncio.TimerHandle | None = None
        self._probe: asyncio.TimerHandle | None = None
        self._begun = False
        """Whether a byte of the next head has come."""
        self._refusing = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self._limits.count:
            self._refuse(busy(_TOO_MANY))
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._head, self._probe):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refusing or self.transport.is_closing():
            return
        super().data_received(data)
        self._watch_head()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_head()

    def eof_received(self) -> bool | None:  # type: ignore[override]
        """The client sends no more. True keeps the way to it open."""
        if self._refusing:
            return None
        if not self._answering():
            if self._begun:
                self._refuse(InvalidRequest(_NO_HTTP))
                return True
            return None
        if self.scope.get(ENDS_AT_EOF):
            return None
        if self.cycle.more_body:
            self._refuse(InvalidRequest(Message("The body ended before it was complete.")))
            return True
        self.cycle.keep_alive = False
        self._ask_whether_there()
        return True

    def shutdown(self) -> None:
        """The server stops: whoever is still sending is told so instead of being waited for."""
        if self._answering() and self.cycle.more_body and not self.cycle.response_started:
            self._refuse(shutting_down())
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        self._refuse(InvalidRequest(_NO_HTTP))

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _watch_head(self) -> None:
        """Set the deadline where a head has begun, and lift it where a request is being answered."""
        if self._answering():
            self._begun = False
            if self._head is not None:
                self._head.cancel()
                self._head = None
        elif not self.transport.is_closing():
            self._begun = bool(self.conn.trailing_data[0]) or self.conn.their_state is h11.SEND_BODY
            if self._begun and self._head is None:
                self._unset_keepalive_if_required()
                self._expect_head()

    def _expect_head(self) -> None:
        self._head = self.loop.call_later(self._limits.head_seconds, self._no_head)

    def _no_head(self) -> None:
        self._head = None
        if self.transport.is_closing() or self._answering():
            return
        if self._begun:
            self._refuse(InvalidRequest(_SLOW))
        else:
            self.transport.close()

    def _refuse(self, error: CatchlightError) -> None:
        """Answer with the error where nothing has been answered yet, and let go of the connection."""
        if self._refusing:
            return
        self._refusing = True
        self._unset_keepalive_if_required()
        if self._answering():
            if self.cycle.response_started:
                self.transport.close()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(refusal(error))
        if self.transport.can_write_eof():
            self.transport.write_eof()
            self.loop.call_later(_LINGER_SECONDS, self.transport.close)
        else:
            self.transport.close()

    def _ask_whether_there(self) -> None:
        """A closed program and a closed sending side look alike; only what is sent to it tells, and 1xx may always be sent."""
        if self.transport.is_closing() or not self._answering():
            return
        if not self.cycle.response_started and self.scope["http_version"] != "1.0":
            self.transport.write(_PROCESSING)
        self._look_for_reset(self.loop.time() + _PROBE_SECONDS)

    def _look_for_reset(self, until: float) -> None:
        if self.transport.is_closing() or not self._answering():
            return
        if _is_reset(self.transport):
            self.transport.abort()
        elif self.loop.time() > until:
            self._ask_whether_there()
        else:
            self._probe = self.loop.call_later(_PROBE_LOOK_SECONDS, self._look_for_reset, until)


def refusal(error: CatchlightError) -> bytes:
    """A whole answer for a request that the app never saw, after which the connection ends."""
    status = {**STATUS, **EVERYWHERE}[error.code]
    body = json.dumps({"error": error.code}).encode()
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        DETAIL: ascii_line(error.message),
        "Connection": "close",
        **getattr(error, "headers", {}),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{lines}\r\n".encode("ascii") + body


def _is_reset(transport: asyncio.Transport) -> bool:
    """Whether the other system has answered what was sent with a reset: nobody has the connection there any more."""
    import socket

    connection = transport.get_extra_info("socket")
    return connection is not None and connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0
