"""What stands before several web services: each request goes to the next of them."""

from __future__ import annotations

import http.client
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}


@contextmanager
def balancer(addresses: Sequence[str], loses: Callable[[str, str], bool] = lambda method, path: False) -> Iterator[str]:
    """Address of a balancer over these; a service that is away is told as 502. loses: whether an answer gets lost, by method and
    path: then the connection ends without one.
    """
    turns = itertools.cycle(addresses)

    class Balanced(BaseHTTPRequestHandler):
        def _pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP}
            service = http.client.HTTPConnection(urlsplit(next(turns)).netloc)
            try:
                service.request(self.command, self.path, body or None, headers)
                answer = service.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException):
                self._tell(502, {"Content-Type": "text/html"}, b"<h1>Bad gateway</h1>")
                return
            finally:
                service.close()
            if not loses(self.command, self.path):
                self._tell(answer.status, dict(answer.getheaders()), data)

        do_GET = do_POST = do_DELETE = _pass_on  # noqa: N815 - names of the base class

        def _tell(self, status: int, headers: dict[str, str], data: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                if name.lower() not in _HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *told: object) -> None:
            """Nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = False

        def handle_error(self, *told: object) -> None:
            """A client that has left is no fault."""

    with Server(("127.0.0.1", 0), Balanced) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
