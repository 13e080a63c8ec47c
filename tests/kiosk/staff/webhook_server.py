"""An operator's server on loopback that hears of calls, with faults on demand."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Fault = Literal["silent", "busy", "moved"]
"""silent: it takes the request and never answers. busy: 503. moved: 302 to another place."""


class WebhookServer:
    """faults: each used up by one request. heard: bodies of the requests that were answered well, with their headers."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.asked = 0
        self.heard: list[tuple[dict[str, Any], dict[str, str]]] = []
        self._end = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                server.asked += 1
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fault = server.faults.pop(0) if server.faults else None
                if fault == "silent":
                    server._end.wait(30)
                    return
                if fault is None:
                    server.heard.append((body, dict(self.headers)))
                self.send_response({"busy": 503, "moved": 302}.get(fault or "", 204))
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="webhook")
        self.url = f"http://127.0.0.1:{self._server.server_port}/calls"

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._end.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@contextmanager
def webhook_server() -> Iterator[WebhookServer]:
    """A server that answers until the end."""
    server = WebhookServer()
    server.start()
    try:
        yield server
    finally:
        server.close()
