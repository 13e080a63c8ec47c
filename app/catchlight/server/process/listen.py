"""Listening: a socket of our own, and a stop that lets work end but never takes longer than ten seconds."""

from __future__ import annotations

import asyncio
import functools
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Sequence
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.server.http.protocol import HEAD_SECONDS, KEEP_ALIVE_SECONDS, ConnectionLimits, GuardedProtocol
from catchlight.server.http.tls_connection import TlsConnection
from catchlight.server.process.pool import EditPool

DRAIN_SECONDS = 5.0
"""How long running edits may go on after a stop is asked for; cancelling and closing take at most 4 more."""
_CLOSE_SECONDS = 2
BACKLOG = 512
"""Connections that may wait to be taken."""
SWITCH_SECONDS = 0.001
"""How long an edit may keep the interpreter while the event loop waits for it; Python's own 0.005 is paid several times a
request."""


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address, port 0 for a free one. Raises InvalidRequest with the reason."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as fault:
        raise InvalidRequest(Message("Cannot listen on {host}: {why}.", host=host, why=str(fault.strerror))) from fault
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as fault:
        bound.close()
        raise InvalidRequest(
            Message(
                "Cannot listen on {host}, port {port}: {why}. Try another --port.",
                host=host,
                port=port,
                why=str(fault.strerror),
            )
        ) from fault
    return bound


def address_of(bound: socket.socket, scheme: str = "http") -> str:
    """The base address of a bound socket, for people and programs."""
    host, port = bound.getsockname()[:2]
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


class Server(uvicorn.Server):
    """Uvicorn with a stop in two steps: refuse new work while the old ends, then close.

    Several processes may accept from one socket. Each takes a single connection a turn, so that a burst is spread over
    them instead of going to whoever wakes first.
    """

    def __init__(
        self,
        app: ASGIApp,
        pool: EditPool,
        started: Callable[[], None] = lambda: None,
        leaving: Callable[[], None] = lambda: None,
        *,
        tls: ssl.SSLContext | None = None,
        proxies: Sequence[str] = (),
        limits: ConnectionLimits | None = None,
    ) -> None:
        """started: called when it listens. leaving: called when a stop is asked for, before running edits are waited for.

        tls: what connections are encrypted with; None: they are not. proxies: addresses and networks whose X-Forwarded-For and
        X-Forwarded-Proto are believed.
        """
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                ws="none",
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=_CLOSE_SECONDS,
            )
        )
        self._pool = pool
        self._started = started
        self._leaving = leaving
        self._tls = tls
        self._limits = limits or ConnectionLimits()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """In the place of uvicorn's, which knows no protocol with limits, and TLS that ends with what the client sends."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(1)
        protocol: Callable[[], asyncio.Protocol] = functools.partial(
            GuardedProtocol, self.config, self.server_state, self.lifespan.state, limits=self._limits
        )
        if self._tls is not None:
            protocol = functools.partial(TlsConnection, self._tls, protocol, HEAD_SECONDS)
        self.servers = []
        for bound in sockets or []:
            taking = await asyncio.get_running_loop().create_server(protocol, sock=bound, backlog=1)
            self.servers.append(taking)
            bound.listen(BACKLOG)  # asyncio has taken the one number for both the turn and the queue
        self.started = True
        self._started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM or Ctrl+C: stop in order; a second one stops at once."""
        if self._pool.closing:
            self._pool.cancel()
            self.should_exit = self.force_exit = True
            return
        self.stop()

    def stop(self) -> None:
        """Stop in order, from any thread; a stop that goes on already is not hurried."""
        if self._pool.closing:
            return
        self._pool.stop_taking()
        threading.Thread(target=self._stop, name="stop", daemon=True).start()

    def _stop(self) -> None:
        self._leaving()
        if not self._pool.drain(DRAIN_SECONDS):
            self._pool.cancel()
        self.should_exit = True


def serve(server: Server, pool: EditPool, bound: socket.socket) -> bool:
    """Serve until a signal, or ``server.stop``, says stop.

    Returns whether all edits have ended: False means that a thread is still at work and would hold the process.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        server.run(sockets=[bound])
    finally:
        sys.setswitchinterval(before)
    return pool.close(0.0)
