"""TLS below a connection's protocol, in the place of asyncio's own, which ends a connection as soon as its client sends no more.

TLS 1.3 closes each direction by itself (RFC 8446, section 6.1), and clients of 1.2 that have closed theirs can read on as well:
one that has sent its request and then ``close_notify``, or has closed the sending side of its TCP connection, is still answered.
A body that was cut off there is told by its framing, as without TLS.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from typing import Any

_PIECE = 1 << 16
"""Bytes that are decrypted at once; a record holds 16 KB at most."""


class TlsConnection(asyncio.Transport, asyncio.Protocol):
    """One connection: to the socket a protocol, to the protocol of HTTP its transport."""

    def __init__(
        self, context: ssl.SSLContext, make_protocol: Callable[[], asyncio.Protocol], handshake_seconds: float
    ) -> None:
        """context: of the server, without renegotiation. make_protocol: called for a client whose handshake is done."""
        super().__init__({"sslcontext": context})
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._make_protocol = make_protocol
        self._protocol: asyncio.Protocol | None = None
        self._socket: asyncio.Transport
        self._handshake_seconds = handshake_seconds
        self._deadline: asyncio.TimerHandle
        self._ended = False
        """Whether the client sends no more."""
        self._closed = False
        """Whether nothing more is sent to the client."""

    # The protocol of the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._socket = transport
        self._deadline = asyncio.get_running_loop().call_later(self._handshake_seconds, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        self._closed = self._ended = True
        if self._protocol is not None:
            self._protocol.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._ended:
            return
        self._incoming.write(data)
        try:
            if self._protocol is None:
                self._tls.do_handshake()
                self._deadline.cancel()
                self._protocol = self._make_protocol()
                self._protocol.connection_made(self)
            text, ended = self._decrypted()
        except ssl.SSLWantReadError:
            self._flush()
            return
        except ssl.SSLError:
            self._flush()  # the alert that says why
            self._socket.close()
            return
        self._flush()
        if text:
            self._protocol.data_received(text)
        if ended:
            self._end()

    def eof_received(self) -> bool:
        if self._protocol is None:
            return False
        if not self._ended:
            self._end()
        return not self._closed

    def pause_writing(self) -> None:
        if self._protocol is not None:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        if self._protocol is not None:
            self._protocol.resume_writing()

    # The transport of the protocol

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        found = super().get_extra_info(name)
        return self._socket.get_extra_info(name, default) if found is None else found

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._closed:
            return
        left = memoryview(data)
        try:
            while left:
                left = left[self._tls.write(left) :]
        except ssl.SSLError:
            self.abort()
            return
        self._flush()

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self._close_notify()
        if not self._socket.is_closing():
            self._socket.write_eof()

    def is_closing(self) -> bool:
        return self._socket.is_closing()

    def close(self) -> None:
        self._close_notify()
        self._socket.close()

    def abort(self) -> None:
        self._closed = True
        self._socket.abort()

    def pause_reading(self) -> None:
        if not self._socket.is_closing():
            self._socket.pause_reading()

    def resume_reading(self) -> None:
        if not self._socket.is_closing():
            self._socket.resume_reading()

    def get_write_buffer_size(self) -> int:
        return self._socket.get_write_buffer_size()

    def _decrypted(self) -> tuple[bytes, bool]:
        """What has come, and whether the client has said that no more will. Raises ssl.SSLError."""
        pieces = []
        try:
            while piece := self._tls.read(_PIECE):
                pieces.append(piece)
        except ssl.SSLWantReadError:
            return b"".join(pieces), False
        except ssl.SSLZeroReturnError:  # both sides have said so
            pass
        return b"".join(pieces), True

    def _end(self) -> None:
        self._ended = True
        if self._protocol is not None and not self._protocol.eof_received():
            self.close()

    def _close_notify(self) -> None:
        """Say that nothing more comes; what the client says to that is not waited for."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(ssl.SSLError):
            self._tls.unwrap()
        self._flush()

    def _flush(self) -> None:
        if data := self._outgoing.read():
            self._socket.write(data)
