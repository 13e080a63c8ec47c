"""A small web server for one page and its files, each of which can be had once; nothing else answers.

HTTP/1.0 without keep-alive, at most ``MOST_CONNECTIONS`` at once, each for at most ``IDLE_SECONDS`` without a byte. No log.
"""

from __future__ import annotations

import contextlib
import hmac
import re
import secrets
import socket
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from catchlight.core.messages import Message
from catchlight.kiosk.handover.page import POLICY, render_page
from catchlight.kiosk.handover.port import HandoverFault, HandoverFile

TOKEN_BYTES = 24
"""192 bits of chance."""
MOST_CONNECTIONS = 16
IDLE_SECONDS = 10.0
_FILE = re.compile(r"(.+)/(\d{1,3})")
_HEADERS = (
    ("Cache-Control", "no-store, max-age=0"),
    ("Pragma", "no-cache"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Robots-Tag", "noindex, nofollow"),
    ("Content-Security-Policy", POLICY),
)


class OneTimeServer:
    """Serves files until ``close`` or until they expire, whichever comes first; then it forgets them."""

    def __init__(self, files: Sequence[HandoverFile], bind: str, port: int, expiry_s: float, language: str) -> None:
        """bind: address to listen at, "" for all. port: 0 for any. Raises HandoverFault."""
        self.path = f"/{secrets.token_urlsafe(TOKEN_BYTES)}"
        self._files: Sequence[HandoverFile] = tuple(files)
        self._language = language
        self._sending: set[int] = set()
        self._gone: set[int] = set()
        self._lock = threading.Lock()
        try:
            self._server = _Server((bind, port), self)
        except OSError as fault:
            raise HandoverFault(
                Message(
                    "The page behind the QR code cannot be shown ({why}). Choose another way, or call staff.",
                    why=fault.strerror or str(fault),
                )
            ) from fault
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="qr page", daemon=True)
        self._thread.start()
        self._expiry = threading.Timer(expiry_s, self.close)
        self._expiry.name, self._expiry.daemon = "qr expiry", True
        self._expiry.start()

    def close(self) -> None:
        """Forget the files and end; what is under way is cut off. May be called again, from any thread."""
        with self._lock:
            if not self._files:
                return
            self._files = ()
        self._expiry.cancel()
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()
        self._thread.join()

    def page(self, path: str) -> bytes | None:
        """What stands at a path, None where nothing does."""
        with self._lock:
            if not self._files or not _same(path, self.path):
                return None
            return render_page(self._files, self._gone | self._sending, self.path, self._language)

    def take(self, path: str) -> tuple[int, HandoverFile] | None:
        """A file and its number, for this caller alone until ``sent``; None where there is none, or not any more."""
        found = _FILE.fullmatch(path)
        with self._lock:
            if found is None or not _same(found[1], self.path) or int(found[2]) >= len(self._files):
                return None
            number = int(found[2])
            if number in self._gone | self._sending:
                return None
            self._sending.add(number)
            return number, self._files[number]

    def sent(self, number: int, whole: bool) -> None:
        """A file went out; where not whole, it can be had again."""
        with self._lock:
            self._sending.discard(number)
            if whole:
                self._gone.add(number)


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True
    request_queue_size = 32

    def __init__(self, address: tuple[str, int], owner: OneTimeServer) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        self.owner = owner
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        socket.socket.setsockopt(self.socket, socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        # http.server would look the computer's own name up here, which can take seconds
        self.server_name, self.server_port = "", int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._guard:
            if len(self._open) >= MOST_CONNECTIONS:
                super().shutdown_request(request)
                return
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A guest whose phone hung up: nothing to tell."""

    def hang_up(self) -> None:
        with self._guard:
            for one in self._open:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    timeout = IDLE_SECONDS
    server: _Server

    def do_GET(self) -> None:
        self._send_page(with_body=True)

    def do_HEAD(self) -> None:
        self._send_page(with_body=False)

    def do_POST(self) -> None:
        owner = self.server.owner
        taken = owner.take(self.path)
        if taken is None:
            self._send_nothing()
            return
        number, file = taken
        whole = False
        try:
            self._send_head(
                file.media_type, len(file.data), ("Content-Disposition", f'attachment; filename="{file.name}"')
            )
            self.wfile.write(file.data)
            self.wfile.flush()
            whole = True
        finally:
            owner.sent(number, whole)

    def version_string(self) -> str:
        return "kiosk"

    def log_message(self, *_: Any) -> None: ...

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Also for methods that there are not: as if nothing were here."""
        self._send_nothing()

    def _send_page(self, with_body: bool) -> None:
        page = self.server.owner.page(self.path)
        if page is None:
            self._send_nothing()
            return
        self._send_head("text/html; charset=utf-8", len(page))
        if with_body:
            self.wfile.write(page)

    def _send_nothing(self) -> None:
        self.close_connection = True
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send_head(self, kind: str, length: int, *more: tuple[str, str]) -> None:
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Length", str(length)), *_HEADERS, *more):
            self.send_header(name, value)
        self.end_headers()


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())
