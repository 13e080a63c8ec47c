"""A relay to a web service that loses an answer: the request is carried out, and whoever asked is never told."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer


@contextmanager
def losing_relay(port: int, loses: Callable[[bytes], bool]) -> Iterator[int]:
    """The port of a relay to 127.0.0.1:port. loses: whether the answer to a request with this body is lost."""

    class Relay(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service = http.client.HTTPConnection("127.0.0.1", port)
            service.request("POST", self.path, body, {"Content-Type": self.headers["Content-Type"]})
            answer = service.getresponse()
            data = answer.read()
            service.close()
            if loses(body):
                return
            self.send_response(answer.status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *told: object) -> None:
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Relay) as relay:
        thread = threading.Thread(target=relay.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield relay.server_address[1]
        finally:
            relay.shutdown()
            thread.join()
